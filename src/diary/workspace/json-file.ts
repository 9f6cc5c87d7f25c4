import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { isCode } from '../../files/replace.ts'
import { isObject, jsonIn } from '../../kernel/json.ts'
import { dottedPath, firstFault } from '../../kernel/shape.ts'

export type StoredObject = { [key: string]: unknown }

/** The content of a file that should hold one JSON object. */
type Stored = { state: 'absent' } | { state: 'broken'; rule: string } | { state: 'read'; value: StoredObject }

export async function readObject(path: string): Promise<Stored> {
  const text = await readText(path)
  if (typeof text !== 'string') return text
  const value = jsonIn(text)
  return isObject(value) ? { state: 'read', value } : { state: 'broken', rule: notOneObject }
}

const notOneObject = 'must hold one JSON object'

/** A JSON object of a known shape, with everything else that is in it. */
type Checked<T> = { state: 'read'; data: T; file: StoredObject } | { state: 'broken'; rule: string }

/** Looks at a text that should hold one JSON object of some shape. */
export function checkedObject<S extends z.ZodType>(
  schema: S,
  mostRemembered?: number,
): (text: string) => Checked<z.output<S>> {
  return checkOnce(text => {
    const file = jsonIn(text)
    if (!isObject(file)) return { state: 'broken', rule: notOneObject }
    const { success, data, error } = schema.safeParse(file)
    if (success) return { state: 'read', data, file }
    return { state: 'broken', rule: brokenRule(error) }
  }, mostRemembered)
}

/** The rule that a stored object breaks first. */
export function brokenRule(error: z.ZodError): string {
  return `needs a valid ${dottedPath(firstFault(error).path) || 'object'}`
}

export async function readChecked<T>(
  path: string,
  check: (text: string) => Checked<T>,
): Promise<Checked<T> | { state: 'absent' }> {
  const text = await readText(path)
  return typeof text === 'string' ? check(text) : text
}

export async function readText(path: string): Promise<string | Exclude<Stored, { state: 'read' }>> {
  try {
    // These files are small: handing each to another thread takes longer than reading it.
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR')) return { state: 'absent' }
    return { state: 'broken', rule: 'cannot be read' }
  }
}

/** As the diary writes JSON: two spaces, nothing escaped that need not be, a line end. */
export function fileText(value: object): string {
  return `${JSON.stringify(value, wellFormed, 2)}\n`
}

/** One line of a JSONL file: sorted keys, no spaces. */
export function lineText(value: object): string {
  return `${JSON.stringify(sortKeys(value))}\n`
}

// An unpaired surrogate would be written as an escape that other readers refuse.
function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value
}

/** With its keys in order and its texts well formed. */
function sortKeys(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(sortKeys)
  if (!isObject(value)) return value
  const keys = Object.keys(value).sort()
  // An object that looks like others of its kind is written several times as quickly as one without a prototype.
  const object: StoredObject = keys.includes('__proto__') ? Object.create(null) : {}
  for (const key of keys) object[key] = sortKeys(value[key])
  return object
}

/**
 * Checks a text as `check` does, but only once while it is remembered: the files of a day are read again and again, and
 * the same text always gives the same. What is answered is shared, so nobody may change it. The texts that one check
 * remembers have at most `mostRemembered` characters together.
 */
export function checkOnce<T>(check: (text: string) => T, mostRemembered = 1_000_000): (text: string) => T {
  const recent = new Map<string, T>()
  let size = 0
  return text => {
    const known = recent.get(text)
    if (known !== undefined) {
      // The ones used last are kept.
      recent.delete(text)
      recent.set(text, known)
      return known
    }
    const checked = check(text)
    recent.set(text, checked)
    size += text.length
    for (const oldest of recent.keys()) {
      if (size <= mostRemembered) break
      recent.delete(oldest)
      size -= oldest.length
    }
    return checked
  }
}
