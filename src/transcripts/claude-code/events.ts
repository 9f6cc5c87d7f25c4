import type { ResultEvent, TurnEvent } from '../event.ts'
import type { SubagentRow } from '../reader.ts'
import { isObject, numberAt, objectAt, type TranscriptRecord, type TurnLine, textAt, wordsAt } from '../record.ts'
import type { TurnSpan } from '../source.ts'
import { parseTimestamp } from '../timestamp.ts'
import { blocksOf, resultText } from './content.ts'
import { subagentRow } from './subagent-row.ts'
import { interruptMark, isRefusal, noticeIn, steeringText, userVerdict } from './trigger.ts'

export function claudeEvents(turn: TurnSpan, lines: Iterable<TurnLine>): TurnEvent[] {
  const events: TurnEvent[] = []
  let seen: Set<string> | undefined
  for (const { number: line, record } of lines) {
    if (!record) {
      events.push({ kind: 'malformed', line })
      continue
    }
    const row = line === turn.startLine ? null : subagentRow(record)
    if (row) seen ??= new Set()
    const found =
      row && seen
        ? subagentEvents(line, row, seen)
        : line === turn.startLine
          ? triggerEvents(turn, record)
          : eventsOf(line, record)
    if (found.length > 0) events.push(...found)
    else events.push({ kind: 'context', line })
  }
  return events
}

function triggerEvents(turn: TurnSpan, record: TranscriptRecord): TurnEvent[] {
  return [{ kind: 'user', line: turn.startLine, text: turn.text }, ...resultEvents(turn.startLine, record)]
}

/** What a sub-agent did, each call and result once, in whichever forms the client wrote it; what it said is not to the user. */
function subagentEvents(line: number, { subagent, startedBy, record }: SubagentRow, seen: Set<string>): TurnEvent[] {
  const found = record.type === 'assistant' ? assistantEvents(line, record) : resultEvents(line, record)
  return found.flatMap(event => {
    if (event.kind !== 'call' && event.kind !== 'result') return []
    const key = `${event.kind} ${event.id}`
    if (event.id !== null && seen.has(key)) return []
    seen.add(key)
    return [{ ...event, subagent, ...(startedBy !== null && { startedBy }) }]
  })
}

function eventsOf(line: number, record: TranscriptRecord): TurnEvent[] {
  switch (record.type) {
    case 'user':
      return userEvents(line, record)
    case 'assistant':
      return assistantEvents(line, record)
    case 'attachment': {
      const notice = noticeIn(record)
      return notice === null ? unplacedEvents(line, record, steeringText(record)) : [noticeEvent(line, notice)]
    }
    case 'pr-link': {
      const number = numberAt(record, 'prNumber')
      return number === undefined ? [] : [{ kind: 'pr', line, number }]
    }
    default:
      return []
  }
}

function userEvents(line: number, record: TranscriptRecord): TurnEvent[] {
  const verdict = userVerdict(record)
  if (verdict.is === 'interrupt') return [{ kind: 'interrupt', line }]
  if (verdict.is === 'shell_note') return [{ kind: 'shell_note', line, text: verdict.text }]
  const notice = noticeIn(record)
  if (notice !== null) return [noticeEvent(line, notice)]
  const said = verdict.is === 'trigger' ? unplacedEvents(line, record, verdict.text) : []
  return [...said, ...resultEvents(line, record)]
}

/** What the client says of a task in the background, with the call that began it. */
function noticeEvent(line: number, text: string): TurnEvent {
  const call = /<tool-use-id>([^<\n]{1,200})<\/tool-use-id>/.exec(text)?.[1]?.trim() ?? null
  return { kind: 'notice', line, call, text }
}

/** A person's words inside a turn: without a valid time they open none; with one they repeat what another record said. */
function unplacedEvents(line: number, record: TranscriptRecord, text: string | null): TurnEvent[] {
  return text !== null && parseTimestamp(record.timestamp) === null ? [{ kind: 'user', line, text }] : []
}

function assistantEvents(line: number, record: TranscriptRecord): TurnEvent[] {
  if (record.isApiErrorMessage === true) return [{ kind: 'api_error', line }]
  return blocksOf(objectAt(record, 'message')?.content).flatMap((block): TurnEvent[] => {
    if (block.type === 'tool_use') {
      const input = objectAt(block, 'input') ?? {}
      const id = textAt(block, 'id') ?? null
      const cwd = wordsAt(record, 'cwd')
      const call = { kind: 'call', line, id, name: wordsAt(block, 'name') ?? 'unknown', input } as const
      return [cwd === undefined ? call : { ...call, cwd }]
    }
    // A sub-agent speaks to the agent, not to the user; what it does is still done.
    const text = block.type === 'text' && record.isSidechain !== true ? wordsAt(block, 'text') : undefined
    return text === undefined ? [] : [{ kind: 'text', line, text }]
  })
}

function resultEvents(line: number, record: TranscriptRecord): ResultEvent[] {
  const blocks = blocksOf(objectAt(record, 'message')?.content).filter(({ type }) => type === 'tool_result')
  return blocks.map(block => resultEvent(line, record, block, blocks.length === 1))
}

function resultEvent(line: number, record: TranscriptRecord, block: TranscriptRecord, isOnly: boolean): ResultEvent {
  const text = resultText(block)
  const error = block.is_error === true
  const detail = isOnly ? record.toolUseResult : undefined
  return {
    kind: 'result',
    line,
    id: textAt(block, 'tool_use_id') ?? null,
    text,
    exit: exitOf(text, error, detail),
    error,
    interrupted: (isObject(detail) && detail.interrupted === true) || (error && text.startsWith(interruptMark)),
    denied: isRefusal(record, block),
    ...(detail === undefined ? {} : { detail }),
  }
}

/** The exit status a shell result names or implies. */
export function exitOf(text: string, error: boolean, detail: unknown): number | null {
  if (error) {
    const code = /^Exit code (\d{1,9})\b/.exec(text)?.[1]
    return code === undefined ? null : Number(code)
  }
  return isObject(detail) && detail.stdout !== undefined ? 0 : null
}
