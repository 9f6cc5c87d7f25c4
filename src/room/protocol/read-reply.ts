import type { JsonObject } from '../../kernel/json.ts'
import { type ToolId, toolIds } from '../tools/tool.ts'
import { type DeclaredTool, readArguments } from './arguments.ts'
import type { NonceCheck } from './nonces.ts'
import { prepareReply } from './prepare.ts'
import { type Rejection, reject, safeName } from './rejection.ts'
import {
  isMap,
  type JsonMap,
  type JsonProblem,
  scanObject,
  skipBlanks,
  strictObject,
  toPlainObject,
} from './strict-json.ts'
import { toolAliases, toolNamed } from './tool-policy.ts'

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
interface CallRules {
  tools: readonly DeclaredTool[]
  /** Absent: all of them. */
  allowed?: readonly ToolId[]
  nonce: NonceCheck
}

export interface FirstStepRules extends CallRules {
  required: boolean
  /** The turn asks for an object, so an object that is not an envelope is an answer. */
  objectsAnswer?: boolean
}

type CallReply = { call: ToolCall } | { noCall: true } | { rejection: Rejection }

export interface DecisionRules extends CallRules {
  /** The flat schema was sent, which cannot leave a field out. */
  flat?: boolean
}

type DecisionReply = { call: ToolCall } | { final: true } | { rejection: Rejection }

/** The first reply of a turn: a call, none, or the first row of the table that it fails. */
export function readCall(reply: string, rules: FirstStepRules): CallReply {
  const read = readReply(prepareReply(reply), rules)
  return 'noCall' in read && rules.required ? reject('tool_call_invalid_format', 'tool-call-required') : read
}

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

/** The reply of a turn that asks for an object: exactly one, read by the scanner that reads calls. */
export function readJsonAnswer(reply: string): { object: JsonObject } | { problem: JsonProblem } {
  const read = strictObject(prepareReply(reply))
  return 'problem' in read ? read : { object: toPlainObject(read.object) }
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

function readFinal(fields: JsonMap, rules: DecisionRules): DecisionReply {
  const present = rules.flat ? new Map([...fields].filter(([, value]) => value !== null)) : fields
  const extra = unknownField(present, ['action', 'nonce'])
  if (extra) return extra
  const nonce = fields.get('nonce')
  if (nonce !== undefined && typeof nonce !== 'string') return badFormat('bad-type:nonce')
  const problem = rules.nonce(nonce)
  return problem ? reject('tool_call_nonce_invalid', problem) : { final: true }
}

/** Rows 7 to 12: of an object whose keys are known to be allowed. */
function readCallFields(fields: JsonMap, rules: CallRules): { call: ToolCall } | { rejection: Rejection } {
  const [name, given, nonce] = [fields.get('tool'), fields.get('args'), fields.get('nonce')]
  if (name === undefined || (typeof name === 'string' && name.trim() === '')) return badFormat('missing-field:tool')
  if (typeof name !== 'string') return badFormat('bad-type:tool')
  if (given === undefined) return badFormat('missing-field:args')
  if (!isMap(given)) return badFormat('bad-type:args')
  if (nonce !== undefined && typeof nonce !== 'string') return badFormat('bad-type:nonce')

  const named = toolNamed(name)
  const tool = named && rules.tools.find(({ id }) => id === named.id)
  if (!named || !tool) return reject('tool_call_unknown_tool', `unknown-tool:${safeName(name)}`)
  if (rules.allowed && !rules.allowed.includes(tool.id))
    return reject('tool_call_unknown_tool', `tool-not-allowed:${tool.id}`)

  const problem = rules.nonce(nonce)
  if (problem || nonce === undefined) return reject('tool_call_nonce_invalid', problem ?? 'nonce-missing')

  const read = readArguments(tool, given)
  if ('errors' in read) return reject('tool_call_invalid_args', read.errors.join(','))
  const { requested } = named
  return {
    call: { tool: tool.id, ...(requested !== undefined && { requestedTool: requested }), args: read.args, nonce },
  }
}

function unknownField(fields: JsonMap, known: readonly string[]): { rejection: Rejection } | undefined {
  const key = [...fields.keys()].find(name => !known.includes(name))
  return key === undefined ? undefined : badFormat(`unknown-field:${safeName(key)}`)
}

function badFormat(detail: string): { rejection: Rejection } {
  return reject('tool_call_invalid_format', detail)
}

/** A prepared text that begins as an object, as exactly one strict object (rows 2 and 3 of the call table). */
function readEnvelope(prepared: string): { object: JsonMap } | { rejection: Rejection } {
  const objects = countObjects(prepared)
  if (objects > 1) return reject('tool_call_multiple', `objects:${objects}`)
  const read = strictObject(prepared)
  return 'problem' in read ? reject('tool_call_invalid_format', read.problem) : read
}

/** Complete objects with nothing but blanks, commas and semicolons between them; 0 when anything else is there. */
function countObjects(text: string): number {
  let count = 0
  for (let at = 0; text[at] === '{'; at = skipSeparators(text, at)) {
    const scanned = scanObject(text, at)
    if ('problem' in scanned) return 0
    count++
    at = skipBlanks(text, scanned.end)
    if (at === text.length) return count
  }
  return 0
}

function skipSeparators(text: string, from: number): number {
  const rest = /[^\s,;]/g
  rest.lastIndex = from
  return rest.exec(text)?.index ?? text.length
}

type CallIntent = 'array' | 'fenced' | 'leading-text' | 'function-syntax' | 'tool-markup'

/** How a prepared text that does not begin as an object tries to call a tool, if it does. */
export function callIntent(prepared: string): CallIntent | undefined {
  return signs.find(([, shows]) => shows(prepared))?.[0]
}

/** A prepared text that is a call or a decision, or holds one. */
export function holdsCall(prepared: string): boolean {
  return callIntent(prepared) !== undefined || (prepared.startsWith('{') && beginsAsCall(prepared))
}

const signs: readonly [CallIntent, (text: string) => boolean][] = [
  ['array', text => /^\[\s*\{/.test(text)],
  ['fenced', text => /^(?:```|~~~)/.test(text)],
  ['leading-text', text => quotedToolKey.test(text) || objectsIn(text, isCallShaped)],
  ['function-syntax', text => toolFunction.test(text)],
  ['tool-markup', text => /<tool_call|<function=|<function_call|<\|tool_call|\[TOOL_CALLS\]|<invoke/i.test(text)],
]

const quotedToolKey = /(["'])tool\1\s*:/

const callable = [...toolIds, ...toolAliases.map(({ alias }) => alias)].join('|')
const toolFunction = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${callable})\\(`, 'iu')

/** Where the object is torn, its first key still tells. */
function beginsAsCall(prepared: string): boolean {
  const scanned = scanObject(prepared, 0)
  if ('problem' in scanned) return /^\{\s*"action"\s*:/.test(prepared)
  return scanned.value.has('tool') || scanned.value.has('action')
}

function isCallShaped(members: JsonMap): boolean {
  return (members.has('tool') || members.has('action')) && (members.has('args') || members.has('nonce'))
}

/** Tries every brace: scans from two of them overlap only as deep as objects may nest. */
function objectsIn(text: string, matches: (members: JsonMap) => boolean): boolean {
  if (!/tool|action|\\u/.test(text)) return false
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
    if (text[skipBlanks(text, at + 1)] !== '"') continue
    const scanned = scanObject(text, at)
    if (!('problem' in scanned) && matches(scanned.value)) return true
  }
  return false
}
