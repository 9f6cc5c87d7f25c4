export interface Column<Row> {
  title: string
  align?: 'left' | 'right'
  value: (row: Row) => string
}

export type TableStyle = 'text' | 'markdown'

export function table<Row>(columns: readonly Column<Row>[], rows: readonly Row[], style: TableStyle): string {
  const cells = [columns.map(column => column.title), ...rows.map(row => columns.map(column => column.value(row)))]
  const widths = columns.map((_, index) => Math.max(...cells.map(line => [...(line[index] ?? '')].length)))
  const lines = cells.map(line => line.map((cell, index) => padded(cell, widths[index] ?? 0, columns[index]?.align)))
  if (style === 'text') return lines.map(line => line.join('  ').trimEnd()).join('\n')
  const rule = columns.map(({ align }, index) => {
    const dashes = '-'.repeat(Math.max(3, widths[index] ?? 0))
    return align === 'right' ? `${dashes.slice(1)}:` : dashes
  })
  return [lines[0], rule, ...lines.slice(1)].map(line => `| ${line?.join(' | ')} |`).join('\n')
}

function padded(cell: string, width: number, align: 'left' | 'right' = 'left'): string {
  const blanks = ' '.repeat(Math.max(0, width - [...cell].length))
  return align === 'right' ? blanks + cell : cell + blanks
}
