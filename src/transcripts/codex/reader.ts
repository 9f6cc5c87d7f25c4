import { byteOrder } from '../../kernel/byte-order.ts'
import { groupBy } from '../../kernel/group.ts'
import { noTokens, type ReplyUsage, sumTokens, type TokenUsage } from '../event.ts'
import type { Line } from '../lines.ts'
import { largestAnswer } from '../passages.ts'
import {
  type ForkCandidate,
  type OwnPart,
  promptOf,
  type ScannedTurn,
  type SourceReader,
  type TurnRecords,
  type TurnUsage,
} from '../reader.ts'
import { numberAt, objectAt, type TranscriptRecord, type TurnLine, textAt, wordsAt } from '../record.ts'
import { memberKey, type RecordView, recurringKey } from '../record-view.ts'
import { parseTimestamp } from '../timestamp.ts'
import { codexCalls, codexCompact, codexLight } from './compact.ts'
import { codexEvents } from './events.ts'
import { ownStart } from './fork-boundary.ts'
import { isAgentRecord, roleOf, type TokenCount, tokenCountOf } from './record-roles.ts'
import { CodexScanner } from './scanner.ts'
import { codexForm, codexPlaces } from './session-meta.ts'
import { userRecordOf } from './user-text.ts'

export const reader: SourceReader = {
  source: 'codex',
  places: codexPlaces,
  formOf: codexForm,
  scanner: (file, from) => new CodexScanner(file, from),
  events: codexEvents,
  usage: codexUsage,
  light: codexLight,
  calls: codexCalls,
  shown: codexShown,
  found: codexFound,
  compact: codexCompact,
  ownPart: codexOwnPart,
  inherited: (files, { recordsOf }) => codexInherited(files, recordsOf),
  prompt: record =>
    promptOf(textAt(record, 'session_id'), (numberAt(record, 'ts') ?? 0) * 1000, textAt(record, 'text')),
}

/** The file of a sub-agent may begin with a copy of what its parent was sent, its tokens included. */
function codexOwnPart(lines: readonly TurnLine[]): OwnPart | null {
  const start = ownStart(lines)
  if (start === null) return null
  let usageBefore: TokenUsage | null = null
  for (const { record } of lines.slice(0, start)) usageBefore = (record && tokenCountOf(record)?.total) ?? usageBefore
  return { lines: lines.slice(start), usageBefore }
}

/** A record without what its compact form never shows: of many kinds only the name counts. */
function codexShown(view: RecordView): TranscriptRecord {
  const type = view.text(typeKey)
  const kind = view.textIn(payloadKey, kindKey)
  const isNamed =
    (type === 'event_msg' && kind !== undefined && kind.trim() !== '' && !shownEvents.has(kind)) ||
    (type === 'response_item' && kind === 'reasoning')
  return isNamed ? { type, payload: { type: kind } } : view.record()
}

/** Words, calls and answers, each where the log first has it. */
function codexFound(view: RecordView, line: Line): TranscriptRecord | null {
  const kind = view.textIn(payloadKey, kindKey)
  const isWanted =
    view.text(typeKey) === 'response_item'
      ? kind !== 'reasoning'
      : view.text(typeKey) === 'event_msg' && kind !== undefined && shownEvents.has(kind)
  if (!isWanted) return null
  return line.size > largestAnswer ? view.recordWithout(answers) : view.recordWithout([], undefined, [], outputs)
}

const answers = ['output', 'aggregated_output', 'image_url', 'unified_diff', 'content'].map(memberKey)
const outputs = ['output', 'aggregated_output'].map(memberKey)
const typeKey = recurringKey('type')
const payloadKey = memberKey('payload')
const kindKey = recurringKey('type')
const shownEvents = new Set(['user_message', 'agent_message', 'item_completed'])

/**
 * A forked Codex session begins with a copy of turns of the session it was forked from. The answer names, by path, the
 * leading turns (by index) that are such copies; whenever that is not certain, none.
 */
async function codexInherited(
  files: readonly ForkCandidate[],
  recordsOf: TurnRecords,
): Promise<Map<string, Set<number>>> {
  const bySession = groupBy(files, ({ sessionId }) => sessionId)
  const inherited = new Map<string, Set<number>>()
  for (const file of files) {
    const ancestors = ancestorsOf(file, bySession)
    const count = ancestors ? await leadingCopies(file, ancestors, recordsOf) : 0
    if (count > 0) inherited.set(file.path, new Set(Array(count).keys()))
  }
  return inherited
}

