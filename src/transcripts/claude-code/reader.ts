import { byteOrder } from '../../kernel/byte-order.ts'
import { groupBy } from '../../kernel/group.ts'
import type { Line } from '../lines.ts'
import { largestAnswer } from '../passages.ts'
import { type ForkCandidate, promptOf, type SourceReader } from '../reader.ts'
import { numberAt, type TranscriptRecord, textAt } from '../record.ts'
import { unpackMarks } from '../record-marks.ts'
import { memberKey, type RecordView, recurringKey } from '../record-view.ts'
import { claudeCalls, claudeCompact, claudeLight } from './compact.ts'
import { claudeEvents } from './events.ts'
import { claudeForm, claudePlaces } from './paths.ts'
import { ClaudeScanner, repeated, subagentSign, withoutResult } from './scanner.ts'
import { subagentRow } from './subagent-row.ts'
import { claudeUsage } from './usage.ts'

export const reader: SourceReader = {
  source: 'claude-code',
  places: claudePlaces,
  formOf: claudeForm,
  scanner: (file, from) => new ClaudeScanner(file, from),
  events: claudeEvents,
  usage: (_turn, lines) => claudeUsage(lines),
  light: claudeLight,
  calls: claudeCalls,
  subagentRow,
  shown: claudeShown,
  found: claudeFound,
  compact: claudeCompact,
  inherited: async (files, { marksOf }) => claudeInherited(files, marksOf),
  prompt: record => promptOf(textAt(record, 'sessionId'), numberAt(record, 'timestamp'), textAt(record, 'display')),
  // Claude Code deletes old transcripts when it starts.
  retention: {
    settings: 'settings.json',
    days: settings => numberAt(settings, 'cleanupPeriodDays'),
    defaultDays: 30,
  },
}

/** A record without what its compact form never shows: results are written twice, and of most types only the name counts. */
function claudeShown(view: RecordView): TranscriptRecord {
  const type = view.text(typeKey)
  if (type === 'user' || type === 'assistant') return withoutResult(view)
  return type === undefined || type === 'system' || type.trim() === '' ? view.record() : { type }
}

const typeKey = recurringKey('type')
const resultKey = memberKey('toolUseResult')

/** Words, calls and answers; what an edit or a file holds is not searched. Only what is said is read of the record. */
function claudeFound(view: RecordView, line: Line): TranscriptRecord | null {
  const type = view.text(typeKey)
  if (type === 'user') return userRow(view, answersOf(view, line))
  if (type === 'assistant') {
    const content = view.valueIn(messageKey, contentKey, unsearchedOrWritten)
    return {
      type,
      isSidechain: view.isTrue(sidechainKey),
      isApiErrorMessage: view.isTrue(apiErrorKey),
      message: { content: content === '' ? view.valueIn(messageKey, contentKey) : content },
    }
  }
  return type === 'progress' && line.size <= largestAnswer && line.bytes?.includes(subagentSign) ? view.record() : null
}

function answersOf(view: RecordView, line: Line): unknown {
  if (line.size > largestAnswer) return view.valueIn(messageKey, contentKey, unsearchedOrRepeated)
  return view.valueIn(messageKey, contentKey, unsearched, isAnswer(view) ? contents : [])
}

/** A row with what its passages are taken from, and no more. */
function userRow(view: RecordView, content: unknown): TranscriptRecord {
  return {
    type: 'user',
    timestamp: view.text(timestampKey),
    isSidechain: view.isTrue(sidechainKey),
    isMeta: view.isTrue(metaKey),
    isCompactSummary: view.isTrue(summaryKey),
    sourceToolAssistantUUID: view.text(sourceToolKey),
    toolDenialKind: view.text(denialKey),
    promptSource: view.text(promptSourceKey),
    origin: { kind: view.textIn(originKey, kindKey) },
    message: { role: view.textIn(messageKey, roleKey), content },
  }
}

/** In a row of answers the words of a person, if there are any, are under another key than the answers. */
function isAnswer(view: RecordView): boolean {
  return view.isObject(resultKey) || view.text(sourceToolKey) !== undefined
}

const messageKey = memberKey('message')
const contentKey = memberKey('content')
const roleKey = recurringKey('role')
const timestampKey = memberKey('timestamp')
const sidechainKey = memberKey('isSidechain')
const metaKey = memberKey('isMeta')
const summaryKey = memberKey('isCompactSummary')
const apiErrorKey = memberKey('isApiErrorMessage')
const denialKey = memberKey('toolDenialKind')
const promptSourceKey = recurringKey('promptSource')
const originKey = memberKey('origin')
const kindKey = recurringKey('kind')
const sourceToolKey = memberKey('sourceToolAssistantUUID')
const contents = ['content'].map(memberKey)
const unsearched = ['thinking', 'signature', 'data'].map(memberKey)
const unsearchedOrRepeated = [...unsearched, ...repeated]
const unsearchedOrWritten = [...unsearched, ...['content', 'old_string', 'new_string', 'new_source'].map(memberKey)]

/**
 * Claude Code copies history into the file that goes on with it. For every trigger that several files hold, one owns
 * it; the answer names, by path, the turns (by index) that are owned elsewhere.
 */
function claudeInherited(
  files: readonly ForkCandidate[],
  marksOf: (path: string) => Uint8Array | null,
): Map<string, Set<number>> {
  const ownerOf = owners(marksOf)
  const inherited = new Map<string, Set<number>>()
  for (const places of sharedTriggers(files)) {
    const owner = ownerOf(places.map(({ path }) => path))
    for (const { path, turn } of places) {
      if (path === owner) continue
      const turns = inherited.get(path) ?? new Set()
      inherited.set(path, turns.add(turn))
    }
  }
  return inherited
}

interface TriggerPlace {
  path: string
  turn: number
}

/** The triggers found in more than one file, each with where. */
function sharedTriggers(files: readonly ForkCandidate[]): TriggerPlace[][] {
  const triggers = files.flatMap(({ path, turns }) => turns.map(({ uuid }, turn) => ({ uuid, path, turn })))
  const named = groupBy(
    triggers.filter(({ uuid }) => uuid !== null),
    ({ uuid }) => uuid,
  )
  return [...named.values()].filter(found => found.some(({ path }) => path !== found[0]?.path))
}

/** Which of some files owns what they share: the one that first wrote something of its own. */
function owners(marksOf: (path: string) => Uint8Array | null): (paths: string[]) => string {
  const known = new Map<string, string>()
  return paths => {
    const group = [...new Set(paths)].sort(byteOrder)
    const key = group.join('\0')
    const owner = known.get(key) ?? ownerAmong(group, marksOf)
    known.set(key, owner)
    return owner
  }
}

function ownerAmong(group: string[], marksOf: (path: string) => Uint8Array | null): string {
  const marks = group.map(path => unpackMarks(marksOf(path) ?? new Uint8Array(0)))
  const holders = new Map<bigint, number>()
  for (const records of marks) {
    for (const id of new Set(records.map(record => record.id))) holders.set(id, (holders.get(id) ?? 0) + 1)
  }
  const firsts = marks.map(records =>
    records.reduce((first, { id, at }) => (holders.get(id) === 1 && at < first ? at : first), Number.POSITIVE_INFINITY),
  )
  const earliest = Math.min(...firsts)
  return group[firsts.indexOf(earliest)] ?? ''
}
