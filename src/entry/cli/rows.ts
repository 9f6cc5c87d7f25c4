import { visible } from './visible.ts'
import { cut, pad, widthOf } from './width.ts'

/** A cell is plain text; paint is put on after measuring, so that colors do not count. */
export type Cell = string | { text: string; paint: (text: string) => string }

/** Lines with aligned columns; on a terminal the last column is cut to what is left of the line. */
export function rows(
  table: readonly (readonly Cell[])[],
  { columns }: { columns?: number | undefined },
  indent = '',
): string {
  const plain = table.map(row => row.map(cell => ({ text: visible(textOf(cell)), paint: paintOf(cell) })))
  const count = Math.max(0, ...plain.map(row => row.length))
  const widths = Array.from({ length: count }, (_, at) => Math.max(...plain.map(row => widthOf(row[at]?.text ?? ''))))
  // An empty column would leave a gap.
  const shown = widths.map((width, at) => ({ at, width })).filter(column => column.width > 0)
  const last = shown.at(-1)?.at
  const before = shown.slice(0, -1).reduce((sum, column) => sum + column.width + gap.length, indent.length)
  const left = columns === undefined ? undefined : Math.max(20, columns - before)
  return plain
    .map(row => {
      const cells = shown.map(({ at, width }) => {
        const { text, paint } = row[at] ?? { text: '', paint: unpainted }
        if (at !== last) return paint(text) + pad('', width - widthOf(text))
        return paint(left === undefined ? text : cut(text, left))
      })
      return `${indent}${cells.join(gap).trimEnd()}\n`
    })
    .join('')
}

const gap = '  '
const unpainted = (text: string) => text

function textOf(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.text
}

function paintOf(cell: Cell): (text: string) => string {
  return typeof cell === 'string' ? unpainted : cell.paint
}
