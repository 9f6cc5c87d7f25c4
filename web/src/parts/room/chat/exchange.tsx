import { useMutation, useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import type { ChatView } from '../../../../../src/room/schema.ts'
import { callRoom } from '../../../api.ts'
import { announce } from '../../../state/announce.ts'
import { roomQuery } from '../../../state/room/queries.ts'
import type { ToolRun, TurnProgress } from '../../../state/room/round-progress.ts'
import { Button } from '../../../ui/button.tsx'
import { faultText } from '../../../ui/fault-words.ts'
import { Ago } from '../../ago.tsx'
import { AgentMessage } from '../agent-message.tsx'
import { ToolStrip } from '../tool-strip.tsx'
import { TurnNotice } from '../turn-notice.tsx'
import { TurnProgressLine } from '../turn-progress.tsx'
import { UserMessage } from '../user-message.tsx'

type Turn = ChatView['turns'][number]

interface Props {
  project: string
  name: string
  role: string
  turn: Turn
  /** Live progress, known in this tab only. */
  watched?: TurnProgress | undefined
  /** Asks the same question again; only for the last exchange. */
  onReroll?: (() => void) | undefined
}

/** A question and its answer. */
export function Exchange({ project, name, role, turn, watched, onReroll }: Props) {
  const { message, state, calls, content, grounding, receipts, kind } = turn
  const isLive = state === 'queued' || state === 'running'
  const runs: readonly ToolRun[] = isLive ? (watched?.tools ?? []) : calls
  const failed = { ...turn, name, role, question: message }
  return (
    <section className="exchange ruled" aria-label={`${name}: question and answer`}>
      <UserMessage text={message} at={<Ago time={turn.askedAt} />} />
      <ToolStrip project={project} runs={runs} />
      {isLive && <LiveTurn project={project} name={name} turn={turn} watched={watched} />}
      {state === 'accepted' && (
        <AgentMessage
          project={project}
          name={name}
          role={role}
          asked={message}
          at={turn.endedAt && <Ago time={turn.endedAt} />}
          content={content}
          verdict={grounding.verdict}
          receipts={receipts}
          unverified={kind === 'raw'}
        />
      )}
      {(state === 'rejected' || state === 'stopped' || state === 'error') && (
        <TurnNotice project={project} turn={failed} />
      )}
      {state === 'cancelled' && (
        <p className="mt-6 mb-6 py-8 px-12 rounded-m bg-sunken soft text-s pre-wrap break-anywhere">
          Cancelled. No part of the answer was kept.
        </p>
      )}
      {onReroll && !isLive && <Reroll isStopped={state === 'stopped'} onReroll={onReroll} />}
    </section>
  )
}

function Reroll({ isStopped, onReroll }: { isStopped: boolean; onReroll: () => void }) {
  return (
    <p className="mb-10 ml-32 row wrap gap-8 text-xs">
      <Button
        icon={RotateCcw}
        kind="quiet"
        small
        disabled={isStopped}
        {...(isStopped && { 'aria-describedby': 'why-not-again' })}
        onClick={onReroll}
      >
        Ask again
      </Button>
      {isStopped && (
        <span id="why-not-again" className="muted">
          The agent stopped itself: the same question would stop it again.
        </span>
      )}
    </p>
  )
}

const refreshMs = 800

function LiveTurn({ project, name, turn, watched }: Pick<Props, 'project' | 'name' | 'turn' | 'watched'>) {
  const { turnId, state } = turn
  const queue = useQuery({
    ...roomQuery(project, 'room_queue', {}),
    enabled: state === 'queued' && watched?.position === undefined,
    refetchInterval: refreshMs,
  })
  const cancel = useMutation({
    mutationFn: () => callRoom(project, 'room_turn_cancel', { turnId }),
    onError: error => announce(faultText(error), 'alert'),
  })
  const position = queue.data?.waiting.find(each => each.turnId === turnId)?.position
  const shown = watched ?? { ...(state === 'queued' && position !== undefined && { position }) }
  const tool = watched?.tools.find(({ receiptId }) => receiptId === undefined)?.toolId
  return (
    <TurnProgressLine
      name={name}
      turn={shown}
      tool={tool}
      onCancel={() => cancel.mutate()}
      isEnding={cancel.isPending || cancel.isSuccess}
    />
  )
}
