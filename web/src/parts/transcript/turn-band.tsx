import { formatNumber } from '../../../../src/kernel/numbers.ts'
import '../room/talk.css'
import './transcript.css'
import { costAmount } from '../../../../src/diary/report/text/costs.ts'
import { clockOf } from '../../state/diary/turn-words.ts'
import { TurnMark } from './turn-mark.tsx'
import type { Turn } from './turns.ts'

/** The heading above the first line of a turn. */
export function TurnBand({ turn }: { turn: Turn }) {
  const { start_line, end_line } = turn
  return (
    <div className="turn-band row gap-12 mt-10 mb-4 bg-sunken text-xs">
      <TurnFacts turn={turn} />
      <span className="turn-lines tabular muted">
        lines {formatNumber(start_line)}–{formatNumber(end_line)}
      </span>
    </div>
  )
}

/** The bar above the lines shows them as well, and has no place for the numbers of the lines. */
export function TurnFacts({ turn }: { turn: Turn }) {
  const { turn_ref, trigger_at, trigger_kind, terminal, cost_usd, cost_at_least } = turn
  return (
    <>
      <strong className="turn-ref" title={turn_ref}>
        Turn {Number(turn_ref.slice(1))}
      </strong>
      {trigger_at && <time dateTime={trigger_at}>{clockOf(trigger_at)}</time>}
      {trigger_kind && trigger_kind !== 'message' && <span className="muted">{kinds[trigger_kind]}</span>}
      <TurnMark state={terminal ?? 'none'} />
      {cost_usd !== undefined && cost_usd !== null && (
        <span className="tabular muted">{costAmount({ total: cost_usd, at_least: cost_at_least ?? false })}</span>
      )}
    </>
  )
}

const kinds: { [kind in NonNullable<Turn['trigger_kind']>]: string } = {
  message: 'Message',
  command: 'Command',
  steering: 'Steering',
  channel: 'Channel',
  context: 'Context',
}
