import '../talk.css'
import { roleNamed } from '../../../../../src/room/agents/roles.ts'
import type { Verdict } from '../../../../../src/room/schema.ts'
import type { Output } from '../../../operations.ts'
import type { Round } from '../../../state/room/card-announcements.ts'
import type { ConferenceProgress, ToolRun } from '../../../state/room/round-progress.ts'
import { Ago } from '../../ago.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import { AgentMessage } from '../agent-message.tsx'
import { IssueLink } from '../issue-link.tsx'
import { ToolStrip } from '../tool-strip.tsx'
import { TurnNotice } from '../turn-notice.tsx'
import { UserMessage } from '../user-message.tsx'
import { FiledIssue } from './filed-issue.tsx'

type Message = Output<'room_conference_transcript'>['messages'][number]

interface Props {
  project: string
  round: Round
  /** The round's messages in order, as the server sends them. */
  messages: readonly Message[]
  progress: ConferenceProgress
}

/** One round: the question, what the tools gathered, the answers, and the issue it was filed as. */
export function RoundView({ project, round, messages, progress }: Props) {
  const { number, state, issueId, issueRemoved = false, linked = 0, phase1, roundId, createdAt } = round
  const title = `round-${number}`
  const runs = progress.tools[roundId] ?? phase1.receiptIds.map((receiptId): ToolRun => ({ toolId: '', receiptId }))
  const [asked, ...others] = messages
  const answers = others.filter(({ kind }) => kind !== 'system')
  const abstained = round.turns.filter(turn => turn.state === 'abstained')
  const hasBegunAnswers = round.turns.length > 0 || phaseTwo.has(state)
  return (
    <section className="round mt-24" aria-labelledby={title}>
      <header className="row wrap gap-y-4 gap-x-10 pb-8 border-bottom muted text-xs">
        <h2 className="ink text-m" id={title}>
          Round {number}
        </h2>
        <span className="tag">{stateWords[state]}</span>
        <Ago time={createdAt} />
        {issueId !== undefined && !issueRemoved && (
          <span className="push-end">
            <IssueLink project={project} issue={issueId} />
          </span>
        )}
      </header>
      {asked && <UserMessage text={asked.content} />}
      {state !== 'created' && <PhaseMarker number={1}>The Chief gathers facts with tools</PhaseMarker>}
      <ToolStrip project={project} runs={runs} />
      {others
        .filter(({ kind }) => kind === 'system')
        .map(message => (
          <p key={message.at} className="mt-6 mb-6 py-8 px-12 rounded-m bg-sunken soft text-s pre-wrap break-anywhere">
            {safeText(message.content)}
          </p>
        ))}
      {hasBegunAnswers && <PhaseMarker number={2}>Each agent answers from its role, or abstains</PhaseMarker>}
      {answers.map(message => {
        const first = answers.find(({ kind, content }) => kind === 'agent' && content === message.content)
        return message.kind === 'agent' && first && first !== message ? (
          <p key={message.turnId} className="mt-6 mb-6 muted text-s">
            {safeText(message.name ?? '')} gives the same answer as {safeText(first.name ?? '')}.
          </p>
        ) : (
          <MessageView key={message.turnId} project={project} round={round} message={message} />
        )
      })}
      {abstained.length > 0 && (
        <p className="mt-6 mb-6 muted text-s">
          {abstained.length === 1 ? '1 agent abstains' : `${abstained.length} agents abstain`}, because nothing that was
          gathered concerns what they look after: {abstained.map(({ name }) => safeText(name)).join(', ')}.
        </p>
      )}
      {state === 'closed' && issueId !== undefined && (
        <FiledIssue project={project} issue={issueId} hasReceipts={linked > 0} isRemoved={issueRemoved} />
      )}
    </section>
  )
}

const phaseTwo: ReadonlySet<string> = new Set(['phase2', 'closing', 'closed'])

const stateWords: { readonly [state in Round['state']]: string } = {
  created: 'starting',
  phase1: 'phase 1',
  phase2: 'phase 2',
  closing: 'is being saved',
  closed: 'ended',
  canceling: 'is being cancelled',
  cancelled: 'cancelled',
  interrupted: 'interrupted',
}

function PhaseMarker({ number, children }: { number: number; children: string }) {
  return (
    <h3 className="phase-marker row gap-8 mt-12 mb-6 muted text-xs weight-400 tracking-0">
      <span className="weight-600 soft">Phase {number}</span> {children}
    </h3>
  )
}

function MessageView({ project, round, message }: { project: string; round: Round; message: Message }) {
  const { kind, turnId = '', agentId = '', name = '', role = '', content, at } = message
  const turn = round.turns.find(each => each.turnId === turnId)
  const label = roleNamed(role).label
  if (kind === 'agent') {
    return (
      <AgentMessage
        project={project}
        name={name}
        role={label}
        asked={round.prompt}
        at={<Ago time={at} />}
        content={content}
        // Written complete by the server's own check.
        verdict={message.verdict as Verdict | undefined}
        receipts={round.phase1.receiptIds}
      />
    )
  }
  const failed = {
    turnId,
    agentId,
    name,
    role: label,
    state: turn?.state ?? 'error',
    question: round.prompt,
    stopHook: turn?.stopHook,
    rejectedText: turn?.journal?.rejectedText,
  }
  return <TurnNotice project={project} turn={failed} />
}
