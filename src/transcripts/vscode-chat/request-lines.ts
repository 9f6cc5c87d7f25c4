import { familyOf } from '../agents.ts'
import { instantOf, type MaterialLine, type MessageClock, otherEvent, type Piece } from '../materialized/line.ts'
import { isObject, listAt, numberAt, objectAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'
import { pathOf } from '../tool-input.ts'
import { type ModelCall, modelCalls } from './model-calls.ts'
import { pathIn, toolLines } from './tool-lines.ts'

/** A message of a person and everything the agent answered to it. */
export function* requestLines(request: TranscriptRecord, number: string, clock: MessageClock): Generator<MaterialLine> {
  const message_id = wordsAt(request, 'requestId') ?? number
  const moment = clock.moment(instantOf(request.timestamp))
  const { timestamp } = moment
  let parts = 0
  const piece = (role: Piece['role']): Piece => ({ role, message_id, part_id: `${message_id}.${++parts}`, ...moment })

  const text = textAt(objectAt(request, 'message'), 'text') ?? textAt(request, 'message') ?? ''
  if (text.trim() !== '') yield { kind: 'text', ...piece('user'), synthetic: !isTyped(request), text }
  const edited = new Set<string>()
  const response = joinWords(listAt(request, 'response'))
  const asked = modelCalls(response, request)
  for (const part of response) {
    for (const line of partLines(part, asked, () => piece('assistant'), edited)) yield line
  }
  const model = modelOf(request)
  if (model !== null) yield { kind: 'usage', message_id, timestamp, model, ...unknownTokens, cost_usd: null }
  const end = endOf(request)
  if (end) yield { kind: 'event', message_id, timestamp, name: end, text: errorText(request) }
}

/** The client says how much of the context was used, not what a whole answer took. */
const unknownTokens = { input: null, output: null, cache_read: null, cache_write: null, reasoning: null }

/** Pressing a button of a confirmation and what the editor itself reports are sent as messages too. */
function isTyped(request: TranscriptRecord): boolean {
  return request.isSystemInitiated !== true && (request.confirmation === undefined || request.confirmation === null)
}

type Part = TranscriptRecord & { kind: string }

/** The text of an answer comes in pieces, with names of files between them. */
function joinWords(response: readonly unknown[]): Part[] {
  const parts: Part[] = []
  for (const part of response) {
    if (!isObject(part)) continue
    const words = wordsOf(part)
    const last = parts.at(-1)
    if (words === null) parts.push({ ...part, kind: textAt(part, 'kind') ?? 'untyped' })
    else if (last?.kind === 'text') parts[parts.length - 1] = { kind: 'text', text: `${last.text}${words}` }
    else parts.push({ kind: 'text', text: words })
  }
  return parts
}

function wordsOf(part: TranscriptRecord): string | null {
  const kind = textAt(part, 'kind')
  if (kind === undefined) return textAt(part, 'value') ?? null
  if (kind === 'markdownContent' || kind === 'markdownVuln') {
    return textAt(part, 'value') ?? textAt(objectAt(part, 'content'), 'value') ?? null
  }
  if (kind !== 'inlineReference') return null
  const target = objectAt(part, 'inlineReference')
  const path =
    pathIn(target) ?? pathIn(objectAt(target, 'uri')) ?? pathIn(objectAt(objectAt(target, 'location'), 'uri'))
  return wordsAt(part, 'name') ?? wordsAt(target, 'name') ?? path?.split('/').at(-1) ?? ''
}

/** Parts that show something in the editor and say nothing of the work. */
const quiet = new Set([
  'undoStop',
  'codeblockUri',
  'prepareToolInvocation',
  'progressMessage',
  'progressTaskSerialized',
  'mcpServersStarting',
  'clearToPreviousToolInvocation',
  'command',
  'confirmation',
  'elicitationSerialized',
  'extensions',
  'treeData',
  'multiDiffData',
  'warning',
  'hook',
  'questionCarousel',
  'pullRequest',
  'workspaceEdit',
  'disabledClaudeHooks',
])

function* partLines(
  part: Part,
  asked: ReadonlyMap<TranscriptRecord, ModelCall>,
  piece: () => Piece,
  edited: Set<string>,
): Generator<MaterialLine> {
  switch (part.kind) {
    case 'text': {
      const text = textAt(part, 'text') ?? ''
      if (text.trim() !== '') yield { kind: 'text', ...piece(), synthetic: false, text }
      return
    }
    case 'thinking': {
      const text = [part.value]
        .flat()
        .filter(each => typeof each === 'string')
        .join('')
      if (text.trim() !== '') yield { kind: 'thinking', ...piece(), synthetic: false, text }
      return
    }
    case 'toolInvocationSerialized':
      for (const line of toolLines(part, asked.get(part), piece)) {
        const path = line.kind === 'tool_use' && familyOf(line.name) === 'edit' ? pathOf(line.input) : null
        if (path !== null) edited.add(path)
        yield line
      }
      return
    case 'textEditGroup':
    case 'notebookEditGroup': {
      // What a tool changed is listed once more; without a tool this is all that says so.
      const path = pathIn(objectAt(part, 'uri'))
      if (path === null || edited.has(path)) return
      edited.add(path)
      yield { kind: 'tool_use', ...piece(), call_id: null, name: 'textEditGroup', input: { path } }
      return
    }
    default: {
      const { message_id, timestamp } = piece()
      yield otherEvent(message_id, timestamp, quiet.has(part.kind) ? null : part.kind)
    }
  }
}

/** Models of the subscription are called `copilot/<name>`; «auto» is whichever was resolved. */
function modelOf(request: TranscriptRecord): string | null {
  const resolved = wordsAt(objectAt(objectAt(request, 'result'), 'metadata'), 'resolvedModel')
  const model = resolved ?? wordsAt(request, 'modelId')?.replace(/^copilot\//, '')
  return model === undefined || model === 'auto' ? null : model
}

const cancelled = 2
const failed = 3

function endOf(request: TranscriptRecord): 'interrupted' | 'error' | null {
  const state = numberAt(objectAt(request, 'modelState'), 'value')
  if (state === cancelled || request.isCanceled === true) return 'interrupted'
  return state === failed || errorText(request) !== null ? 'error' : null
}

function errorText(request: TranscriptRecord): string | null {
  return wordsAt(objectAt(objectAt(request, 'result'), 'errorDetails'), 'message') ?? null
}
