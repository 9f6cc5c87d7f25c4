import { wellFormed } from '../../receipts/canonical.ts'
import { outputsOf } from '../../receipts/outputs.ts'
import type { Receipt } from '../../receipts/receipt.ts'
import type { Audit } from '../audit/audit.ts'
import type { Comparison } from './mismatch.ts'

/** Receipts made again in memory, each held against the one in the log. */
export interface ReplayedAudit extends Pick<Audit, 'mint' | 'receiptsOf' | 'find' | 'output' | 'verifySession'> {
  minted: Receipt[]
}

/** Errors that time decides: such a run cannot be repeated, and its receipt is taken as it is. */
const decidedByTime = new Set(['cancelled', 'timeout'])

export function replayedAudit(
  log: readonly Receipt[],
  comparison: Comparison,
  changed: ReadonlySet<string>,
): ReplayedAudit {
  const minted: Receipt[] = []
  const outputs = new Map<string, string>()
  return {
    minted,
    async mint(facts, output) {
      const before = minted.filter(({ turn_id }) => turn_id === facts.turn_id).length
      const recorded = log.filter(({ turn_id }) => turn_id === facts.turn_id)[before]
      const text = output.toWellFormed()
      const { receipt_id = 'rcpt_000000000000', seq = 0, prev = '', key_id = '', signature = '' } = recorded ?? {}
      const made: Receipt = {
        v: 1,
        ...wellFormed(facts),
        outputs: outputsOf(text),
        // How long it took and when is known from the log, as ids and the place in the chain are.
        duration_ms: recorded?.duration_ms ?? facts.duration_ms,
        timestamp: recorded?.timestamp ?? facts.timestamp,
        receipt_id,
        seq,
        prev,
        key_id,
        signature_alg: 'HMAC-SHA256',
        // The signature is a function of key and bytes: with the same bytes it is the same.
        signature,
      }
      if (!recorded) comparison.differ('receipt', undefined, `${facts.tool_id} ran once more`)
      else if (!decidedByTime.has(recorded.error?.code ?? '')) held(recorded, made, comparison, changed)
      minted.push(recorded ?? made)
      outputs.set(receipt_id, text)
      return recorded ?? made
    },
    receiptsOf: async session => minted.filter(({ session_id }) => session_id === session),
    find: async id => minted.find(({ receipt_id }) => receipt_id === id),
    output: async id => outputs.get(id),
    verifySession: async () => ({
      status: 'ok',
      count: minted.length,
      head: minted.at(-1)?.signature ?? '',
      problems: [],
    }),
  }
}

function held(recorded: Receipt, made: Receipt, comparison: Comparison, changed: ReadonlySet<string>): void {
  const touched = recorded.file_refs.map(({ path }) => path).find(path => changed.has(path))
  const parts = new Set([...Object.keys(recorded), ...Object.keys(made)])
  for (const part of [...parts].sort()) {
    const [was, is] = [partOf(recorded, part), partOf(made, part)]
    const what = touched === undefined ? `receipt ${recorded.receipt_id}: ${part}` : `file changed since: ${touched}`
    comparison.compare(what, was, is)
  }
}

function partOf(receipt: Receipt, part: string): unknown {
  return Object.entries(receipt).find(([key]) => key === part)?.[1]
}
