import '../parts/records.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { X } from 'lucide-react'
import type { ActivityType } from '../../../src/records/activity-types.ts'
import { activityTypes } from '../../../src/records/activity-types.ts'
import type { ActivityEntry } from '../../../src/records/schema.ts'
import { ActivityRow } from '../parts/activity-row.tsx'
import { useSessionNames } from '../parts/session-names.ts'
import { filterWord } from '../state/activity-words.ts'
import { type ActivityAddress, useProject } from '../state/addresses.ts'
import { activityQuery } from '../state/record-queries.ts'
import { dayWords } from '../state/words.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { PageHead } from '../ui/page-head.tsx'

/** Everything that happened in the project, newest first, live. */
export function ActivityPage() {
  const project = useProject()
  const address = useSearch({ from: '/p/$project/records/activity' })
  const { types, record, session } = address
  const activity = useInfiniteQuery(activityQuery(project, { types, record_id: record, by_session: session }))
  const entries = activity.data?.pages.flatMap(page => page.activity)
  const isFiltered = Boolean(types || record || session)
  const nameOf = useSessionNames(project, [
    ...(session ? [session] : []),
    ...(entries ?? []).map(({ session_id }) => session_id).filter(id => id !== ''),
  ])
  return (
    <div className="page">
      <PageHead title="Activity" lead="What every session did here, as it happens." />
      {(isFiltered || entries?.length !== 0) && <ActivityFilters address={address} nameOf={nameOf} />}
      <Loaded query={{ ...activity, data: entries }} label="activity" lines={8}>
        {entries =>
          entries.length === 0 ? (
            <Empty title="Nothing happened yet">
              {isFiltered ? 'Remove a filter to see more.' : 'What chats write shows here at once.'}
            </Empty>
          ) : (
            <>
              {perDay(entries).map(([day, entries]) => (
                <section key={day} className="day mt-24" aria-label={day}>
                  <h2 className="mb-4 muted text-xs weight-500">{day}</h2>
                  <ul className="rows activity-rows">
                    {entries.map(entry => (
                      <li key={entry.id}>
                        <ActivityRow
                          project={project}
                          entry={entry}
                          who={entry.session_id ? nameOf(entry.session_id) : ''}
                        />
                      </li>
                    ))}
                  </ul>
                </section>
              ))}
              {activity.hasNextPage && (
                <Button disabled={activity.isFetchingNextPage} onClick={() => void activity.fetchNextPage()}>
                  Older activity
                </Button>
              )}
            </>
          )
        }
      </Loaded>
    </div>
  )
}

function ActivityFilters({ address, nameOf }: { address: ActivityAddress; nameOf: (id: string) => string }) {
  const navigate = useNavigate({ from: '/p/$project/records/activity' })
  const { types = [], record, session } = address
  function toggle(type: ActivityType) {
    const next = types.includes(type) ? types.filter(other => other !== type) : [...types, type]
    void navigate({ search: { ...address, types: next }, replace: true })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: filter chips, not a form
    <div className="row wrap gap-6" role="group" aria-label="Filters">
      {record && (
        <button
          type="button"
          className="chip chosen"
          aria-label={`Remove filter record ${record}`}
          onClick={() => void navigate({ search: { ...address, record: '' } })}
        >
          Record {record} <X aria-hidden="true" />
        </button>
      )}
      {session && (
        <button
          type="button"
          className="chip chosen"
          aria-label={`Remove filter session ${nameOf(session)}`}
          title={session}
          onClick={() => void navigate({ search: { ...address, session: '' } })}
        >
          <span className="truncate">{nameOf(session)}</span> <X aria-hidden="true" />
        </button>
      )}
      {activityTypes.map(type => (
        <button
          key={type}
          type="button"
          className="chip"
          aria-pressed={types.includes(type)}
          onClick={() => toggle(type)}
        >
          {filterWord(type)}
        </button>
      ))}
    </div>
  )
}

function perDay(entries: ActivityEntry[]): Array<[day: string, entries: ActivityEntry[]]> {
  const today = dayWords(new Date().toISOString())
  const days = new Map<string, ActivityEntry[]>()
  for (const entry of entries) {
    const day = dayWords(entry.timestamp)
    const name = day === today ? 'Today' : day
    days.set(name, [...(days.get(name) ?? []), entry])
  }
  return [...days]
}
