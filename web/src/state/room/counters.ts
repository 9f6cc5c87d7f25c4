import { sum } from '../../../../src/kernel/numbers.ts'
import type { Output } from '../../operations.ts'

export type Scopes = Pick<Output<'room_telemetry_summary'>, 'totals' | 'agents' | 'surfaces' | 'tools' | 'conferences'>
export type Counters = Scopes['totals']
type Bucket = 'evidence_invalid' | 'quote_not_found' | 'tool_syntax' | 'cot_leak' | 'format_error'

/** Why replies and calls are refused, by the families they are counted in. */
export const bucketWords: { readonly [bucket in Bucket]: string } = {
  evidence_invalid: 'Failed evidence',
  quote_not_found: 'Quote not in the file',
  tool_syntax: 'Malformed tool call',
  cot_leak: 'Thinking aloud',
  format_error: 'Malformed reply',
}
// Spelled out by its keys, which the compiler checks against the counters.
export const bucketNames = Object.keys(bucketWords) as Bucket[]

export function refusals(counters: Counters): number {
  return sum(bucketNames.map(bucket => counters[bucket]))
}

/** The entries of a tally or of counters, largest first, equal ones by name. */
export function ranked<T>(named: { readonly [name: string]: T }, weight: (value: T) => number): [string, T][] {
  return Object.entries(named)
    .filter(([, value]) => weight(value) > 0)
    .sort(([a, one], [b, other]) => weight(other) - weight(one) || (a < b ? -1 : 1))
}

export function isEmpty({ totals }: Scopes): boolean {
  return totals.activations + totals.model_calls + totals.tool_runs + refusals(totals) === 0
}