/** Null when there are none, when one is not known, or when they go in a circle. */
function ancestorsOf(file: ForkCandidate, bySession: Map<string, ForkCandidate[]>): ForkCandidate[] | null {
  const seen = new Set([file.sessionId])
  const ancestors: ForkCandidate[] = []
  let parents = file.forkedFrom === null ? undefined : bySession.get(file.forkedFrom)
  while (parents) {
    const [first] = parents
    if (!first || seen.has(first.sessionId)) return null
    seen.add(first.sessionId)
    ancestors.push(...parents)
    const next: string | null = parents.find(({ forkedFrom }) => forkedFrom !== null)?.forkedFrom ?? null
    parents = next === null ? undefined : bySession.get(next)
  }
  return ancestors.length > 0 ? ancestors : null
}

async function leadingCopies(file: ForkCandidate, ancestors: ForkCandidate[], recordsOf: TurnRecords): Promise<number> {
  for (let turn = 0; turn < file.turns.length; turn++) {
    const origin = await compare(file, turn, ancestors, recordsOf)
    if (origin === 'unclear') return 0
    if (origin === 'own') return turn
  }
  return file.turns.length
}

async function compare(
  file: ForkCandidate,
  turn: number,
  ancestors: ForkCandidate[],
  recordsOf: TurnRecords,
): Promise<'copy' | 'own' | 'unclear'> {
  // A copied trigger has the time of the original.
  const at = file.turns[turn]?.at
  const candidates = ancestors.flatMap(({ path, turns }) =>
    turns.flatMap((each, index) => (each.at === at ? [{ path, turn: index }] : [])),
  )
  if (candidates.length === 0) return 'own'
  const records = await recordsOf(file.path, turn)
  let begun = false
  for (const candidate of candidates) {
    const original = await recordsOf(candidate.path, candidate.turn)
    if (records.every((record, i) => record !== null && record === original[i])) return 'copy'
    begun ||= records[0] !== null && records[0] === original[0]
  }
  return begun && records.includes(null) ? 'unclear' : 'own'
}

function codexUsage(turn: ScannedTurn, lines: Iterable<TurnLine>): TurnUsage {
  const counts: TimedCount[] = []
  const models = new Set<string>()
  let isModelNamedFirst = false
  let acted = false
  let current = turn.modelBefore
  for (const { record } of lines) {
    if (!record) continue
    const count = tokenCountOf(record)
    if (count) counts.push({ ...count, at: parseTimestamp(record.timestamp), model: current })
    acted ||= isAgentRecord(roleOf(record), userRecordOf(record))
    const model = record.type === 'turn_context' ? wordsAt(objectAt(record, 'payload'), 'model') : undefined
    if (model === undefined) continue
    current = model
    models.add(model)
    isModelNamedFirst ||= !acted
  }
  if (turn.modelBefore !== null && !isModelNamedFirst) models.add(turn.modelBefore)
  const replies = repliesOf(turn, counts)
  const tokens = counts.length > 0 ? replies.map(reply => reply.tokens).reduce(sumTokens, noTokens) : null
  return { tokens, costUsd: null, models: [...models].sort(byteOrder), replies }
}

interface TimedCount extends TokenCount {
  at: number | null
  /** The model that was set then. */
  model: string | null
}

/** The totals run on through the session; where one fell, only what the single requests say can be added up. */
function repliesOf({ startLine, usageBefore }: ScannedTurn, counts: readonly TimedCount[]): ReplyUsage[] {
  const before = usageBefore ?? noTokens
  const fell = counts.some(({ total }, i) => isLess(total, counts[i - 1]?.total ?? before))
  return counts.flatMap(({ total, last, at, model }, i) => {
    const tokens = fell ? (last ?? noTokens) : difference(total, counts[i - 1]?.total ?? before)
    if (tokens.input + tokens.output + tokens.cache_read + tokens.reasoning === 0) return []
    const id = `${startLine} ${i}`
    return [{ id, at, model, tokens, cacheWrite1h: 0, isFast: false, isCutShort: false, subagent: null }]
  })
}

function difference(total: TokenUsage, before: TokenUsage): TokenUsage {
  return {
    input: total.input - before.input,
    output: total.output - before.output,
    cache_read: total.cache_read - before.cache_read,
    cache_write: 0,
    reasoning: total.reasoning - before.reasoning,
  }
}

function isLess(a: TokenUsage, b: TokenUsage): boolean {
  const input = a.input + a.cache_read < b.input + b.cache_read
  return input || a.cache_read < b.cache_read || a.output < b.output || a.reasoning < b.reasoning
}
