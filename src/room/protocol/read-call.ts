import type { JsonObject } from '../../kernel/json.ts'
import type { ToolId } from '../tools/tool.ts'
import { type DeclaredTool, readArguments } from './arguments.ts'
import { callIntent } from './call-intent.ts'
import { isMap, type JsonMap } from './json-value.ts'
import type { NonceCheck } from './nonce-book.ts'
import { prepareReply } from './prepare.ts'
import { readEnvelope } from './read-envelope.ts'
import { echo, type Rejection, rejected } from './rejection.ts'
import { toolNamed } from './tool-ids.ts'

/** A call that may run. */
export interface ToolCall {
  tool: ToolId
  /** The name that was used, where it was not the id. */
  requestedTool?: string
  args: JsonObject
  /** The nonce it consumed. */
  nonce: string
}

/** What one reply is held against. */
export interface CallRules {
  tools: readonly DeclaredTool[]
  /** Absent: all of them. */
  allowed?: readonly ToolId[]
  nonce: NonceCheck
}

export interface FirstStepRules extends CallRules {
  required: boolean
  /** The turn asks for an object, so one that is no envelope is an answer. */
  objectsAnswer?: boolean
}

export type CallReply = { call: ToolCall } | { noCall: true } | { rejection: Rejection }

/** The first reply of a turn: a call, none, or the first row of the table that it fails. */
export function readCall(reply: string, rules: FirstStepRules): CallReply {
  const read = readReply(prepareReply(reply), rules)
  return 'noCall' in read && rules.required ? rejected('tool_call_invalid_format', 'tool-call-required') : read
}

/** Rows 7 to 12: of an object whose keys are known to be allowed. */
export function readCallFields(fields: JsonMap, rules: CallRules): { call: ToolCall } | { rejection: Rejection } {
  const [name, given, nonce] = [fields.get('tool'), fields.get('args'), fields.get('nonce')]
  if (name === undefined || (typeof name === 'string' && name.trim() === '')) return badFormat('missing-field:tool')
  if (typeof name !== 'string') return badFormat('bad-type:tool')
  if (given === undefined) return badFormat('missing-field:args')
  if (!isMap(given)) return badFormat('bad-type:args')
  if (nonce !== undefined && typeof nonce !== 'string') return badFormat('bad-type:nonce')

  const named = toolNamed(name)
  const tool = named && rules.tools.find(({ id }) => id === named.id)
  if (!named || !tool) return rejected('tool_call_unknown_tool', `unknown-tool:${echo(name)}`)
  if (rules.allowed && !rules.allowed.includes(tool.id))
    return rejected('tool_call_unknown_tool', `tool-not-allowed:${tool.id}`)

  const problem = rules.nonce(nonce)
  if (problem || nonce === undefined) return rejected('tool_call_nonce_invalid', problem ?? 'nonce-missing')

  const read = readArguments(tool, given)
  if ('errors' in read) return rejected('tool_call_invalid_args', read.errors.join(','))
  const { requested } = named
  return {
    call: { tool: tool.id, ...(requested !== undefined && { requestedTool: requested }), args: read.args, nonce },
  }
}

export function unknownField(fields: JsonMap, known: readonly string[]): { rejection: Rejection } | undefined {
  const key = [...fields.keys()].find(name => !known.includes(name))
  return key === undefined ? undefined : badFormat(`unknown-field:${echo(key)}`)
}

export function badFormat(detail: string): { rejection: Rejection } {
  return rejected('tool_call_invalid_format', detail)
}

function readReply(prepared: string, rules: FirstStepRules): CallReply {
  if (prepared === '') return { noCall: true }
  if (!prepared.startsWith('{')) {
    const intent = callIntent(prepared)
    return intent ? badFormat(intent) : { noCall: true }
  }
  const envelope = readEnvelope(prepared)
  if ('rejection' in envelope) return envelope
  if (rules.objectsAnswer && isAnswer(envelope.object)) return { noCall: true }
  return unknownField(envelope.object, ['tool', 'args', 'nonce']) ?? readCallFields(envelope.object, rules)
}

function isAnswer(object: JsonMap): boolean {
  return !['tool', 'action', 'nonce'].some(key => object.has(key))
}
