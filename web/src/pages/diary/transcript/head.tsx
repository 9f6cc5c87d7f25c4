import '../../../parts/transcript/transcript.css'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { formatCount, formatSize } from '../../../../../src/kernel/numbers.ts'
import { SessionCommits } from '../../../parts/diary/commit-links.tsx'
import type { Place } from '../../../parts/transcript/fetched-lines.ts'
import { ForgetSession } from '../../../parts/transcript/forget-session.tsx'
import { safeText } from '../../../parts/transcript/safe-text.ts'
import type { Session } from '../../../parts/transcript/turns.ts'
import { sourceWord } from '../../../state/diary/turn-words.ts'
import { dayWords } from '../../../state/words.ts'

/** What the session is called: its first words, or else the agent that wrote it. */
export function sessionName({ title, source }: Session): string {
  return title === undefined ? `Session of ${sourceWord(source)}` : safeText(title)
}

/** The session's day and project, its size and its name. */
export function TranscriptHead({ place, session }: { place: Place; session: Session }) {
  const { date, project_key } = place
  const { project_label, session_ref, source, source_session_id, total_lines, bytes, turns } = session
  return (
    <header className="transcript-head flex wrap items-baseline gap-y-4 gap-x-16 min-w-0">
      <nav className="row gap-6 min-w-0 muted text-s" aria-label="Place">
        <Link to="/diary/$date" params={{ date }} className="tone-accent underlined">
          {dayWords(`${date}T12:00`)}
        </Link>
        <ChevronRight className="fixed-size" aria-hidden="true" />
        <Link to="/diary/$date/$key" params={{ date, key: project_key }} className="tone-accent underlined truncate">
          {safeText(project_label)}
        </Link>
      </nav>
      <p className="transcript-facts flex grow items-baseline gap-12 min-w-0 muted text-xs nowrap">
        <span className="tag fixed-size align-center">{sourceWord(source)}</span>
        <span className="tabular">
          {formatCount(total_lines, 'line')} · {formatSize(bytes)} · {formatCount(turns.length, 'turn')}
        </span>
        <code className="transcript-id truncate push-end text-2xs" title={safeText(source_session_id)}>
          {session_ref} · {safeText(source_session_id)}
        </code>
        <ForgetSession session={session} />
      </p>
      <h1 className="truncate" title={sessionName(session)}>
        {sessionName(session)}
      </h1>
      <SessionCommits id={source_session_id} />
    </header>
  )
}
