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

/** How wide a label is in pixels, about; capitals are wider, and a name that is cut at its beginning says nothing. */
export function labelWidth(text: string): number {
  return sum([...text].map(letter => ('mw@%'.includes(letter) || letter !== letter.toLowerCase() ? 9.4 : 6.8)))
}

/** The label as far as there is room for it; room that was rounded to whole pixels may be one short. */
export function fitLabel(text: string, room: number): string {
  const width = labelWidth(text)
  return width <= room + 1 ? text : shorten(text, Math.max(8, Math.floor((room * text.length) / width)))
}

/** `5 passed, 2 failed, …`: numbers are left out whole, the last first. */
export function fitNote(note: string, room: number): string {
  const parts = note.split(', ')
  const fits = (count: number) => labelWidth(`${parts.slice(0, count).join(', ')}, …`) <= room
  if (labelWidth(note) <= room + 1) return note
  const most = parts.findLastIndex((_, index) => index > 0 && fits(index))
  return most > 0 ? `${parts.slice(0, most).join(', ')}, …` : fitLabel(note, room)
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

/** A path that is too long loses its first folders, since its end says which file it is; any other label its middle. */
export function shorten(text: string, maxLength: number): string {
  const points = Array.from(text)
  if (points.length <= maxLength) return text
  const names = text.includes(' ') ? [] : text.split('/').slice(1)
  for (const index of names.keys()) {
    const end = `…/${names.slice(index).join('/')}`
    if (Array.from(end).length <= maxLength) return end
  }
  const last = Array.from(names.at(-1) || text)
  if (last.length <= maxLength) return last.join('')
  const head = Math.floor((maxLength - 1) / 3)
  return `${last.slice(0, head).join('')}…${last.slice(last.length - (maxLength - 1 - head)).join('')}`
}
