import picocolors from 'picocolors'
import { visibleLines } from './visible.ts'

export type Colors = ReturnType<typeof picocolors.createColors>

/** Where a command speaks: data on stdout, everything else on stderr. */
export interface Terminal {
  /** One line of data. */
  line(text?: string): void
  /** Data that brings its own line breaks. */
  data(text: string): void
  /** Stored text of several lines: every byte of it into a file or pipe, harmless on a terminal. */
  stored(text: string): void
  /** A remark to the person, never part of the data. */
  note(text: string): void
  /** For stdout; plain unless it is a terminal. */
  colors: Colors
  /** Columns of the terminal; undefined when stdout is a file or pipe, where nothing is cut. */
  columns: number | undefined
}

interface Streams {
  stdout: Stream & { isTTY?: boolean; columns?: number }
  stderr: Stream
  env: { [name: string]: string | undefined }
}

interface Stream {
  write(text: string): unknown
}

export function terminal({ stdout, stderr, env }: Streams = process): Terminal {
  return {
    line: (text = '') => void stdout.write(`${text}\n`),
    data: text => void stdout.write(text),
    stored: text => void stdout.write(stdout.isTTY ? visibleLines(text) : text),
    note: text => void stderr.write(`${text}\n`),
    colors: picocolors.createColors(Boolean(stdout.isTTY) && !env.NO_COLOR && env.TERM !== 'dumb'),
    columns: stdout.isTTY ? stdout.columns || 80 : undefined,
  }
}

/** `daybook records tree | head` closes our stdout early: that ends the program, it is no failure of it. */
export function endWhenNobodyReads(): void {
  process.stdout.on('error', error => {
    if ('code' in error && error.code === 'EPIPE') process.exit(0)
    throw error
  })
}
