import { Link } from '@tanstack/react-router'
import { plainLine } from '../../../../src/diary/report/text/plain.ts'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import type { HomeView } from '../../state/home.ts'
import { useLongerLabel } from '../../state/longer-label.ts'
import { CodeText } from '../../ui/code-text.tsx'
import { Ago, useMinute } from '../ago.tsx'

const liveMinutes = 10

/** An agent that wrote a moment ago may still be at work. */
function LiveMark({ time }: { time: string }) {
  const minutes = (useMinute() - Date.parse(time)) / 60_000
  return minutes > liveMinutes ? null : <strong className="tone-good weight-550">Now: </strong>
}

/** Who is at work today: agent, project, the last words, how long ago. */
export function TodaySessions({ sessions, today }: { sessions: HomeView['sessions_today']; today: string }) {
  const labelOf = useLongerLabel()
  if (sessions.length === 0)
    return <p className="muted">No agent has worked today. New turns appear here by themselves.</p>
  return (
    <ul className="rows" aria-live="polite">
      {sessions.map(({ source, session_id, agent, project_key, project_label, prompt, turns, last_at }) => (
        <li key={`${source} ${session_id}`}>
          <Link to="/diary/$date" params={{ date: today }} className="row gap-12 py-10" data-row>
            <span className="row-text stack grow min-w-0 gap-2">
              <strong className="truncate">
                <CodeText text={prompt === null ? 'A turn without words' : plainLine(prompt)} />
              </strong>
              <span className="muted">
                <LiveMark time={last_at} />
                {agent} in {labelOf(project_label, project_key)} · {formatCount(turns, 'turn')} · <Ago time={last_at} />
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
