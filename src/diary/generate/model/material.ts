import { withoutSecrets } from '../../../evidence/secrets.ts'
import type { CompactRecord } from '../../workspace/transcript.ts'

const tokenBudget = 24_000
const bytesPerToken = 3.5
const shortResult = 200
/** No record may take more of the budget than this, or the rest would say nothing. */
const largestShare = 0.25

/** How many tokens a text will about come to. */
export function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken)
}

/**
 * The compact records of a turn as lines of JSON that fit the budget: first tool results are shortened, then lines in
 * the middle are left out and named. Secrets are named in place of being sent.
 */
export function materialOf(records: readonly CompactRecord[], budget = tokenBudget): string {
  const whole = records.map(forModel)
  if (fits(whole, budget)) return textOf(whole)
  const shortened = whole.map(record => cutText(withShortResults(record), budget * largestShare))
  if (fits(shortened, budget)) return textOf(shortened)
  return textOf(withoutMiddle(shortened, budget))
}

interface Shown {
  line: number
  text: string | null
  tool_results: { preview: string; [key: string]: unknown }[]
  [key: string]: unknown
}

/** What a reader needs of a record; hashes and sizes are for programs. */
function forModel({
  line,
  record_type,
  role,
  summary,
  text_preview,
  tool_uses,
  tool_results,
  truncated,
}: CompactRecord): Shown {
  return {
    line,
    record_type,
    role,
    ...(text_preview === null && { summary: withoutSecrets(summary) }),
    text: text_preview === null ? null : withoutSecrets(text_preview),
    tool_uses: tool_uses.map(({ name, input_summary }) => ({ name, input: withoutSecrets(input_summary) })),
    tool_results: tool_results.map(({ kind, status, file_path, command, preview }) => ({
      kind,
      status,
      ...(file_path !== null && { file_path }),
      ...(command !== null && { command: withoutSecrets(command) }),
      preview: withoutSecrets(preview),
    })),
    ...(truncated && { truncated }),
  }
}

function withShortResults(record: Shown): Shown {
  const tool_results = record.tool_results.map(result => ({ ...result, preview: head(result.preview, shortResult) }))
  return { ...record, tool_results }
}

/** A record whose text alone would fill the material keeps the beginning and the end of it. */
function cutText(record: Shown, tokens: number): Shown {
  const { text } = record
  const room = Math.floor(tokens * bytesPerToken)
  if (text === null || Buffer.byteLength(text) <= room) return record
  const half = Math.floor(room / 2)
  return {
    ...record,
    text: `${head(text, half)}\n[middle of this text left out]\n${tail(text, half)}`,
    truncated: true,
  }
}

function withoutMiddle(records: readonly Shown[], budget: number): Array<Shown | { left_out: string }> {
  const sizes = records.map(record => tokensOf(lineOf(record)))
  let used = tokensOf(lineOf({ left_out: 'lines 100000000-100000000' }))
  let [first, last] = [0, records.length]
  // From both ends towards the middle, whichever has had less so far.
  for (let [front, back] = [0, 0]; first < last; ) {
    const fromFront = front <= back
    const size = sizes[fromFront ? first : last - 1] ?? 0
    if (used + size > budget) break
    used += size
    if (fromFront) {
      front += size
      first++
    } else {
      back += size
      last--
    }
  }
  const [from, to] = [records[first]?.line, records[last - 1]?.line]
  return [...records.slice(0, first), { left_out: `lines ${from}-${to}` }, ...records.slice(last)]
}

function fits(records: readonly object[], budget: number): boolean {
  return records.reduce((sum, record) => sum + tokensOf(lineOf(record)), 0) <= budget
}

function textOf(records: readonly object[]): string {
  return records.map(lineOf).join('')
}

function lineOf(record: object): string {
  return `${JSON.stringify(record)}\n`
}

function head(text: string, bytes: number): string {
  const buffer = Buffer.from(text)
  return buffer.length <= bytes ? text : new TextDecoder().decode(buffer.subarray(0, bytes), { stream: true })
}

function tail(text: string, bytes: number): string {
  const buffer = Buffer.from(text)
  let start = Math.max(0, buffer.length - bytes)
  while (start < buffer.length && ((buffer[start] ?? 0) & 0xc0) === 0x80) start++
  return buffer.toString('utf8', start)
}
