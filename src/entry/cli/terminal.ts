import { fstatSync, statSync, writeSync } from 'node:fs'
import { type Cell, cut, jsonText, type Painted, rows, stateCell, visible, visibleLines, widthOf } from './rows.ts'

export type Colors = { readonly [name in keyof typeof colorCodes]: (text: string) => Painted }

/**
 * What a command writes to: data on stdout, everything else on stderr. Whatever it is given may come from others, so
 * nothing but `data` can steer the terminal.
 */
export interface Terminal {
  /** One line of data, of parts that follow each other. */
  line(...parts: readonly Cell[]): void
  /** The same, with … where the last part would go on beyond the line of a terminal. */
  shortLine(...parts: readonly Cell[]): void
  /** A line for each text. */
  lines(texts: readonly string[]): void
  /** Text of several lines. */
  block(text: string): void
  /** Stored text of several lines: every byte of it into a file or pipe, harmless on a terminal. */
  stored(text: string): void
  /** Text of the program itself that brings its own line breaks. */
  data(text: string): void
  /** A result as programs read it. */
  json(value: unknown): void
  /** A unified diff, colored where there is color. */
  diff(text: string): void
  /** Lines with aligned columns, the first one bold, under the names of the columns where there are any. */
  table(table: readonly (readonly Value[])[], layout?: Layout): void
  /** A row for each item; a column is a field of it, or what a function makes of it. `empty` is the remark when there is none. */
  list<T extends object>(items: readonly T[], columns: readonly Column<T>[], layout?: Layout & { empty?: string }): void
  /** `name  value` lines of one thing; absent values have no line. */
  facts(facts: { readonly [name: string]: Value }, indent?: string): void
  heading(text: string): void
  /** A heading with a line for each text, all with the same mark; nothing where there are none. `total` counts those left out, too. */
  section(heading: string, texts: readonly string[], more?: { mark?: Cell; total?: number }): void
  /** Remarks to the person, never part of the data; absent ones are left out. */
  note(...remarks: Remark[]): void
  /** For stdout; plain unless it is a terminal. */
  colors: Colors
  /** Columns of the terminal; undefined when stdout is a file or pipe, where nothing is cut. */
  columns: number | undefined
}

type Value = Cell | number | boolean | null | undefined | readonly string[]
export type Remark = string | false | null | undefined
export type Column<T> = Extract<keyof T, string> | ((item: T, colors: Colors) => Value)

export interface Layout {
  indent?: string
  head?: readonly string[]
}

interface Streams {
  stdout: Stream & { isTTY?: boolean; columns?: number }
  stderr: Stream
  env: { [name: string]: string | undefined }
}

interface Stream {
  write(text: string): unknown
}

export function terminal({ stdout, stderr, env }: Streams = standardStreams()): Terminal {
  const colors = colorsOf(Boolean(stdout.isTTY) && !env.NO_COLOR && env.TERM !== 'dumb')
  const columns = stdout.isTTY ? stdout.columns || 80 : undefined
  const data = (text: string) => void stdout.write(text)
  const line: Terminal['line'] = (...parts) => data(`${parts.map(part => shown(part)).join('')}\n`)
  const heading = (text: string) => {
    line()
    line(colors.bold(text))
  }
  const note: Terminal['note'] = (...remarks) => {
    for (const remark of remarks) if (remark) stderr.write(`${visible(remark)}\n`)
  }
  const table: Terminal['table'] = (values, { indent, head = [] } = {}) => {
    const names = head.length > 0 ? [head.map(colors.dim)] : []
    const cells = values.map(row => row.map((value, at) => cellOf(value, at === 0 ? colors.bold : undefined)))
    data(rows([...names, ...cells], { columns }, indent))
  }
  return {
    line,
    shortLine(...parts) {
      const last = parts.at(-1) ?? ''
      const before = parts.slice(0, -1).reduce((sum, part) => sum + widthOf(visible(textOf(part))), 0)
      const text = visible(textOf(last))
      const fitting = columns === undefined ? text : cut(text, Math.max(20, columns - before))
      line(...parts.slice(0, -1), isPainted(last) ? { ...last, text: fitting } : fitting)
    },
    lines(texts) {
      for (const text of texts) line(text)
    },
    block: text => data(`${visibleLines(text.replaceAll('\r\n', '\n').trimEnd())}\n`),
    stored: text => data(stdout.isTTY ? visibleLines(text) : text),
    data,
    json: value => data(`${jsonText(value, columns !== undefined)}\n`),
    diff(text) {
      const texts = text.split('\n')
      if (texts.at(-1) === '') texts.pop()
      // Unlike in a line, a tab stays one.
      for (const each of texts) data(`${shown(diffLine(each, colors), visibleLines)}\n`)
    },
    table,
    list(items, columns, { empty, ...layout } = {}) {
      if (items.length > 0)
        table(
          items.map(item => columns.map(column => valueIn(item, column, colors))),
          layout,
        )
      else note(empty)
    },
    facts(facts, indent) {
      const named = Object.entries(facts).filter(([, value]) => textOf(value) !== '')
      const cells = named.map(([name, value]) => [colors.dim(name), cellOf(value)])
      // Uncut: a path or an address is of use only as a whole.
      data(rows(cells, {}, indent))
    },
    heading,
    section(title, texts, { mark, total = texts.length } = {}) {
      if (total === 0) return
      heading(title)
      for (const text of texts) line(...(mark === undefined ? [] : [mark, ' ']), text)
      if (total > texts.length) line(`… and ${total - texts.length} more`)
    },
    note,
    colors,
    columns,
  }
}

