import { familyOf } from '../agents.ts'
import { type MaterialLine, objectIn } from '../materialized/line.ts'
import { isObject, listAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'
import { type ShownMessage, topicOf } from './request-lines.ts'

interface ShownCall {
  name: string
  input: object
  /** The command or file it is about. */
  subject: string
}

/** A call of a tool, with its result once the model has received it. */
export function* callLines(shown: ShownMessage, topic: string): Generator<MaterialLine> {
  const { message, piece } = shown
  const call = callOf(topic, textAt(message, 'text') ?? '')
  const use = piece('assistant')
  const named = { call_id: use.part_id, name: call.name }
  yield { kind: 'tool_use', ...use, ...named, input: call.input }
  const result = resultOf(shown, call)
  if (result) yield { kind: 'tool_result', ...piece('assistant'), ...named, ...result }
}

function callOf(topic: string, text: string): ShownCall {
  const said = objectIn(text) ?? {}
  switch (topic) {
    case 'command': {
      const command = text.endsWith(approvalMark) ? text.slice(0, -approvalMark.length) : text
      return { name: 'execute_command', input: { command }, subject: command }
    }
    case 'use_mcp_server': {
      const tool = wordsAt(said, 'toolName') ?? wordsAt(said, 'uri') ?? 'unknown'
      const input = objectIn(said.arguments) ?? {}
      return { name: `mcp__${wordsAt(said, 'serverName') ?? 'unknown'}__${tool}`, input, subject: tool }
    }
    case 'tool': {
      const name = wordsAt(said, 'tool') ?? 'unknown'
      const subject = wordsAt(said, 'path') ?? subjectOfBatch(said)
      return { name, input: familyOf(name) === 'edit' ? editInput(said) : withoutContent(said), subject }
    }
    default:
      return { name: topic === 'use_subagents' ? topic : 'browser_action', input: said, subject: '' }
  }
}

/** Put behind a command that had to be approved. */
const approvalMark = 'REQ_APP'

function subjectOfBatch(said: TranscriptRecord): string {
  const [first] = [...listAt(said, 'batchDiffs'), ...listAt(said, 'batchFiles')].filter(isObject)
  return wordsAt(first, 'path') ?? ''
}

/** What a reading tool found is its result, not what it was asked. */
function withoutContent({ content: _, tool: __, ...rest }: TranscriptRecord): object {
  return rest
}

type Result = Pick<Extract<MaterialLine, { kind: 'tool_result' }>, 'status' | 'output' | 'error' | 'exit'>

function resultOf(shown: ShownMessage, call: ShownCall): Result | null {
  const { message, answers } = shown
  const answer = call.subject === '' ? null : answers.take(message, call.subject)
  if (answer !== null) return resultFrom(call, answer)
  const output = outputAfter(shown, call)
  if (output !== null && call.name.startsWith('mcp__') && output.startsWith('Error:')) {
    return { status: 'error', output: null, error: output }
  }
  if (output === null && !wasDone(shown)) return null
  return { status: 'completed', output: output ?? '', error: null }
}

function resultFrom(call: ShownCall, text: string): Result {
  const status = statusOf(text)
  if (status === 'error') return { status, output: null, error: text }
  const exit = familyOf(call.name) === 'shell' ? exitOf(text) : null
  return { status, output: text, error: null, ...(exit === null ? {} : { exit }) }
}

const denials = ['The user denied this', 'User denied']

function statusOf(text: string): Result['status'] {
  if (denials.some(denial => text.startsWith(denial))) return 'cancelled'
  const status = text.startsWith('{') ? objectIn(text)?.status : undefined
  if (status === 'denied') return 'cancelled'
  return status === 'error' || text.startsWith('The tool execution failed') ? 'error' : 'completed'
}

const exitMark = /\bExit code: (-?\d{1,9})/

/** Only some clients tell the model how a command ended, before its output. */
function exitOf(text: string): number | null {
  const code = exitMark.exec(text.slice(0, text.indexOf('\nOutput:') + 1 || 400))?.[1]
  return code === undefined ? null : Number(code)
}

/** What was shown of the output before the model was asked again. */
function outputAfter(shown: ShownMessage, { name }: ShownCall): string | null {
  const wanted = name === 'execute_command' ? 'command_output' : name.startsWith('mcp__') ? 'mcp_server_response' : null
  if (wanted === null) return null
  const texts: string[] = []
  for (const message of after(shown)) {
    const topic = isObject(message) ? topicOf(message) : undefined
    if (topic === 'api_req_started' || topic === 'command' || topic === 'tool' || topic === 'use_mcp_server') break
    if (isObject(message) && topic === wanted) texts.push(textAt(message, 'text') ?? '')
  }
  return texts.length === 0 ? null : texts.filter(text => text !== '').join('\n')
}

/**
 * Whether the call was carried out, where the answer to the model is not known: it needed no approval, or the model was
 * asked again without a word of the user's.
 */
function wasDone(shown: ShownMessage): boolean {
  const { message } = shown
  for (const later of after(shown)) {
    const topic = isObject(later) ? topicOf(later) : undefined
    if (topic === 'user_feedback' || topic === 'resume_task') return message.type === 'say'
    if (topic === 'api_req_started') return true
  }
  return message.type === 'say' && message.partial !== true
}

function* after({ messages, at }: ShownMessage): Generator<unknown> {
  for (let next = at + 1; next < messages.length; next++) yield messages[next]
}

/** What an edit is called with: the file, and the lines that came and went where the message says them. */
function editInput(tool: TranscriptRecord): object {
  const path = wordsAt(tool, 'path') ?? ''
  const batch = listAt(tool, 'batchDiffs').filter(isObject)
  if (batch.length > 0) return { changes: batch.flatMap(each => changesOf('editedExistingFile', each)) }
  const patch = [textAt(tool, 'content'), textAt(tool, 'diff')].find(text => text?.trimStart().startsWith(patchMark))
  if (patch !== undefined) return { path, patch }
  return { path, changes: changesOf(textAt(tool, 'tool') ?? '', tool) }
}

const patchMark = '*** Begin Patch'
const operations = new Map([
  ['newFileCreated', 'add'],
  ['fileDeleted', 'delete'],
])

function changesOf(name: string, tool: TranscriptRecord): object[] {
  const path = wordsAt(tool, 'path')
  if (path === undefined) return []
  const type = operations.get(name) ?? 'update'
  const texts = [textAt(tool, 'content'), textAt(tool, 'diff')].filter(text => text !== undefined)
  const diff = texts.map(diffIn).find(each => each !== null)
  if (diff !== undefined && diff !== null) return [{ path, type, diff }]
  const [content] = texts
  return type === 'add' && content !== undefined ? [{ path, type, content }] : [{ path, type }]
}

/** A unified diff as it is; blocks of what to search and what to put there as one. */
function diffIn(text: string): string | null {
  const lines = text.split('\n')
  if (lines.some(line => line.startsWith('@@ '))) return text
  const marked: string[] = []
  let side: '-' | '+' | null = null
  let hasBlocks = false
  for (const [at, line] of lines.entries()) {
    if (/^(?:<{3,}|-{3,}) SEARCH/.test(line)) {
      side = '-'
      hasBlocks = true
    } else if (side === '-' && /^={5,}\s*$/.test(line)) side = '+'
    else if (side === '+' && /^(?:>{3,}|\+{3,}) REPLACE/.test(line)) side = null
    else if (side !== null && !isPosition(line, lines[at - 1])) marked.push(`${side}${line}`)
  }
  return hasBlocks ? marked.join('\n') : null
}

/** A block may say from which line on it searches, set off by dashes. */
function isPosition(line: string, before = ''): boolean {
  return /^:(?:start|end)_line:/.test(line) || (/^-{5,}\s*$/.test(line) && /^:(?:start|end)_line:/.test(before))
}
