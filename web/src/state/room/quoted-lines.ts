/** A line of a file split into pieces; every second one is quoted. */
export interface QuotedLine {
  number: number
  pieces: string[]
}

/** The cited part of a file: the bytes of a quote, or whole lines. */
export type Cited = { start_byte: number; end_byte: number } | { start_line: number; end_line: number }

/** The cited part of a file with the lines around it. */
export function quotedLines(file: { content: string; size_bytes: number }, cited: Cited, around = 3): QuotedLine[] {
  const lines = linesOf(file.content)
  const { from, to } = 'start_byte' in cited ? charactersOf(file, cited) : charactersOfLines(lines, cited)
  const first = lines.findLastIndex(({ start }) => start <= from)
  const last = lines.findLastIndex(({ start }) => start < Math.max(to, from + 1))
  if (first < 0) return []
  return lines.slice(Math.max(0, first - around), last + around + 1).map(({ number, start, text }) => {
    const [begin, end] = [clamp(from - start, text), clamp(to - start, text)]
    return { number, pieces: end > begin ? [text.slice(0, begin), text.slice(begin, end), text.slice(end)] : [text] }
  })
}

/** The text of a file as lines, counted as the room counts them: a final line end starts no further line. */
export function linesOf(content: string): { number: number; start: number; text: string }[] {
  const lines: { number: number; start: number; text: string }[] = []
  let start = 0
  for (const { index, 0: terminator } of content.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ number: lines.length + 1, start, text: content.slice(start, index) })
    start = index + terminator.length
  }
  if (start < content.length) lines.push({ number: lines.length + 1, start, text: content.slice(start) })
  return lines
}

/** Byte offsets count from the start of the file on disk, whose byte order mark is not part of the text. */
function charactersOf(
  { content, size_bytes }: { content: string; size_bytes: number },
  { start_byte, end_byte }: { start_byte: number; end_byte: number },
): { from: number; to: number } {
  const bytes = new TextEncoder().encode(content)
  const mark = Math.max(0, size_bytes - bytes.length)
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const before = (byte: number) => decoder.decode(bytes.subarray(0, Math.max(0, byte - mark))).length
  return { from: before(start_byte), to: before(end_byte) }
}

function charactersOfLines(
  lines: readonly { start: number; text: string }[],
  { start_line, end_line }: { start_line: number; end_line: number },
): { from: number; to: number } {
  const [first, last] = [lines[start_line - 1], lines[end_line - 1] ?? lines.at(-1)]
  return { from: first?.start ?? -1, to: last ? last.start + last.text.length : -1 }
}

function clamp(at: number, text: string): number {
  return Math.min(Math.max(at, 0), text.length)
}
