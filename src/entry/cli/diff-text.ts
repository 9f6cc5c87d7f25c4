import type { Colors, Terminal } from './terminal.ts'
import { visibleLines } from './visible.ts'

/** A unified diff, made safe to print and colored where there is color. */
export function printDiff(diff: string, { data, colors }: Pick<Terminal, 'data' | 'colors'>): void {
  const lines = diff.split('\n')
  if (lines.at(-1) === '') lines.pop()
  data(lines.map(line => `${paint(visibleLines(line), colors)}\n`).join(''))
}

function paint(line: string, colors: Colors): string {
  if (line.startsWith('---') || line.startsWith('+++')) return colors.bold(line)
  if (line.startsWith('@@')) return colors.cyan(line)
  if (line.startsWith('-')) return colors.red(line)
  return line.startsWith('+') ? colors.green(line) : line
}
