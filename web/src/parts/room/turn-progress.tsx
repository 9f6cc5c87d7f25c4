import './talk.css'
import { CircleStop, LoaderCircle } from 'lucide-react'
import { formatSize } from '../../../../src/kernel/numbers.ts'
import { reasonInWords } from '../../../../src/room/conference/reason-words.ts'
import type { TurnProgress } from '../../state/room/round-progress.ts'
import { Button } from '../../ui/button.tsx'
import { safeText } from '../transcript/safe-text.ts'

interface Props {
  name: string
  turn: Omit<TurnProgress, 'turnId' | 'agentId' | 'tools'>
  /** The running tool. */
  tool?: string | undefined
  onCancel?: (() => void) | undefined
  isEnding?: boolean
}

/** The progress of a turn: its place in the queue, or its step, tool and bytes so far. */
export function TurnProgressLine({ name, turn, tool, onCancel, isEnding = false }: Props) {
  const { position, step, bytes, retry } = turn
  return (
    <div className="turn-progress row wrap gap-y-8 gap-x-10 py-6 text-s">
      <LoaderCircle className="turning" aria-hidden="true" />
      <span className="grow">
        <strong>{safeText(name)}</strong>{' '}
        {isEnding ? 'is being stopped' : position !== undefined ? waitingWords(position) : stepWords(step, tool)}
        {!isEnding && position === undefined && bytes !== undefined && (
          <span className="muted tabular"> · {formatSize(bytes)} written</span>
        )}
        {retry !== undefined && (
          <span className="as-block muted text-xs">
            Tried again: {reasonInWords({ type: 'grounding_required', code: retry })}
          </span>
        )}
      </span>
      {onCancel && (
        <Button icon={CircleStop} small disabled={isEnding} onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  )
}

function waitingWords(position: number): string {
  return position === 1 ? 'waits: next in the queue' : `waits: position ${position} in the queue`
}

function stepWords(step: string | undefined, tool: string | undefined): string {
  if (tool !== undefined) return `runs ${safeText(tool)}`
  return steps[step ?? ''] ?? 'begins'
}

const steps: { readonly [step: string]: string } = {
  call: 'chooses a tool',
  tool: 'runs a tool',
  decision: 'decides what comes next',
  final: 'writes the answer',
  validate: 'has its evidence checked',
  retry: 'tries once more',
}
