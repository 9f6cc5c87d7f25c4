import './talk.css'
import '../transcript/transcript.css'
import { useMutation } from '@tanstack/react-query'
import { CircleDot, CircleX, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { reasonInWords } from '../../../../src/room/conference/reason-words.ts'
import { callRoom } from '../../api.ts'
import { announce } from '../../state/announce.ts'
import { useMayWrite } from '../../state/role.ts'
import { Button } from '../../ui/button.tsx'
import { FaultView } from '../../ui/fault-view.tsx'
import { safeText } from '../transcript/safe-text.ts'
import { IssueLink } from './issue-link.tsx'

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
    <article
      className={`turn-notice flex gap-12 mt-10 mb-10 py-12 px-16 rounded-l text-s ${state}`}
      aria-label={`${safeText(name)}: no answer`}
    >
      {isRejected ? <CircleX aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
      <div>
        <p>
          <strong>
            {isRejected ? `${safeText(name)}’s reply was rejected.` : `${safeText(name)} could not answer.`}
          </strong>{' '}
          {reasonInWords(stopHook)} {stopHook && <ReasonCode {...stopHook} />}
        </p>
        <div className="row wrap gap-8">
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
    <article
      className="turn-notice stopped flex gap-12 mt-10 mb-10 py-12 px-16 rounded-l text-s"
      aria-label={`${safeText(name)} stopped`}
    >
      <TriangleAlert aria-hidden="true" />
      <div>
        <p>
          <strong>{safeText(name)} stopped:</strong> <code>{safeText(stopHook?.type ?? 'error')}</code>{' '}
          {reasonInWords(stopHook)}
        </p>
        {stopHook?.detail && <blockquote className="quote">{safeText(stopHook.detail)}</blockquote>}
        <div className="row wrap gap-8">
          <OpenIssue project={project} turn={turn} />
        </div>
      </div>
    </article>
  )
}

/** A reply that did not pass the check, as plain text marked as such. */
function RejectedText({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <Button small aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {open ? 'Hide rejected text' : 'Show rejected text'}
      </Button>
      <div id={id} hidden={!open} className="rejected-text min-w-0 py-10 px-12 rounded-m bg-sunken">
        <p className="soft text-xs">Not accepted. Nothing in it is proven, and no agent sees it.</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
        <section className="mt-8 scrolls pre-wrap break-anywhere" tabIndex={0} aria-label="Rejected text">
          {safeText(text)}
        </section>
      </div>
    </>
  )
}

const longestTitle = 200

/** Creates an issue from an agent's blocked turn; a second call finds the same issue. */
function OpenIssue({ project, turn }: { project: string; turn: FailedTurn }) {
  const mayWrite = useMayWrite(project)
  const open = useMutation({
    mutationFn: () => callRoom(project, 'room_issue_open', issueOf(turn)),
    onSuccess: ({ id }) => announce(`Issue #${id} opened`),
  })
  if (open.data) return <IssueLink project={project} issue={open.data.id} />
  return (
    <>
      {mayWrite && (
        <Button icon={CircleDot} small disabled={open.isPending} onClick={() => open.mutate()}>
          Open issue
        </Button>
      )}
      {open.error && <FaultView error={open.error} />}
    </>
  )
}

function issueOf({ turnId, agentId, name, question, stopHook }: FailedTurn) {
  const type = stopHook?.type ?? 'error'
  const [line = ''] = question.trim().split('\n')
  return {
    title: [...`${name} stopped (${type}): ${line}`].slice(0, longestTitle).join('').trim(),
    body: [`Asked:\n${question}`, `${name} stopped with ${type}:\n${stopHook?.detail ?? ''}`].join('\n\n').trim(),
    tags: ['stop-hook', type],
    assignedTo: agentId,
    sourceKey: `stop:${turnId}`,
  }
}
