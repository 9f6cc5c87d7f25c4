import type { CallInput } from '../event.ts'
import type { ToolCall } from '../reader.ts'
import { isObject, listAt, numberAt, objectAt, type TranscriptRecord, textAt, textsOf, wordsAt } from '../record.ts'

/** A call as events see it. */
export interface CodexCall extends ToolCall {
  name: string
  input: CallInput
  /** As the log writes it. */
  written: unknown
}

/** The call a `response_item` makes, if it makes one. */
export function itemCall(payload: TranscriptRecord): CodexCall | null {
  const id = textAt(payload, 'call_id') ?? textAt(payload, 'id') ?? null
  const name = toolName(wordsAt(payload, 'namespace'), wordsAt(payload, 'name') ?? 'unknown')
  switch (payload.type) {
    case 'function_call': {
      const input = parseArguments(payload.arguments)
      // A script that goes on running is asked for by its cell, as a command by its session.
      const asked =
        name === 'wait' && input.cell_id !== undefined ? { ...input, session_id: cellName(input.cell_id) } : input
      return { id, name, input: asked, written: payload.arguments }
    }
    case 'custom_tool_call':
      return { id, name, input: { patch: payload.input }, written: payload.input }
    case 'local_shell_call': {
      const command = objectAt(payload, 'action')?.command
      return { id, name: 'local_shell_call', input: { command }, written: payload.action }
    }
    case 'web_search_call':
      return { id, name: 'web_search', input: objectAt(payload, 'action') ?? {}, written: payload.action }
    default:
      return null
  }
}

/** Newer clients name the server of a tool apart, as `mcp__<server>`. */
function toolName(namespace: string | undefined, name: string): string {
  if (!namespace?.startsWith('mcp__') || name.startsWith('mcp__')) return name
  return `${namespace}${namespace.endsWith('__') ? '' : '__'}${name}`
}

/** The call of a completed item; such an item holds its result as well. */
export function completedCall(item: TranscriptRecord): CodexCall | null {
  const id = textAt(item, 'id') ?? null
  switch (item.type) {
    case 'CommandExecution': {
      const { command } = item
      return { id, name: 'shell', input: { command }, written: command }
    }
    case 'FileChange': {
      const { changes } = item
      return { id, name: 'apply_patch', input: { changes }, written: changes }
    }
    case 'McpToolCall': {
      const name = `mcp__${textAt(item, 'server') ?? ''}__${textAt(item, 'tool') ?? ''}`
      return { id, name, input: parseArguments(item.arguments), written: item.arguments }
    }
    default:
      return null
  }
}

