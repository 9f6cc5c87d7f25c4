import { type CompactedResult, compactParts, compactResult, compactUse, unhandledParts } from '../compact.ts'
import type { CompactParts, ContentKind, OutputNeed, Pairing, ToolCall } from '../reader.ts'
import { isObject, objectAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'
import { memberKey, type RecordView, recurringKey } from '../record-view.ts'
import { blocksOf, resultText } from './content.ts'
import { exitOf } from './events.ts'

export function claudeCompact(record: TranscriptRecord, pair: Pairing): CompactParts {
  const type = wordsAt(record, 'type')
  if (type === 'user' || type === 'assistant') return messageParts(type, record, pair)
  if (type === 'system') {
    const subtype = wordsAt(record, 'subtype')
    return compactParts({ record_type: subtype === undefined ? type : `system:${subtype}` })
  }
  return type === undefined ? unhandledParts(record) : compactParts({ record_type: type })
}

export function claudeCalls(record: TranscriptRecord): ToolCall[] {
  if (record.type !== 'assistant') return []
  return blocksOf(objectAt(record, 'message')?.content)
    .filter(isCall)
    .map(block => ({ id: textAt(block, 'id') ?? null, name: wordsAt(block, 'name') ?? null, input: block.input }))
}

function messageParts(type: 'user' | 'assistant', record: TranscriptRecord, pair: Pairing): CompactParts {
  const message = objectAt(record, 'message')
  const blocks = blocksOf(message?.content)
  const kinds = blocks.flatMap(kindOf)
  const texts = blocks.filter(block => block.type === 'text').flatMap(block => textAt(block, 'text') ?? [])
  const results = blocks.filter(({ type }) => type === 'tool_result')
  return compactParts({
    record_type: type,
    role: textAt(message, 'role'),
    kinds,
    summary: type === 'user' ? userSummary(kinds) : assistantSummary(kinds, blocks.length),
    texts,
    uses: blocks.filter(isCall).map(block => compactUse(wordsAt(block, 'name'), block.input)),
    results: results.map(block => resultParts(record, block, results.length === 1, pair)),
    omitted: blocks.some(block => isThinking(block) || block.type === 'image' || block.type === 'document'),
  })
}

function resultParts(
  record: TranscriptRecord,
  block: TranscriptRecord,
  isOnly: boolean,
  pair: Pairing,
): CompactedResult {
  const id = textAt(block, 'tool_use_id')
  const payload = resultText(block)
  const error = block.is_error === true
  const detail = isOnly && isObject(record.toolUseResult) ? record.toolUseResult : undefined
  return compactResult({
    payload,
    call: id === undefined ? null : pair(id),
    status: wordsAt(detail, 'status'),
    error,
    exit: exitOf(payload, error, detail),
    path: wordsAt(detail, 'filePath') ?? wordsAt(objectAt(detail, 'file'), 'filePath'),
    plainKind: 'tool_result',
  })
}

function kindOf(block: TranscriptRecord): ContentKind[] {
  if (isThinking(block)) return ['thinking']
  if (isCall(block)) return ['tool_use']
  return block.type === 'text' || block.type === 'tool_result' ? [block.type] : []
}

function isCall({ type }: TranscriptRecord): boolean {
  return type === 'tool_use' || type === 'server_tool_use'
}

function isThinking({ type }: TranscriptRecord): boolean {
  return type === 'thinking' || type === 'redacted_thinking'
}

function userSummary(kinds: ContentKind[]): string {
  return kinds.includes('tool_result') && !kinds.includes('text') ? 'Tool result.' : 'User message.'
}

function assistantSummary(kinds: ContentKind[], blocks: number): string {
  const onlyThinking = blocks > 0 && kinds.length === blocks && kinds.every(kind => kind === 'thinking')
  return onlyThinking ? 'Assistant reasoning omitted.' : 'Assistant message.'
}

/** A record without the texts that no fact of a turn is taken from. */
export function claudeLight(view: RecordView, needOf: (call: string) => OutputNeed): TranscriptRecord {
  const type = view.text(typeKey)
  if (type === 'user') return userRecord(view, needOf)
  if (type === 'assistant') return view.recordWithout(unsaid)
  if (type === 'progress' && view.textIn(dataKey, typeKey) === 'agent_progress') return view.recordWithout(unread)
  // Of all others only these are looked into.
  return type === 'attachment' || type === 'pr-link' ? view.record() : { type }
}

const typeKey = recurringKey('type')
const dataKey = memberKey('data')
const messageKey = memberKey('message')
const answers = [memberKey('content')]
/** What edits replace is read: where a result does not tell its lines, they are counted from it. */
const unread = ['thinking', 'signature', 'stdout', 'originalFile', 'data'].map(memberKey)
/** What the agent says to another agent is reported elsewhere. */
const unsaid = [...unread, memberKey('prompt')]

function userRecord(view: RecordView, needOf: (call: string) => OutputNeed): TranscriptRecord {
  const record = view.recordWithout(unread, messageKey, answers)
  const content = objectAt(record, 'message')?.content
  const isSilent =
    Array.isArray(content) &&
    blocksOf(content).every(
      // A failed call is recognized by its text.
      block =>
        block.type !== 'tool_result' ||
        (block.is_error !== true && needOf(textAt(block, 'tool_use_id') ?? '') !== 'needed'),
    )
  return isSilent ? record : view.recordWithout(unread)
}