/** The codes that begin and end a look. */
const colorCodes = {
  ...{ bold: [1, 22], dim: [2, 22], underline: [4, 24] },
  ...{ red: [31, 39], green: [32, 39], yellow: [33, 39], blue: [34, 39], cyan: [36, 39] },
} as const

function colorsOf(isColored: boolean): Colors {
  const painted = Object.entries(colorCodes).map(([name, [begin, end]]) => [
    name,
    (text: string): Painted => ({
      text,
      paint: safe => (isColored ? `\u001b[${begin}m${safe}\u001b[${end}m` : safe),
    }),
  ])
  // Object.entries forgets which names it has seen.
  return Object.fromEntries(painted) as Colors
}

/** A part of a line as it is written. */
function shown(part: Cell, safe = visible): string {
  return isPainted(part) ? part.paint(safe(part.text)) : safe(part)
}

function cellOf(value: Value, color?: (text: string) => Painted): Cell {
  if (isPainted(value)) return value
  return color ? color(textOf(value)) : textOf(value)
}

function textOf(value: Value): string {
  if (isPainted(value)) return value.text
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return Array.isArray(value) ? value.join(', ') : String(value ?? '')
}

function isPainted(value: Value): value is Painted {
  return typeof value === 'object' && value !== null && 'paint' in value
}

/** What a column shows of an item: instants on the reader's own clock, states in their color, plain values as they are. */
function valueIn<T extends object>(item: T, column: Column<T>, colors: Colors): Value {
  if (typeof column === 'function') return column(item, colors)
  const value: unknown = item[column]
  if (typeof value === 'string' && /(?:At|_at|^timestamp|^last_activity)$/.test(column)) return when(value)
  if (typeof value === 'string' && /^(?:status|state)$/.test(column)) return stateCell(value, colors)
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Value)
}

function standardStreams(): Streams {
  return { stdout: streamOf(1), stderr: streamOf(2), env: process.env }
}

/** Only a terminal needs Node's stream, which takes a tenth of a short command to open: the rest is written to directly. */
function streamOf(descriptor: 1 | 2): Streams['stdout'] {
  return isTerminal(descriptor) ? nodeStream(descriptor) : { write: text => writeWhole(descriptor, text) }
}

function nodeStream(descriptor: 1 | 2): NodeJS.WriteStream {
  return descriptor === 1 ? process.stdout : process.stderr
}

/** Any device is taken for a terminal but the one that swallows everything, which scripts and services write to. */
function isTerminal(descriptor: number): boolean {
  try {
    const output = fstatSync(descriptor)
    return output.isCharacterDevice() && output.rdev !== statSync('/dev/null').rdev
  } catch {
    // It was closed by the program that started this one, or this is Windows.
    return true
  }
}

function writeWhole(descriptor: 1 | 2, text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(descriptor, bytes, at)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      // `daybook records tree | head` closes our stdout early: that ends the program without an error.
      if (code === 'EPIPE' && descriptor === 1) process.exit(0)
      // Remarks are optional: without a reader the command goes on.
      if (code === 'EPIPE') return
      if (code !== 'EAGAIN') throw error
      // Another program made the pipe non-blocking and its reader is behind; Node's stream waits for it.
      nodeStream(descriptor).write(bytes.subarray(at))
      return
    }
  }
}

/** A stored time on the reader's own clock, to the minute. */
export function when(iso: string): string {
  const time = new Date(iso)
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`
}

function diffLine(line: string, colors: Colors): Cell {
  if (line.startsWith('---') || line.startsWith('+++')) return colors.bold(line)
  if (line.startsWith('@@')) return colors.cyan(line)
  if (line.startsWith('-')) return colors.red(line)
  return line.startsWith('+') ? colors.green(line) : line
}
