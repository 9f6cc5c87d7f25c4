import { grouped } from '../../../diary/report/text/numbers.ts'
import { usageFault } from '../failure.ts'
import type { Cell } from '../rows.ts'
import type { Colors, Terminal } from '../terminal.ts'

/** `950 B`, `12.3 kB`, `4.2 MB`. */
export function size(bytes: number): string {
  const unit = ['B', 'kB', 'MB', 'GB', 'TB'].map((name, power) => ({ name, factor: 1000 ** power }))
  const fit = unit.findLast(({ factor }) => bytes >= factor) ?? { name: 'B', factor: 1 }
  const amount = bytes / fit.factor
  return `${fit.name === 'B' || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${fit.name}`
}

/** `1,234 turns`, `1 turn`. */
export function counted(n: number, noun: string): string {
  return `${grouped(n)} ${noun}${n === 1 ? '' : 's'}`
}

export function heading({ line, colors }: Terminal, text: string): void {
  line()
  line(colors.bold(text))
}

/** The first row of a table: what its columns are. */
export function head(names: readonly string[], { dim }: Colors): Cell[] {
  return names.map(name => ({ text: name, paint: dim }))
}

export function confidenceCell(confidence: string | null, colors: Colors): Cell {
  const paints: { [confidence: string]: (text: string) => string } = {
    high: colors.green,
    medium: colors.blue,
    low: colors.yellow,
  }
  return { text: confidence ?? 'n/a', paint: paints[confidence ?? ''] ?? colors.dim }
}

/** Everything but nothing: a zero is left out of a table. */
export function orBlank(n: number): string {
  return n === 0 ? '' : grouped(n)
}

/** `3-12` or `7` as two numbers. */
export function lineRange(given: string): { start_line: number; end_line: number } {
  const [, start, end = start] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(given) ?? []
  if (start !== undefined) return { start_line: Number(start), end_line: Number(end) }
  throw usageFault('The lines must be a number or two, joined by a hyphen.', 'For example: 12-40')
}

export function numberIn(given: string | undefined, flag: string): number | undefined {
  if (given === undefined) return undefined
  if (/^\d{1,9}$/.test(given)) return Number(given)
  throw usageFault(`${flag} takes a whole number.`, `For example: ${flag} 20`)
}
