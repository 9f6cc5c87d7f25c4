import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
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
    <header className="transcript-head">
      <nav aria-label="Place">
        <Link to="/diary/$date" params={{ date }} className="text-link">
          {date}
        </Link>
        <ChevronRight className="transcript-step" aria-hidden="true" />
        <Link to="/diary/$date/$key" params={{ date, key: project_key }} className="text-link truncate">
          {safeText(project_label)}
        </Link>
        <ChevronRight className="transcript-step" aria-hidden="true" />
      </nav>
      <h1>
        <span className="hidden-text">Session </span>
        {session_ref}
      </h1>
      <p className="transcript-facts">
        <span className="tag">{sourceWord(source)}</span>
        <span className="tabular">
          {pluralize(total_lines, 'line')} · {sizeWords(bytes)} · {pluralize(turns.length, 'turn')}
        </span>
        <code className="transcript-id truncate" title={safeText(source_session_id)}>
          {safeText(source_session_id)}
        </code>
        <ForgetSession session={session} />
      </p>
    </header>
  )
}
