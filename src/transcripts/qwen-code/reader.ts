import { join } from 'node:path'
import { namedPlaces } from '../discover.ts'
import type { TokenUsage } from '../event.ts'
import {
  diffDetail,
  type LineMeaning,
  type LinePart,
  type LogFormat,
  turnsOfParents,
  userPart,
  wordsPart,
} from '../log-lines/line-meaning.ts'
import { logReading } from '../log-lines/reading.ts'
import type { Environment, FileForm, Place, Places, SourceReader } from '../reader.ts'
import { isObject, listAt, numberAt, objectAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'
import { exitInReport, outputInReport } from '../shell-report.ts'
import type { TriggerKind } from '../source.ts'
import { parseTimestamp } from '../timestamp.ts'

const qwenRecords: LogFormat = { types: new Set(['user', 'assistant', 'tool_result', 'system']), meaningOf }

export const reader: SourceReader = {
  source: 'qwen-code',
  places: qwenPlaces,
  formOf: qwenForm,
  mayHold: qwenMayHold,
  inherited: files => Promise.resolve(turnsOfParents(files)),
  ...logReading(qwenRecords),
}

function qwenPlaces(environment: Environment): Places {
  const { env, home } = environment
  const base = env.QWEN_RUNTIME_DIR?.trim() || env.QWEN_HOME?.trim() || join(home, '.qwen')
  const path = join(base, 'projects')
  return namedPlaces(environment, 'DAYBOOK_QWEN_ROOTS') ?? { disabled: false, places: [{ path, explicit: false }] }
}

/** The conversations of a project are in its folder `chats`, those of sub-agents in `subagents/<session>`. */
function qwenForm(relative: string, { path, explicit }: Place): FileForm | null {
  if (!relative.endsWith('.jsonl')) return null
  const folders = join(path, relative).split(/[\\/]/).slice(0, -1)
  const isKnown = folders.at(-1) === 'chats' || folders.at(-2) === 'subagents'
  return isKnown || (explicit && path.endsWith(relative)) ? 'lines' : null
}

function qwenMayHold(relative: string, { explicit }: Place): boolean {
  const [, below, ...deeper] = relative.split('/')
  return explicit || below === undefined || (deeper.length <= 1 && (below === 'chats' || below === 'subagents'))
}

function meaningOf(record: TranscriptRecord): LineMeaning {
  return {
    type: wordsAt(record, 'type'),
    at: parseTimestamp(record.timestamp),
    session: {
      id: wordsAt(record, 'sessionId'),
      folder: wordsAt(record, 'cwd'),
      branch: wordsAt(record, 'gitBranch') ?? null,
      isSubagent: record.isSidechain === true,
      forkedFrom: wordsAt(objectAt(record, 'forkedFrom'), 'sessionId'),
    },
    parts: partsOf(record),
  }
}

function partsOf(record: TranscriptRecord): LinePart[] {
  const id = wordsAt(record, 'uuid') ?? null
  switch (record.type) {
    case 'user':
      return userPart(typedText(record), triggerOf(record), id)
    case 'assistant':
      return [...assistantParts(record), usagePart(record, id)]
    case 'tool_result':
      return results(record)
    default:
      return []
  }
}

/** Messages that the client itself wrote have a subtype of their own. */
function triggerOf({ subtype, provenance }: TranscriptRecord): TriggerKind | null {
  if (subtype === 'mid_turn_user_message') return 'steering'
  const isTyped = subtype === undefined || subtype === 'realtime_message'
  return isTyped && (provenance === undefined || provenance === 'real_user') ? 'message' : null
}

/** What the person saw of it, without the files that were put in for a mention. */
function typedText(record: TranscriptRecord): string {
  const shown = wordsAt(objectAt(record, 'systemPayload'), 'displayText')
  return (
    shown ??
    partsIn(record)
      .flatMap(part => textAt(part, 'text') ?? [])
      .join('\n')
  )
}

function partsIn(record: TranscriptRecord): TranscriptRecord[] {
  return listAt(objectAt(record, 'message'), 'parts').filter(isObject)
}

function assistantParts(record: TranscriptRecord): LinePart[] {
  return partsIn(record).flatMap((part): LinePart[] => {
    const call = objectAt(part, 'functionCall')
    if (call) {
      const id = wordsAt(call, 'id') ?? null
      return [{ kind: 'call', id, name: wordsAt(call, 'name') ?? 'unknown', input: call.args }]
    }
    return wordsPart(part.thought === true ? 'thinking' : 'text', textAt(part, 'text'))
  })
}

function results(record: TranscriptRecord): LinePart[] {
  const outcome = objectAt(record, 'toolCallResult')
  const display = objectAt(outcome, 'resultDisplay')
  return partsIn(record).flatMap((part): LinePart[] => {
    const answer = objectAt(part, 'functionResponse')
    if (!answer) return []
    const response = objectAt(answer, 'response')
    const text = textAt(response, 'output') ?? textAt(response, 'error') ?? ''
    const id = wordsAt(answer, 'id') ?? wordsAt(outcome, 'callId') ?? null
    return [
      {
        kind: 'result',
        id,
        text: outputInReport(text),
        exit: exitInReport(text),
        error: outcome?.status === 'error' || (outcome === undefined && textAt(response, 'error') !== undefined),
        interrupted: outcome?.status === 'cancelled',
        detail: detailOf(display, id),
      },
    ]
  })
}

/** The lines of an edit, or the sub-agent that a call started: it is called after its kind and the call. */
function detailOf(display: TranscriptRecord | undefined, call: string | null): object | undefined {
  const name = display?.type === 'task_execution' ? wordsAt(display, 'subagentName') : undefined
  if (name !== undefined && call !== null) return { agentId: `${name}-${call}`.replace(/[^\w-]/g, '_') }
  return display?.fileDiffTruncated === true ? undefined : diffDetail(textAt(display, 'fileDiff'))
}

function usagePart(record: TranscriptRecord, id: string | null): LinePart {
  const usage = objectAt(record, 'usageMetadata')
  const model = wordsAt(record, 'model') ?? null
  return { kind: 'usage', id, model, tokens: usage ? tokensIn(usage) : null, costUsd: null }
}

/** Cached input is counted within the input. */
function tokensIn(usage: TranscriptRecord): TokenUsage {
  const cached = numberAt(usage, 'cachedContentTokenCount') ?? 0
  const prompt = numberAt(usage, 'promptTokenCount') ?? 0
  return {
    input: Math.max(0, prompt - cached) + (numberAt(usage, 'toolUsePromptTokenCount') ?? 0),
    output: numberAt(usage, 'candidatesTokenCount') ?? 0,
    cache_read: cached,
    cache_write: 0,
    reasoning: numberAt(usage, 'thoughtsTokenCount') ?? 0,
  }
}
