import { type MaterialLine, objectIn, type Piece } from '../materialized/line.ts'
import { isObject, listAt, numberAt, objectAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'
import type { ModelCall } from './model-calls.ts'
import { shownPath } from './shown-call.ts'

/** A call of a tool, with its result once it is complete. */
export function* toolLines(
  part: TranscriptRecord,
  asked: ModelCall | undefined,
  piece: () => Piece,
): Generator<MaterialLine> {
  const id = wordsAt(part, 'toolCallId') ?? null
  const data = objectAt(part, 'toolSpecificData')
  const made_by = wordsAt(part, 'subAgentInvocationId')
  const call = { call_id: id, name: toolName(part), ...(made_by === undefined ? {} : { made_by }) }
  yield { kind: 'tool_use', ...piece(), ...call, input: inputOf(part, data, asked?.input ?? null) }
  const isDenied = part.isConfirmed === false || objectAt(part, 'isConfirmed')?.type === 0
  if (part.isComplete !== true && !isDenied) return
  const text = asked?.result ?? shownResult(part, data)
  const status = isDenied ? 'cancelled' : statusOf(part, text)
  const exit =
    numberAt(objectAt(data, 'terminalCommandState'), 'exitCode') ??
    (data?.kind === 'terminal' ? exitIn(text) : undefined)
  yield {
    kind: 'tool_result',
    ...piece(),
    ...call,
    status,
    output: status === 'error' ? null : text,
    error: status === 'error' ? text : null,
    ...(exit === undefined ? {} : { exit }),
  }
}

/** The path of a location as the editor writes it out. */
export function pathIn(uri: TranscriptRecord | undefined): string | null {
  return wordsAt(uri, 'fsPath') ?? wordsAt(uri, 'path') ?? null
}

/** A tool of a server is named by the server too. */
function toolName(part: TranscriptRecord): string {
  const name = wordsAt(part, 'toolId') ?? wordsAt(part, 'toolName') ?? 'unknown'
  const source = objectAt(part, 'source')
  return source?.type === 'mcp' && !name.startsWith('mcp__') ? `mcp__${name.replace(/^mcp_/, '')}` : name
}

function inputOf(part: TranscriptRecord, data: TranscriptRecord | undefined, asked: TranscriptRecord | null) {
  const line = objectAt(data, 'commandLine')
  const command = wordsAt(line, 'userEdited') ?? wordsAt(line, 'toolEdited') ?? wordsAt(line, 'original')
  const ran = command ?? wordsAt(data, 'command')
  if (ran !== undefined) return { ...asked, command: ran }
  if (asked) return asked
  const shown = objectAt(data, 'rawInput') ?? objectIn(objectAt(part, 'resultDetails')?.input)
  if (shown) return shown
  if (data?.kind === 'subagent') return { description: textAt(data, 'description'), prompt: textAt(data, 'prompt') }
  const path = shownPath(part)
  return path === null ? null : { path }
}

/** What the editor shows of a result, where it is not known what the model was given. */
function shownResult(part: TranscriptRecord, data: TranscriptRecord | undefined): string | null {
  const details = objectAt(part, 'resultDetails')
  const texts = listAt(details, 'output').flatMap(piece => (isObject(piece) ? (textAt(piece, 'value') ?? []) : []))
  return (
    textAt(objectAt(data, 'terminalCommandOutput'), 'text') ??
    (texts.length > 0 ? texts.join('\n') : null) ??
    (data?.kind === 'subagent' ? (textAt(data, 'result') ?? null) : null)
  )
}

type Status = Extract<MaterialLine, { kind: 'tool_result' }>['status']

function statusOf(part: TranscriptRecord, text: string | null): Status {
  if (text?.startsWith('The user cancelled the tool call.')) return 'cancelled'
  const isFailure = text?.startsWith('ERROR while calling tool:') || objectAt(part, 'resultDetails')?.isError === true
  return isFailure ? 'error' : 'completed'
}

const exitLine = /\nCommand exited with code (-?\d{1,9})\s*$/

/** The model is told how a command ended where that was not 0. */
function exitIn(text: string | null): number | undefined {
  const code = exitLine.exec(text?.slice(-64) ?? '')?.[1]
  return code === undefined ? undefined : Number(code)
}
