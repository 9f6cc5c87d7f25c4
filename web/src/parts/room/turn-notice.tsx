import { CircleX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { reasonInWords } from '../../../../src/room/conference/reason-words.ts'
import { safeText } from '../transcript/safe-text.ts'
import { OpenIssue } from './open-issue.tsx'
import { RejectedText } from './rejected-text.tsx'

export interface FailedTurn {
  turnId: string
  agentId: string
  name: string
  role: string
  /** `rejected`, `stopped` or `error`. */
  state: string
  /** What was asked. */
  question: string
  stopHook?: { type: string; code: string | null; detail?: string | undefined } | undefined
  rejectedText?: string | undefined
}

/** Shown instead of an answer: that there is none, why, and what can be done about it. */
export function TurnNotice({ project, turn, children }: { project: string; turn: FailedTurn; children?: ReactNode }) {
  const { name, state, stopHook, rejectedText } = turn
  if (state === 'stopped') return <StopBanner project={project} turn={turn} />
  const isRejected = state === 'rejected'
  return (
    <article className={`turn-notice ${state}`} aria-label={`${safeText(name)}: no answer`}>
      {isRejected ? <CircleX aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
      <div>
        <p>
          <strong>
            {isRejected ? `${safeText(name)}’s reply was rejected.` : `${safeText(name)} could not answer.`}
          </strong>{' '}
          {reasonInWords(stopHook)} {stopHook && <ReasonCode {...stopHook} />}
        </p>
        <div className="turn-notice-actions">
          {rejectedText !== undefined && <RejectedText text={rejectedText} />}
          {children}
        </div>
      </div>
    </article>
  )
}

function ReasonCode({ type, code, detail }: NonNullable<FailedTurn['stopHook']>) {
  return <code>{safeText(`${code ?? type}${detail ? ` (${detail})` : ''}`)}</code>
}

/** The agent reports that it is blocked. Asking again would give the same reply, so a person must look at it. */
function StopBanner({ project, turn }: { project: string; turn: FailedTurn }) {
  const { name, stopHook } = turn
  return (
    <article className="turn-notice stopped" aria-label={`${safeText(name)} stopped`}>
      <TriangleAlert aria-hidden="true" />
      <div>
        <p>
          <strong>{safeText(name)} stopped:</strong> <code>{safeText(stopHook?.type ?? 'error')}</code>{' '}
          {reasonInWords(stopHook)}
        </p>
        {stopHook?.detail && <blockquote className="stop-text">{safeText(stopHook.detail)}</blockquote>}
        <div className="turn-notice-actions">
          <OpenIssue project={project} turn={turn} />
        </div>
      </div>
    </article>
  )
}
