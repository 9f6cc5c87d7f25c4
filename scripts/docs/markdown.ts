/** A table; a column that is empty in every row is left out. */
export function table(heads: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const used = heads.map((_, column) => rows.some(row => row[column]))
  const line = (cells: readonly string[]) => `| ${cells.filter((_, column) => used[column]).join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(row => line(row.map(cell)))].join('\n')
}

export function code(text: string): string {
  return `\`${text}\``
}

/** Where a heading's own link leads to. */
export function anchor(heading: string): string {
  return `#${heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')}`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
