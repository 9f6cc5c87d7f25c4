import type { JsonMap } from './json-value.ts'
import { prepareReply } from './prepare.ts'
import { badFormat, type CallRules, readCallFields, type ToolCall, unknownField } from './read-call.ts'
import { readEnvelope } from './read-envelope.ts'
import { type Rejection, rejected } from './rejection.ts'

export interface DecisionRules extends CallRules {
  /** The flat schema was sent, which cannot leave a field out. */
  flat?: boolean
}

export type DecisionReply = { call: ToolCall } | { final: true } | { rejection: Rejection }

/** A reply after a tool's result: another call, or that the model will answer now. */
export function readDecision(reply: string, rules: DecisionRules): DecisionReply {
  const prepared = prepareReply(reply)
  if (!prepared.startsWith('{')) return badFormat('decision-required')
  const envelope = readEnvelope(prepared)
  if ('rejection' in envelope) return envelope
  const fields = envelope.object
  const unknown = unknownField(fields, ['action', 'tool', 'args', 'nonce'])
  if (unknown) return unknown
  if (!fields.has('action')) return badFormat('missing-field:action')
  const action = fields.get('action')
  if (action === 'tool') return readCallFields(fields, rules)
  return action === 'final' ? readFinal(fields, rules) : badFormat('bad-action')
}

function readFinal(fields: JsonMap, rules: DecisionRules): DecisionReply {
  const present = rules.flat ? new Map([...fields].filter(([, value]) => value !== null)) : fields
  const extra = unknownField(present, ['action', 'nonce'])
  if (extra) return extra
  const nonce = fields.get('nonce')
  if (nonce !== undefined && typeof nonce !== 'string') return badFormat('bad-type:nonce')
  const problem = rules.nonce(nonce)
  return problem ? rejected('tool_call_nonce_invalid', problem) : { final: true }
}
