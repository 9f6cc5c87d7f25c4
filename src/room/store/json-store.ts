import { mkdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { z } from 'zod'
import { withLock } from '../../files/lock.ts'
import { replaceFile } from '../../files/replace.ts'
import { jsonIn } from './json-in.ts'

/** A whole JSON file as one value, read and changed under a lock that all processes share. */
export interface JsonStore<T> {
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

export interface JsonStoreOptions<S extends z.ZodType> {
  file: string
  /** Where the locks of this workspace lie. */
  locks: string
  schema: S
  /** What counts while there is no file. */
  empty: () => z.output<S>
}

const waitMs = 30_000

export function jsonStore<S extends z.ZodType>({
  file,
  locks,
  schema,
  empty,
}: JsonStoreOptions<S>): JsonStore<z.output<S>> {
  const lock = join(locks, `${basename(file)}.lock`)
  return {
    read: load,
    change: work =>
      withLock(lock, 'named', waitMs, async () => {
        const done = work(await load())
        if ('next' in done) {
          await mkdir(dirname(file), { recursive: true, mode: 0o700 })
          await replaceFile(file, `${JSON.stringify(done.next, null, 2)}\n`)
        }
        return done.result
      }),
  }

  async function load(): Promise<z.output<S>> {
    const text = await textOf(file)
    if (text === undefined) return empty()
    const parsed = schema.safeParse(jsonIn(text))
    if (!parsed.success) throw new StoreCorrupt(basename(file))
    return parsed.data
  }
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
