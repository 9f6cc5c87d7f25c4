import { idShape } from '../receipts/receipt.ts'
import { roomFault } from './faults.ts'

/** Random bytes per kind of id. */
const sizes = {
  chat: 8,
  conf: 8,
  rnd: 8,
  turn: 8,
  task: 8,
  mcp: 8,
  rest: 8,
  cli: 8,
  run: 6,
  pkt: 6,
  trc: 6,
} as const
type IdKind = keyof typeof sizes

export function mintId(kind: IdKind, random: (size: number) => Uint8Array): string {
  return `${kind}_${hex(random(sizes[kind]))}`
}

export function isId(kind: IdKind, text: string): boolean {
  const digits = text.slice(kind.length + 1)
  return text.startsWith(`${kind}_`) && digits.length === sizes[kind] * 2 && /^[0-9a-f]+$/.test(digits)
}

/** Where the receipts of a run are kept. */
export function runSession(runId: string): string {
  return `pipeline-${runId}`
}

/** An id from outside that becomes part of a path is taken as it is or not at all. */
export function requireId(given: string): string {
  if (!idShape.test(given)) throw roomFault('invalid_id', { given })
  return given
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
