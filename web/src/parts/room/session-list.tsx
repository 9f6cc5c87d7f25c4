import './talk.css'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCount, formatNumber } from '../../../../src/kernel/numbers.ts'
import type { AuditReport } from '../../../../src/room/schema.ts'
import { useSessionTitles } from '../../state/room/session-titles.ts'
import { moveWithArrows } from '../../state/rows.ts'
import { Button } from '../../ui/button.tsx'
import { safeText } from '../transcript/safe-text.ts'
import { AuditMark } from './audit-mark.tsx'

interface Props {
  project: string
  sessions: AuditReport['sessions']
  chosen: string | undefined
}

const page = 100
/** So many can be looked through. */
const withoutFilter = 8

/** The sessions that have logs; those that do not verify come first. */
export function SessionList({ project, sessions, chosen }: Props) {
  const [most, setMost] = useState(page)
  const titles = useSessionTitles(project)
  const [words, setWords] = useState('')
  const sorted = sessions
    .filter(({ sessionId }) =>
      `${titles.get(sessionId)} ${sessionId}`.toLowerCase().includes(words.trim().toLowerCase()),
    )
    .toSorted((a, b) => Number(a.status === 'ok') - Number(b.status === 'ok'))
  return (
    <>
      {sessions.length > withoutFilter && (
        <input
          type="search"
          className="input mb-12"
          aria-label="Filter sessions"
          placeholder="Words of its title, or its id"
          data-filter
          value={words}
          onChange={event => setWords(event.target.value)}
        />
      )}
      {sorted.length === 0 && <p className="block-none">No session has these words.</p>}
      <ul aria-label="Sessions">
        {sorted.slice(0, most).map(({ sessionId, count, status }) => (
          <li key={sessionId}>
            <Link
              to="/p/$project/room/receipts"
              params={{ project }}
              search={{ session: sessionId }}
              className="audit-session stack cols-1-auto gap-y-2 gap-x-10 py-8 px-10 rounded-m text-s hoverable"
              data-row
              onKeyDown={moveWithArrows}
              aria-current={sessionId === chosen ? 'true' : undefined}
            >
              {titles.has(sessionId) ? (
                <span className="col-all truncate weight-500" title={titles.get(sessionId)}>
                  {safeText(titles.get(sessionId) ?? '')}
                </span>
              ) : (
                <span className="col-all mono truncate">{safeText(sessionId)}</span>
              )}
              <span className="soft text-xs">
                {kindOf(sessionId)}, {formatCount(count, 'receipt')}
              </span>
              <AuditMark status={status} />
            </Link>
          </li>
        ))}
      </ul>
      {sorted.length > most && (
        <Button small onClick={() => setMost(most + page)}>
          Show more ({formatNumber(sorted.length - most)} left)
        </Button>
      )}
    </>
  )
}

/** A session's kind, by the prefix of its id. */
export function kindOf(id: string): string {
  return kinds.find(([prefix]) => id.startsWith(prefix))?.[1] ?? 'Direct calls'
}

const kinds = [
  ['conf', 'Conference'],
  ['chat', 'Chat'],
  ['task', 'Task'],
  ['pipeline-', 'Run'],
] as const
