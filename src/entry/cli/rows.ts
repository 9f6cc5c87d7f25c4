/** A piece of text, in a color or plain. */
export type Cell = string | Painted

/** Paint is put on after measuring, so that colors do not count, and on text that was made visible. */
export interface Painted {
  text: string
  paint(text: string): string
}

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

/** How many columns a text takes on a terminal; it must be visible() already. */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes(text)) width += columnsOf(segment)
  return width
}

/** The text in at most so many columns, with … where it was cut. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  let kept = ''
  let width = 0
  for (const { segment } of graphemes(text)) {
    width += columnsOf(segment)
    if (width > columns - 1) break
    kept += segment
  }
  return `${kept}…`
}

export function pad(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)))
}

// One column each, and never part of a longer grapheme: Latin, punctuation, arrows, lines and shapes.
const plain = /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u2190-\u21ff\u2500-\u25fc]*$/

// Made when a text needs it: loading its tables takes longer than many a command.
let segmenter: Intl.Segmenter | undefined

/** In pieces, best before a space, because the time of a segmenter grows with the square of its text. */
function* graphemes(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  for (let rest = text; rest !== ''; ) {
    const most = rest.slice(0, longestPiece)
    const space = rest.length > longestPiece ? most.lastIndexOf(' ') : -1
    const piece = space > 0 ? most.slice(0, space) : most
    yield* segmenter.segment(piece)
    rest = rest.slice(piece.length)
  }
}

const longestPiece = 400

// Scripts that terminals draw two columns wide.
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u

function columnsOf(grapheme: string): number {
  if (/^\p{M}+$/u.test(grapheme)) return 0
  return wide.test(grapheme) ? 2 : 1
}

const statesByColor = {
  green: ['accepted', 'ok', 'closed', 'done'],
  red: ['rejected', 'tampered', 'failed', 'error'],
  yellow: ['stopped', 'unverifiable', 'cancelled', 'interrupted'],
} as const

/** An excerpt with its matches in a color. */
export function markMatches(
  text: string,
  matches: readonly (readonly [number, number])[],
  color: (text: string) => Painted,
): Cell[] {
  let from = 0
  const parts = matches.flatMap(([start, end]) => {
    const before = text.slice(from, start)
    from = end
    return [before, color(text.slice(start, end))]
  })
  return [...parts, text.slice(from)]
}

type StateColors = { readonly [color in keyof typeof statesByColor | 'dim']: (text: string) => Painted }

/** The state of something, in the color of how it ended. */
export function stateCell(state: string, colors: StateColors): Painted {
  const color = (['green', 'red', 'yellow'] as const).find(each => statesByColor[each].some(known => known === state))
  return colors[color ?? 'dim'](state)
}

/**
 * Text as it may safely reach a terminal: whatever could move the cursor, recolor, retitle or reverse the line is
 * replaced by something visible. Stored text is never changed by this.
 */
export function visible(text: string): string {
  return text.replace(dangerous, standIn)
}

/** The same for text of several lines: line breaks and tabs stay. */
export function visibleLines(text: string): string {
  return text.replace(dangerous, character =>
    character === '\n' || character === '\t' ? character : standIn(character),
  )
}

// Controls, line and paragraph separators, marks that change the direction of text, and tag characters nobody can see.
const dangerous =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the point
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff\u{e0000}-\u{e007f}]/gu

function standIn(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  if (code === 0x7f) return '\u2421'
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}

/** Compact for programs; on a terminal indented, and with nothing in it that could steer the terminal. */
export function jsonText(value: unknown, onTerminal: boolean): string {
  if (!onTerminal) return JSON.stringify(value)
  return JSON.stringify(value, null, 2).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
