import { cell } from './escape.ts'

/** A table; columns after the first hold numbers unless said otherwise. */
export function table(head: readonly string[], rows: ReadonlyArray<ReadonlyArray<string | number>>): string {
  const line = (cells: ReadonlyArray<string | number>) => `| ${cells.map(cell).join(' | ')} |`
  const rule = `| ${head.map((_, index) => (index === 0 ? '---' : '---:')).join(' | ')} |`
  return [line(head), rule, ...rows.map(line)].join('\n')
}
