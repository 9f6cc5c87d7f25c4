import type { ReactNode } from 'react'
import { shortDate } from '../../../../src/diary/report/text/names.ts'
import type { Hit } from '../../state/search/facets.ts'
import { AddressLink } from './address-link.tsx'

type ErrorHistory = NonNullable<NonNullable<Hit['passages']>[number]['error_history']>
type Step = ErrorHistory['tried'][number]
type SessionLine = NonNullable<ErrorHistory['seen_again']>

/** Whether an error was seen again, and what was done before the same passed; every statement leads to its line. */
export function ErrorHistoryLines({ history, session }: { history: ErrorHistory; session: string }) {
  const { error, tried, seen_again, passed } = history
  return (
    <ul className="stack gap-2 soft text-s pl-12 mb-8" aria-label="What is known of this error">
      {seen_again && (
        <li>
          <LineLink line={seen_again}>Seen again on {shortDate(seen_again.at.slice(0, 10))}</LineLink>: <q>{error}</q>
          {(!passed || passed.tried) && <Steps steps={tried} session={session} at={seen_again.at} />}
        </li>
      )}
      {passed && (
        <li>
          <LineLink line={passed}>Passed on {shortDate(passed.at.slice(0, 10))}</LineLink>:{' '}
          <code className="break-anywhere">{passed.command}</code>
          <Steps steps={passed.tried ?? tried} session={passed.session_ref} at={passed.at} />
        </li>
      )}
    </ul>
  )
}

function Steps({ steps, session, at }: { steps: readonly Step[]; session: string; at: string }) {
  if (steps.length === 0) return null
  return (
    <>
      {', after '}
      {steps.map(({ what, text, lines }, place) => (
        <span key={`${lines} ${text}`}>
          {place > 0 && ', '}
          <LineLink line={{ session_ref: session, lines, at }}>
            {what === 'edit' ? 'editing' : 'running'} <code className="break-anywhere">{text}</code>
          </LineLink>
        </span>
      ))}
    </>
  )
}

function LineLink({
  line,
  children,
}: {
  line: Pick<SessionLine, 'session_ref' | 'lines' | 'at'>
  children: ReactNode
}) {
  const { session_ref, lines, at } = line
  return (
    <AddressLink
      address={`/diary/${at.slice(0, 10)}/history/${session_ref}#L${lines.split('-')[0]}`}
      className="text-link"
    >
      {children}
    </AddressLink>
  )
}
