import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { usageFault } from './failure.ts'

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
