import '../../../parts/transcript/transcript.css'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { SessionCommits } from '../../../parts/diary/commit-links.tsx'
import type { Place } from '../../../parts/transcript/fetched-lines.ts'
import { ForgetSession } from '../../../parts/transcript/forget-session.tsx'
import { safeText } from '../../../parts/transcript/safe-text.ts'
import type { Session } from '../../../parts/transcript/turns.ts'
import { sourceWord } from '../../../state/diary/turn-words.ts'
import { pluralize, sizeWords } from '../../../state/words.ts'

/** The session's day and project, and its size. */
export function TranscriptHead({ place, session }: { place: Place; session: Session }) {
  const { date, project_key } = place
  const { project_label, session_ref, source, source_session_id, total_lines, bytes, turns } = session
  return (
    <header className="transcript-head flex items-baseline gap-y-4 gap-x-6 min-w-0">
      <nav className="row gap-6 min-w-0 muted text-s" aria-label="Place">
        <Link to="/diary/$date" params={{ date }} className="tone-accent underlined">
          {date}
        </Link>
        <ChevronRight className="fixed-size" aria-hidden="true" />
        <Link to="/diary/$date/$key" params={{ date, key: project_key }} className="tone-accent underlined truncate">
          {safeText(project_label)}
        </Link>
        <ChevronRight className="fixed-size" aria-hidden="true" />
      </nav>
      <h1 className="tracking-tight">
        <span className="hidden-text">Session </span>
        {session_ref}
      </h1>
      <p className="transcript-facts flex grow items-baseline gap-12 min-w-0 ml-10 muted text-xs nowrap">
        <span className="tag fixed-size align-center">{sourceWord(source)}</span>
        <span className="tabular">
          {pluralize(total_lines, 'line')} · {sizeWords(bytes)} · {pluralize(turns.length, 'turn')}
        </span>
        <code className="transcript-id truncate push-end text-2xs" title={safeText(source_session_id)}>
          {safeText(source_session_id)}
        </code>
        <ForgetSession session={session} />
      </p>
      <SessionCommits id={source_session_id} />
    </header>
  )
}
