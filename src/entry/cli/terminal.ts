import picocolors from 'picocolors'
import { type Cell, rows } from './rows.ts'
import { visible, visibleLines } from './visible.ts'

export type Colors = ReturnType<typeof picocolors.createColors>

/** What a command writes to: data on stdout, everything else on stderr. */
export interface Terminal {
  /** One line of data. */
  line(text?: string): void
  /** Data that brings its own line breaks. */
  data(text: string): void
  /** Stored text of several lines: every byte of it into a file or pipe, harmless on a terminal. */
  stored(text: string): void
  /** Lines with aligned columns, under the names of the columns where there are any. */
  table(table: readonly (readonly Cell[])[], layout?: { indent?: string; head?: readonly string[] }): void
  /** `name  value` lines of one thing; absent values have no line. */
  facts(facts: readonly Fact[]): void
  heading(text: string): void
  /** Text of several lines that others wrote: files, models, people. */
  block(text: string): void
  /** A remark to the person, never part of the data. */
  note(text: string): void
  /** For stdout; plain unless it is a terminal. */
  colors: Colors
  /** Columns of the terminal; undefined when stdout is a file or pipe, where nothing is cut. */
  columns: number | undefined
}

export type Fact = readonly [name: string, value: string | null | undefined]

interface Streams {
  stdout: Stream & { isTTY?: boolean; columns?: number }
  stderr: Stream
  env: { [name: string]: string | undefined }
}

interface Stream {
  write(text: string): unknown
}

export function terminal({ stdout, stderr, env }: Streams = process): Terminal {
  const colors = picocolors.createColors(Boolean(stdout.isTTY) && !env.NO_COLOR && env.TERM !== 'dumb')
  const columns = stdout.isTTY ? stdout.columns || 80 : undefined
  const data = (text: string) => void stdout.write(text)
  const line = (text = '') => data(`${text}\n`)
  return {
    line,
    data,
    stored: text => data(stdout.isTTY ? visibleLines(text) : text),
    table(table, { indent, head = [] } = {}) {
      const names = head.length > 0 ? [head.map(name => ({ text: name, paint: colors.dim }))] : []
      data(rows([...names, ...table], { columns }, indent))
    },
    facts(facts) {
      const shown = facts.filter(([, value]) => value !== undefined && value !== null && value !== '')
      const width = Math.max(...shown.map(([name]) => name.length))
      for (const [name, value] of shown) line(`${colors.dim(name.padEnd(width))}  ${visible(String(value))}`)
    },
    heading(text) {
      line()
      line(colors.bold(text))
    },
    block: text => line(visibleLines(text.replaceAll('\r\n', '\n').trimEnd())),
    note: text => void stderr.write(`${text}\n`),
    colors,
    columns,
  }
}

/** `daybook records tree | head` closes our stdout early: that ends the program without an error. */
export function endWithReader(): void {
  process.stdout.on('error', error => {
    if ('code' in error && error.code === 'EPIPE') process.exit(0)
    throw error
  })
}
