import { sum } from '../../../kernel/numbers.ts'
/** A chart of bars without its drawing: the HTML report and the page draw it each in their own way. */
export interface BarChart {
  title: string
  /** The chart in a sentence or two. */
  summary: string
  legend: ReadonlyArray<readonly [swatch: string, name: string]>
  bars: readonly Bar[]
  /** The numbers as a table. */
  head: readonly string[]
  rows: ReadonlyArray<readonly string[]>
}

export interface Bar {
  key: string
  label: string
  /** The project a file belongs to, where there are several. */
  owner?: string
  /** Named once, at the first bar of several that belong together. */
  group?: string
  parts: readonly BarPart[]
  /** Behind the bar. */
  note: string
  /** What is shown about it besides the texts of its parts. */
  details?: readonly string[]
}

export interface BarPart {
  /** The class that colours it. */
  swatch: string
  value: number
  text: string
  /** Whose part of the bar it is. */
  of?: string
}

/** The total of the longest bar. */
export function longestBar(bars: ReadonlyArray<{ parts: ReadonlyArray<{ value: number }> }>): number {
  return Math.max(0, ...bars.map(({ parts }) => sum(parts.map(({ value }) => value))))
}

/** Parts side by side from `start` on, in whole pixels; a part that is not zero is at least a sliver. */
export function placeParts<P extends { value: number }>(
  parts: readonly P[],
  longest: number,
  start: number,
  end: number,
): { placed: Array<{ part: P; x: number; width: number }>; end: number } {
  let x = start
  const placed = parts
    .filter(({ value }) => value > 0)
    .map(part => {
      const width = Math.max(2, Math.round((part.value / longest) * (end - start)))
      const at = x
      x += width + 1
      return { part, x: at, width }
    })
  return { placed, end: x }
}

/** A label that is too long loses its middle: names differ at both ends. */
export function shorten(text: string, maxLength: number): string {
  const points = Array.from(text)
  if (points.length <= maxLength) return text
  const head = Math.floor((maxLength - 1) / 3)
  return `${points.slice(0, head).join('')}…${points.slice(points.length - (maxLength - 1 - head)).join('')}`
}
