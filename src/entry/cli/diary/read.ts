import { readSessionLines } from '../../../diary/operations/read-session-lines.ts'
import type { Terminal } from '../terminal.ts'
import { visible, visibleLines } from '../visible.ts'
import { cut } from '../width.ts'
import type { Accepted, DiaryVerb } from './verb.ts'
import { lineRange, size } from './words.ts'

type Lines = Accepted<typeof readSessionLines.output>

export const read: DiaryVerb<[project: string, session: string, lines: string], { full?: true }, Lines> = {
  usage: 'read <project> <session> <lines>',
  summary: 'lines of a transcript, shortened for reading',
  options: [['--full', 'the lines themselves, at most 100']],
  examples: ['read ledger-d7579830878a S0001 2-11 --date 2026-05-12', 'read ledger-d7579830878a S0001 7 --full'],
  ask: ({ call, target }, { full }, project_key, session_ref, lines) =>
    call(readSessionLines, {
      ...target,
      project_key,
      session_ref,
      ...lineRange(lines),
      mode: full ? 'full' : 'compact',
    }),
  show({ records, mode, line_range }, page) {
    const digits = String(line_range.end).length
    for (const record of records) {
      const number = page.colors.dim(String(record.line).padStart(digits))
      if (mode === 'full') page.line(`${number}  ${visible(String(record.raw_line))}`)
      else showCompact(record, number, ' '.repeat(digits), page)
    }
  },
}

type Compact = Lines['records'][number]

function showCompact(record: Compact, number: string, blank: string, { line, colors, columns }: Terminal): void {
  const who = [record.role ?? record.record_type, listed(record.content_kinds).join(', ')].map(String)
  line(`${number}  ${colors.bold(visible(who.filter(Boolean).join(' · ')))}`)
  // A record of tools alone has no words; its summary would only say so.
  const tools = listed(record.tool_uses).length + listed(record.tool_results).length
  const text = String(record.text_preview || (tools === 0 && record.summary) || '')
  for (const each of visibleLines(text).split('\n')) if (each) line(`${blank}  ${each}`)
  const short = (part: string) => (columns === undefined ? part : cut(part, Math.max(20, columns - blank.length - 4)))
  for (const { name, input_summary } of objects(record.tool_uses)) {
    line(`${blank}  ${colors.cyan('→')} ${short(visible(`${name} ${input_summary ?? ''}`))}`)
  }
  for (const { kind, status, preview, raw_bytes } of objects(record.tool_results)) {
    const facts = [kind, status, typeof raw_bytes === 'number' ? size(raw_bytes) : ''].filter(Boolean).join(', ')
    line(`${blank}  ${colors.cyan('←')} ${visible(facts)}`)
    for (const each of visibleLines(String(preview ?? '')).split('\n')) if (each) line(`${blank}    ${short(each)}`)
  }
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function objects(value: unknown): Array<{ [key: string]: unknown }> {
  return listed(value).filter((each): each is { [key: string]: unknown } => typeof each === 'object' && each !== null)
}
