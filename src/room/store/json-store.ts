import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { withLock } from '../../files/lock.ts'
import { isCode, noteFile, replaceFile } from '../../files/replace.ts'
import { isSettled, stampOf } from '../../files/stamp.ts'
import { isObject, jsonIn, ownValue } from '../../kernel/json.ts'

/** A whole JSON file as one value, read and changed under a lock that all processes share. */
export interface JsonStore<T> {
  /** What is read is shared by all who read it, so it cannot be changed. */
  read(): Promise<T>
  /** The change sees the newest value; what it returns as `next` is stored before `result` is known to anyone. */
  change<R>(work: (value: T) => { next: T; result: R } | { result: R }): Promise<R>
}

/** A file that does not fit its schema is never overwritten: reading it and changing it both fail by its name. */
export class StoreCorrupt extends Error {
  override readonly name = 'StoreCorrupt'
  constructor(readonly file: string) {
    super(`The file ${file} is not what it should be.`)
  }
}

interface JsonStoreOptions<S extends z.ZodType> {
  file: string
  /** The folder of the locks. */
  locks: string
  schema: S
  /** The value while there is no file. */
  empty: () => z.output<S>
  /** What a change survives: a power cut unless only the end of the process is named. */
  survives?: 'power cut' | 'kill'
}

/** A file below a folder that has its locks in `locks`: the `.control-room` of a workspace, or DAYBOOK_HOME. */
export function jsonStoreIn<S extends z.ZodType>(
  folder: string,
  path: string,
  schema: S,
  empty: z.output<S>,
  survives?: 'power cut' | 'kill',
): JsonStore<z.output<S>> {
  const [file, locks] = [join(folder, path), join(folder, 'locks')]
  return jsonStore({ file, locks, schema, empty: () => deepFreeze(empty), ...(survives && { survives }) })
}

const waitMs = 30_000

export function jsonStore<S extends z.ZodType>(options: JsonStoreOptions<S>): JsonStore<z.output<S>> {
  const { file, locks, schema, empty, survives = 'power cut' } = options
  const lock = join(locks, `${basename(file)}.lock`)
  const put = survives === 'kill' ? noteFile : replaceFile
  let known: { stamp: string; value: z.output<S> } | undefined
  return {
    read: async () => load(),
    change: work =>
      withLock(lock, 'named', waitMs, async () => {
        const done = work(load())
        if ('next' in done) {
          mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
          await put(file, `${JSON.stringify(done.next, null, 2)}\n`)
        }
        return done.result
      }),
  }

  /** Asking another thread for a small file takes many times longer than reading it. */
  function load(): z.output<S> {
    const stat = statSync(file, { bigint: true, throwIfNoEntry: false })
    if (!stat) return empty()
    const stamp = stampOf(stat)
    if (known?.stamp === stamp) return known.value
    const text = textOf(file)
    if (text === undefined) return empty()
    const parsed = schema.safeParse(jsonIn(text))
    if (!parsed.success) throw new StoreCorrupt(basename(file))
    const value = deepFreeze(parsed.data)
    known = isSettled(stat) ? { stamp, value } : undefined
    return value
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** The same value, deeply frozen. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const each of Object.values(value)) deepFreeze(each)
  return Object.freeze(value)
}

/** One more than the highest number in use, so that no id comes twice even where something was taken out by hand. */
export function nextNumber(items: readonly { id: string }[], prefix: string): number {
  const used = items.map(({ id }) => (id.startsWith(prefix) ? Number(id.slice(prefix.length)) : 0))
  return 1 + used.reduce((most, number) => (Number.isSafeInteger(number) && number > most ? number : most), 0)
}

/** An object with what was given in place of what was there: null takes a key away, what is not given stays. */
export function mergeGiven(
  before: { readonly [key: string]: unknown },
  given: { readonly [key: string]: unknown },
): { [key: string]: unknown } {
  const kept = Object.entries(before).filter(([key]) => !Object.hasOwn(given, key) || given[key] === undefined)
  const set = Object.entries(given).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries([...kept, ...set])
}

/** The fields of a change: one that is left out stays as it is, null takes it away. */
export function optionalOrNull<S extends z.core.$ZodShape>(fields: S) {
  const changes = Object.entries(fields).map(([name, field]) => {
    const isUnset = field instanceof z.ZodOptional || field instanceof z.ZodDefault
    return [name, z.optional(z.nullable(isUnset ? field.unwrap() : field))]
  })
  // Object.fromEntries forgets which field has which name.
  return Object.fromEntries(changes) as { [name in keyof S]: z.ZodOptional<z.ZodNullable<Inner<S[name]>>> }
}

/** A field without its default, or without the right to be left out. */
type Inner<F extends z.core.$ZodType> = F extends z.ZodOptional<infer T> | z.ZodDefault<infer T> ? T : F

/** The sections of `given` over those of `before`; within a section only the given names change. */
export function mergeSections(before: Sections, given: Sections): Sections {
  const sections = Object.entries(given).map(([name, value]) => {
    const known = ownValue(before, name)
    return [name, isObject(known) && isObject(value) ? { ...known, ...value } : value]
  })
  return { ...before, ...Object.fromEntries(sections) }
}

type Sections = { readonly [name: string]: unknown }
