/** The lines of authored text: byte order mark and front matter removed, CRLF read as LF; numbers stay those of the file. */
export function sourceLines(text: string): string[] {
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n/g, '\n')
    .split('\n')
  if (lines[0] !== '---') return lines
  const end = lines.indexOf('---', 1)
  return end < 0 ? lines : lines.map((line, index) => (index <= end ? '' : line))
}

/** Without the blank lines around it. */
export function trimBlankLines(lines: readonly string[]): string {
  const first = lines.findIndex(line => line.trim() !== '')
  if (first < 0) return ''
  const last = lines.findLastIndex(line => line.trim() !== '')
  return lines.slice(first, last + 1).join('\n')
}
