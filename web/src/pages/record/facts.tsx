import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { furtherTextFields } from '../../../../src/records/text-fields.ts'
import { Ago } from '../../parts/ago.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { useSessionNames } from '../../parts/session-names.ts'
import { fieldLabel } from '../../state/draft-form.ts'
import { activeSessionsQuery } from '../../state/record-queries.ts'
import type { Shown } from './view.tsx'

/** Facts about a record besides its text. */
export function Facts({ project, shown: { record } }: { project: string; shown: Shown }) {
  const { evidence: _, ...metadata } = record.metadata ?? {}
  return (
    <section aria-labelledby="facts">
      <h2 className="mb-8 muted text-xs weight-500 tracking-0" id="facts">
        Details
      </h2>
      <dl className="facts">
        {record.superseded_by && (
          <div>
            <dt>Superseded by</dt>
            <dd>
              <RecordLink project={project} id={record.superseded_by} />
            </dd>
          </div>
        )}
        {record.affects && (
          <div className="tall">
            <dt>Governs</dt>
            <dd>
              <ul>
                {record.affects.map(glob => (
                  <li key={glob} className="mono text-xs break-anywhere">
                    {glob}
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        )}
        {record.resolved_by && (
          <div>
            <dt>Resolved by</dt>
            <dd>
              <RecordLink project={project} id={record.resolved_by} />
            </dd>
          </div>
        )}
        {record.state_reason && (
          <div className="tall">
            <dt>Reason</dt>
            <dd>{record.state_reason}</dd>
          </div>
        )}
        {furtherTextFields.map(
          field =>
            record[field] && (
              <div key={field} className="tall">
                <dt>{fieldLabel(field)}</dt>
                <dd>{record[field]}</dd>
              </div>
            ),
        )}
        <div>
          <dt>Modified</dt>
          <dd>
            <Ago time={record.modified} />
          </dd>
        </div>
        <div>
          <dt>Created</dt>
          <dd>
            <Ago time={record.created} />
          </dd>
        </div>
        <ActiveIn project={project} id={record.id} />
        {Object.entries(metadata).map(([key, value]) => (
          <div key={key} className={typeof value === 'object' ? 'tall' : undefined}>
            <dt className="mono">{key}</dt>
            <dd>
              {typeof value === 'object' ? (
                <code className="pre-wrap">{JSON.stringify(value, null, 1)}</code>
              ) : (
                String(value)
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function ActiveIn({ project, id }: { project: string; id: string }) {
  const { data } = useQuery(activeSessionsQuery(project, id))
  const nameOf = useSessionNames(project, data?.sessions.map(({ session_id }) => session_id) ?? [])
  if (!data || data.sessions.length === 0) return null
  return (
    <div className="tall">
      <dt>Active in</dt>
      <dd>
        <ul>
          {data.sessions.slice(0, shownSessions).map(({ session_id, last_activity }) => (
            <li key={session_id}>
              <Link
                to="/p/$project/records/activity"
                params={{ project }}
                search={{ session: session_id }}
                className="underlined tone-accent break-anywhere"
                title={session_id}
              >
                {nameOf(session_id)}
              </Link>
              <span className="muted">
                {' '}
                <Ago time={last_activity} />
              </span>
            </li>
          ))}
          {data.sessions.length > shownSessions && (
            <li className="muted">and {data.sessions.length - shownSessions} more</li>
          )}
        </ul>
      </dd>
    </div>
  )
}

const shownSessions = 4
