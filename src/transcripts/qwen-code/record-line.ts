import type { TokenUsage } from '../event.ts'
import { diffDetail } from '../log-lines/diff-detail.ts'
import { type LineMeaning, type LinePart, type LogFormat, userPart, wordsPart } from '../log-lines/line-meaning.ts'
import { isObject, listAt, numberAt, objectAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'
import { exitInReport } from '../shell-report.ts'
import type { TriggerKind } from '../source.ts'
import { parseTimestamp } from '../timestamp.ts'

export const qwenRecords: LogFormat = { types: new Set(['user', 'assistant', 'tool_result', 'system']), meaningOf }

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
      return [...spoken(record), usagePart(record, id)]
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

function spoken(record: TranscriptRecord): LinePart[] {
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
    return [
      {
        kind: 'result',
        id: wordsAt(answer, 'id') ?? wordsAt(outcome, 'callId') ?? null,
        text,
        exit: exitInReport(text),
        error: outcome?.status === 'error' || (outcome === undefined && textAt(response, 'error') !== undefined),
        interrupted: outcome?.status === 'cancelled',
        detail: display?.fileDiffTruncated === true ? undefined : diffDetail(textAt(display, 'fileDiff')),
      },
    ]
  })
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
