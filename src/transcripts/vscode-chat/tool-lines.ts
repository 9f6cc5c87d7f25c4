import { type MaterialLine, objectIn, type Piece } from '../materialized/line.ts'
import { isObject, listAt, numberAt, objectAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'
import { pathOfUri } from '../vscode-workspace.ts'

/** A call of a tool, with its result once it is complete. */
export function* toolLines(
  part: TranscriptRecord,
  request: TranscriptRecord,
  piece: () => Piece,
): Generator<MaterialLine> {
  const id = wordsAt(part, 'toolCallId') ?? null
  const data = objectAt(part, 'toolSpecificData')
  const call = { call_id: id, name: toolName(part) }
  yield { kind: 'tool_use', ...piece(), ...call, input: inputOf(part, data, callIn(request, id)) }
  const isDenied = part.isConfirmed === false || objectAt(part, 'isConfirmed')?.type === 0
  if (part.isComplete !== true && !isDenied) return
  const exit = numberAt(objectAt(data, 'terminalCommandState'), 'exitCode')
  yield {
    kind: 'tool_result',
    ...piece(),
    ...call,
    status: isDenied ? 'cancelled' : 'completed',
    output: textAt(objectAt(data, 'terminalCommandOutput'), 'text') ?? resultIn(request, id) ?? null,
    error: null,
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

/** What the model asked for is kept apart from what was shown, and only for the newest answers. */
function callIn(request: TranscriptRecord, id: string | null): TranscriptRecord | null {
  if (id === null) return null
  const rounds = listAt(objectAt(objectAt(request, 'result'), 'metadata'), 'toolCallRounds').filter(isObject)
  const call = rounds
    .flatMap(round => listAt(round, 'toolCalls'))
    .filter(isObject)
    .find(each => textAt(each, 'id')?.split('__vscode')[0] === id.split('__vscode')[0])
  return call ? objectIn(call.arguments) : null
}

function inputOf(part: TranscriptRecord, data: TranscriptRecord | undefined, asked: TranscriptRecord | null) {
  const line = objectAt(data, 'commandLine')
  const command = wordsAt(line, 'userEdited') ?? wordsAt(line, 'toolEdited') ?? wordsAt(line, 'original')
  const ran = command ?? wordsAt(data, 'command')
  if (ran !== undefined) return { ...asked, command: ran }
  if (asked) return asked
  const path = shownPath(part.pastTenseMessage) ?? shownPath(part.invocationMessage)
  return path === null ? null : { path }
}

/** The first file that a message about the call links to. */
function shownPath(message: unknown): string | null {
  const text = typeof message === 'string' ? message : isObject(message) ? textAt(message, 'value') : undefined
  const start = text?.indexOf('](file://') ?? -1
  const end = text?.indexOf(')', start) ?? -1
  if (text === undefined || start < 0 || end < 0) return null
  const [uri = ''] = text.slice(start + 2, end).split('#')
  return pathOfUri(uri)
}

function resultIn(request: TranscriptRecord, id: string | null): string | undefined {
  if (id === null) return undefined
  const results = objectAt(objectAt(objectAt(request, 'result'), 'metadata'), 'toolCallResults')
  const texts = listAt(objectAt(results, id), 'content').flatMap(part =>
    isObject(part) ? (textAt(part, 'value') ?? []) : [],
  )
  return texts.length > 0 ? texts.join('\n') : undefined
}
