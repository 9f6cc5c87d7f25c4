import { redact } from '../../evidence/secrets.ts'
import type { Chain, CheckKind, CheckVerdict, TurnFacts, TurnRef } from '../schema.ts'
import { compareTurns } from '../workspace/refs.ts'
import { keywordsOf } from './keywords.ts'

/** A turn with evidence that no work item covers yet. */
export interface Node extends TurnRef {
  chain: Chain
  /** Facts help and are never needed. */
  facts: TurnFacts | undefined
  /** When the person spoke, in milliseconds; undefined when nothing tells. */
  at: number | undefined
  files: ReadonlySet<string>
  keywords: ReadonlySet<string>
}

export function nodeOf(turn: TurnRef, chain: Chain, facts: TurnFacts | undefined): Node {
  const at = Date.parse(facts?.trigger_at ?? '')
  return {
    session_ref: turn.session_ref,
    turn_ref: turn.turn_ref,
    chain,
    facts,
    at: Number.isNaN(at) ? undefined : at,
    files: new Set(facts?.files.map(({ path }) => path)),
    keywords: keywordsOf(chain.trigger.quoted_messages.map(({ text }) => redact(text))),
  }
}

/** By time, then by session and turn; what has no time comes first. */
export function inOrder(nodes: readonly Node[]): Node[] {
  return [...nodes].sort(
    (one, other) =>
      (one.at ?? Number.MIN_SAFE_INTEGER) - (other.at ?? Number.MIN_SAFE_INTEGER) || compareTurns(one, other),
  )
}

export function refsOf(nodes: Iterable<TurnRef>): TurnRef[] {
  return [...nodes].map(({ session_ref, turn_ref }) => ({ session_ref, turn_ref })).sort(compareTurns)
}

/** How the last run of each kind of check ended, over nodes in their order. */
export function lastVerdicts(nodes: Iterable<Node>): Map<CheckKind, { verdict: CheckVerdict; node: Node }> {
  const last = new Map<CheckKind, { verdict: CheckVerdict; node: Node }>()
  for (const node of nodes) {
    for (const { kind, verdict } of node.facts?.checks ?? []) last.set(kind, { verdict, node })
  }
  return last
}

export function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const each of numbers) total += each
  return total
}
