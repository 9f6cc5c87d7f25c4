import { z } from 'zod'
import { cutTo } from '../../kernel/text.ts'
import { lineKinds } from '../text/structure.ts'
import type { FileText } from '../workspace/vfs.ts'
import { defineTool } from './define-tool.ts'

const longestWindow = 250
const longestExcerpt = 7500

/** Lines of one file, with their numbers. */
export const fileReader = defineTool({
  id: 'file_reader',
  version: '1.0.0',
  purpose: 'Read lines of one file, with line numbers to cite.',
  whenToUse: 'When the path is known and its words are needed.',
  input: z.strictObject({
    file_path: z.string().describe('Path of the file.'),
    start_line: z.int().min(1).describe('First line.').default(1),
    end_line: z.int().min(1).describe('Last line; start_line + 80 if left out.').optional(),
    include_line_numbers: z.boolean().describe('Number the lines.').default(true),
  }),
  argAliases: {
    path: 'file_path',
    file: 'file_path',
    filename: 'file_path',
    from: 'start_line',
    start: 'start_line',
    to: 'end_line',
    end: 'end_line',
  },
  wouldRead: ({ file_path }, dry) => dry.path(file_path),
  async run({ file_path, start_line: start, end_line, include_line_numbers: numbered }, { reader, answer }) {
    const { file, resolved, text } = await reader.open(file_path)
    const { excerpt, end, cut } = windowOf(text, start, end_line ?? start + 80, numbered)
    answer.refs.lines(text, start, end)
    for (const line of proseLines(text, start, end).slice(0, 20)) answer.lineSpan(text, file.class, line, 'read', 10)
    const total = text.lines.length
    return answer.json({
      file_path: file.path,
      resolved,
      class: file.class,
      start_line: start,
      end_line: end,
      total_lines: total,
      include_line_numbers: numbered,
      file_sha256: text.sha256,
      more: end < total && start <= total,
      ...(end < total && start <= total && { next_start_line: end + 1 }),
      ...(cut && { line_truncated: true }),
      ...(start > total && { note: 'start_line is beyond the end of the file' }),
      excerpt,
    })
  },
})

function windowOf(text: FileText, start: number, wanted: number, numbered: boolean) {
  const last = Math.min(Math.max(wanted, start), start + longestWindow - 1, text.lines.length)
  const shown: string[] = []
  let bytes = 0
  for (let line = start; line <= last; line++) {
    const whole = (numbered ? `${line}: ` : '') + (text.lines[line - 1] ?? '')
    const size = Buffer.byteLength(whole) + (shown.length > 0 ? 1 : 0)
    if (bytes + size > longestExcerpt && shown.length === 0)
      return { excerpt: cutTo(whole, longestExcerpt), end: line, cut: true }
    if (bytes + size > longestExcerpt) break
    bytes += size
    shown.push(whole)
  }
  return { excerpt: shown.join('\n'), end: start + shown.length - 1, cut: false }
}

function proseLines(text: FileText, start: number, end: number): number[] {
  const kinds = lineKinds(text.lines)
  const shown = Array.from({ length: Math.max(0, end - start + 1) }, (_, at) => start + at)
  return shown.filter(line => kinds[line - 1] === 'paragraph' && [...(text.lines[line - 1] ?? '').trim()].length >= 8)
}
