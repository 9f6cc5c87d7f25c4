import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { buffer } from 'node:stream/consumers'
import { usageFault } from './failure.ts'

/** Asks the person on the terminal; undefined when there is none to ask. */
export async function askLine(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await reader.question(question)).trim()
  } finally {
    reader.close()
  }
}

export function isYes(answer: string | undefined): boolean {
  return /^y(es)?$/i.test(answer ?? '')
}

/** The text of a file, or of stdin for `-`; bytes that are not UTF-8 are refused rather than mangled. */
export async function readText(source: string): Promise<string> {
  const bytes = source === '-' ? await buffer(process.stdin) : readNamed(source)
  try {
    // A byte order mark is text here: what is stored must be what was given.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw usageFault('The input is not UTF-8 text.', 'Save it as UTF-8 and try again.')
  }
}

function readNamed(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    throw usageFault('The file cannot be read.', 'Check its path and its permissions.', { file })
  }
}

/** A text given as an argument; `-` reads it from stdin. */
export async function textOrStdin(given: string): Promise<string> {
  return given === '-' ? readText('-') : given
}

/** Makes a file for the person alone; one that is there already is never touched. */
export function writeNew(file: string, content: string | Uint8Array): void {
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 })
  } catch {
    throw usageFault('The file could not be made.', 'Name a file that does not exist yet, in a folder you may write.', {
      file,
    })
  }
}
