import { readFileSync, writeFileSync } from 'node:fs'
import type { z } from 'zod'
import type { Choices } from '../../catalog/catalog.ts'
import { errorMessage } from '../../kernel/fault.ts'
import { isObject } from '../../kernel/json.ts'
import { guess } from './command-line.ts'
import { usageFault } from './failure.ts'
import { visible } from './rows.ts'

/** Asks the person on the terminal; undefined when there is none to ask. */
export async function askLine(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined
  // Loaded by need, here and below, because most verbs import this file; a native import() may fail in code from V8's cache.
  const { createInterface } = process.getBuiltinModule('node:readline/promises')
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await reader.question(visible(question))).trim()
  } finally {
    reader.close()
  }
}

/** What the person types to confirm; refused where there is no terminal to ask on. */
export async function askToConfirm(question: string, what: string, otherwise: string): Promise<string> {
  const answer = await askLine(question)
  if (answer === undefined) throw usageFault(`${what} must be confirmed.`, otherwise)
  return answer
}

export function isYes(answer: string | undefined): boolean {
  return /^y(es)?$/i.test(answer ?? '')
}

/** The text of a file, or of stdin for `-`; bytes that are not UTF-8 are refused rather than mangled. */
export async function readText(source: string): Promise<string> {
  const { buffer } = process.getBuiltinModule('node:stream/consumers')
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

/** A JSON object that a person wrote; the hint says how to write it there. */
export function readObject(text: string, hint: string): { [name: string]: unknown } {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    const reason = errorMessage(error)
    throw usageFault('That is not valid JSON.', hint, { reason })
  }
  if (isObject(value)) return value
  throw usageFault('It must be one JSON object.', hint)
}

/** `name=value`, its value as JSON or plain text. */
export function readPair(given: string, example: string): [name: string, value: z.core.util.JSONType] {
  const [, name, text] = /^([^=]+)=([\s\S]*)$/.exec(given) ?? []
  if (name === undefined || text === undefined) {
    throw usageFault('A value is given as name=value.', `For example: ${example}`, { given })
  }
  try {
    return [name, JSON.parse(text)]
  } catch {
    return [name, text]
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

/** `--toolsets a,b` as names of toolsets and profiles in their fixed order; all toolsets when nothing was said. */
export function chosenToolsets({ toolsets, profiles }: Choices, given: string | undefined): string[] {
  if (given === undefined) return toolsets.map(toolset => toolset.name)
  const known = [...profiles, ...toolsets].map(({ name }) => name)
  const wanted = given.split(',').map(name => name.trim())
  const unknown = wanted.find(name => !known.includes(name))
  if (unknown === undefined) return known.filter(name => wanted.includes(name))
  throw usageFault('No such toolset.', `${guess(unknown, known)}There are: ${known.join(', ')}.`, { toolset: unknown })
}