function parseArguments(value: unknown): CallInput {
  if (isObject(value)) return value
  if (typeof value !== 'string') return {}
  try {
    const parsed: unknown = JSON.parse(value)
    return isObject(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

interface ItemResult {
  text: string
  exit: number | null
  error: boolean
  denied: boolean
  status: string | null
}

const failures = new Set(['failed', 'error', 'errored'])

/** How the command, change or call that an item reports turned out. */
export function itemResult(item: TranscriptRecord): ItemResult {
  const status = wordsAt(item, 'status') ?? null
  const exit = numberAt(item, 'exit_code') ?? numberAt(item, 'exitCode') ?? null
  const failed = status !== null && failures.has(status.toLowerCase())
  const hasError = item.error !== undefined && item.error !== null
  return {
    text: resultText(item),
    exit,
    error: failed || hasError || (exit !== null && exit !== 0),
    denied: status === 'declined',
    status,
  }
}

function resultText(item: TranscriptRecord): string {
  const printed = textAt(item, 'aggregated_output') ?? textAt(item, 'aggregatedOutput') ?? textAt(item, 'output')
  if (printed !== undefined) return printed
  const { result } = item
  if (typeof result === 'string') return result
  if (!isObject(result)) return ''
  return textsOf(listAt(result, 'content')).join('\n')
}

interface ToolOutput {
  /** As the model got it. */
  payload: string
  /** What the tool itself printed. */
  text: string
  exit: number | null
  error: boolean
  denied: boolean
  interrupted: boolean
  /** The session of a command that goes on running. */
  running: string | undefined
}

/** Reads the output of a call, in the layouts the client has used over time. */
export function outputOf(payload: TranscriptRecord): ToolOutput {
  const { output } = payload
  const holder = isObject(output) ? output : undefined
  const text = payloadText(output)
  const script = scriptOutput(output)
  if (script) return { ...printed(script.parts.join('\n'), script), payload: text }
  const { inner, exit, running } = unwrapOutput(text)
  const failed = payload.success === false || holder?.success === false || clientsFailure.test(text)
  return {
    ...{ payload: text, text: inner, exit, running },
    error: failed || (exit !== null && exit !== 0),
    denied: refusal.test(text.slice(0, 20_000)),
    interrupted: stop.test(text),
  }
}

/** What a script that made calls printed, piece by piece; null for any other output. */
export function scriptOutput(output: unknown): ScriptOutput | null {
  const [head = '', ...parts] = Array.isArray(output) ? textsOf(output) : [payloadText(output)]
  const [begun, status = '', cell] = scriptHeader.exec(head) ?? []
  if (begun === undefined) return null
  const rest = head.slice(begun.length)
  return {
    status,
    cell,
    parts: [...(rest === '' ? [] : [rest]), ...parts].map(part => part.replace(/^Script error:\n/, '')),
  }
}

export interface ScriptOutput {
  status: string
  /** By what later calls ask for a script that goes on running. */
  cell: string | undefined
  parts: string[]
}

const scriptHeader =
  /^Script (completed|failed|terminated|running with cell ID ([\w-]{1,40}))\nWall time [\d.]{1,12} seconds\nOutput:\n/

/** What a script printed of one call: what the call gave, the output in it, or that as JSON. */
export function printed(part: string, { status, cell }: ScriptOutput): ToolOutput {
  const said = fromResult(part) ?? unwrapOutput(part)
  const running = cell === undefined ? said.running : cellName(cell)
  const hasFailed = status === 'failed' || (said.exit !== null && said.exit !== 0)
  const isStopped = status === 'terminated'
  return {
    payload: part,
    text: said.inner,
    exit: said.exit,
    running,
    error: hasFailed,
    denied: false,
    interrupted: isStopped,
  }
}

function cellName(cell: unknown): string {
  return `cell ${cell}`
}

/** `{"output": …, "exit_code": …, "session_id": …}`, or a text as JSON. */
function fromResult(part: string): Unwrapped | null {
  if (!/^[{"]/.test(part)) return null
  try {
    const value: unknown = JSON.parse(part)
    if (typeof value === 'string') return unwrapOutput(value)
    const inner = isObject(value) ? textAt(value, 'output') : undefined
    if (!isObject(value) || inner === undefined) return null
    const exit = numberAt(value, 'exit_code') ?? numberAt(objectAt(value, 'metadata'), 'exit_code') ?? null
    const session = value.session_id
    const running =
      exit === null && (typeof session === 'number' || typeof session === 'string') ? `${session}` : undefined
    return { inner, exit, running }
  } catch {
    return null
  }
}

/** The client's own words in place of an output. */
const clientsFailure =
  /^(?:exec_command|write_stdin|apply_patch verification) failed\b|^(?:exec command|patch) rejected by user\b/
const refusal =
  /^(?:exec command|patch) rejected by user\b|^exec_command failed\b[^\n]{0,16000}\bRejected\(\\?"rejected by user/
const stop = /^(?:Wall time: [\d.]{1,12} seconds\n)?aborted by user\b/

function payloadText(output: unknown): string {
  if (typeof output === 'string') return output
  if (Array.isArray(output)) return textsOf(output).join('\n')
  if (!isObject(output)) return ''
  return textAt(output, 'content') ?? textsOf(listAt(output, 'content')).join('\n')
}

interface Unwrapped {
  inner: string
  exit: number | null
  running?: string | undefined
}

function unwrapOutput(text: string): Unwrapped {
  return fromJson(text) ?? fromLayout(text) ?? { inner: text, exit: exitInFailure(text) }
}

/** `{"output": …, "metadata": {"exit_code": …}}` */
function fromJson(text: string): Unwrapped | null {
  if (!text.startsWith('{') || !text.includes('"output"')) return null
  try {
    const value: unknown = JSON.parse(text)
    const inner = isObject(value) ? textAt(value, 'output') : undefined
    if (!isObject(value) || inner === undefined) return null
    return { inner, exit: numberAt(objectAt(value, 'metadata'), 'exit_code') ?? null }
  } catch {
    return null
  }
}

const headerLine =
  /^(?:Chunk ID: |Wall time: |Process (?:exited with code|running with session ID) |Exit code: |Original token count: |Total output lines: |Warning: )/
const exitLine = /^(?:Process exited with code|Exit code:) (-?\d{1,9})$/
const runningLine = /^Process running with session ID ([\w-]{1,64})$/
const maxHeaderLines = 8
const longestCommand = 64_000

/** A few lines about the run, then `Output:` and what it printed; before them some clients repeat the command. */
function fromLayout(text: string): Unwrapped | null {
  let exit: number | null = null
  let running: string | undefined
  const repeated = text.startsWith('Command: ')
    ? /\n(?=(?:Chunk ID|Wall time): )/.exec(text.slice(0, longestCommand))
    : null
  let from = repeated ? repeated.index + 1 : 0
  for (let i = 0; i <= maxHeaderLines; i++) {
    const to = text.indexOf('\n', from)
    const line = to < 0 ? text.slice(from) : text.slice(from, to)
    if (i > 0 && line === 'Output:') return { inner: to < 0 ? '' : text.slice(to + 1), exit, running }
    if (!headerLine.test(line) && !(i > 0 && line === '')) return null
    exit = exitIn(line) ?? exit
    running = runningLine.exec(line)?.[1] ?? running
    if (to < 0) return null
    from = to + 1
  }
  return null
}

/** How a command ended that the sandbox did not let do its work. */
function exitInFailure(text: string): number | null {
  const code = text.startsWith('exec_command failed') ? /\bexit_code: (\d{1,9})\b/.exec(text)?.[1] : undefined
  return code === undefined ? null : Number(code)
}

function exitIn(line: string): number | null {
  const code = exitLine.exec(line)?.[1]
  return code === undefined ? null : Number(code)
}
