import { mkdir, open, readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { z } from 'zod'
import { withLock } from '../../files/lock.ts'
import { isCode, replaceFile, syncFolder } from '../../files/replace.ts'
import { canonicalLine } from '../../receipts/canonical.ts'
import { jsonIn } from './json-in.ts'
import { StoreCorrupt } from './json-store.ts'

/** A file to which whole lines are added, each one JSON object in its canonical spelling. */
export interface JsonLines<T> {
  /** What stands after the last LF was never acknowledged and is not read. */
  read(): Promise<T[]>
  /** When it has answered, the lines survive a power cut. */
  append(lines: readonly T[]): Promise<void>
}

export interface JsonLinesOptions<S extends z.ZodType<object>> {
  file: string
  /** The lock of its writers; null where they hold one of their own already. */
  lock: string | null
  schema: S
  /** For the name of a tail that is moved aside. */
  now: () => string
}

const waitMs = 10_000

export function jsonLines<S extends z.ZodType<object>>(options: JsonLinesOptions<S>): JsonLines<z.output<S>> {
  const { file, lock, schema, now } = options
  return {
    async read() {
      const text = (await bytesOf(file)).toString('utf8')
      return text
        .slice(0, text.lastIndexOf('\n') + 1)
        .split('\n')
        .slice(0, -1)
        .map(line => {
          const parsed = schema.safeParse(jsonIn(line))
          if (!parsed.success) throw new StoreCorrupt(basename(file))
          return parsed.data
        })
    },
    append: lines => (lock === null ? add(lines) : withLock(lock, 'named', waitMs, () => add(lines))),
  }

  async function add(lines: readonly z.output<S>[]): Promise<void> {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await moveTornTail(file, now)
    await addSynced(file, lines.map(canonicalLine).join(''))
  }
}

async function addSynced(file: string, text: string): Promise<void> {
  const handle = await open(file, 'a', 0o600)
  try {
    const isNew = (await handle.stat()).size === 0
    await handle.writeFile(text)
    await handle.sync()
    if (isNew) await syncFolder(dirname(file))
  } finally {
    await handle.close()
  }
}

/** A line that a killed writer did not finish. */
async function moveTornTail(file: string, now: () => string): Promise<void> {
  const end = await lastByte(file)
  if (end === undefined || end === lineFeed) return
  const bytes = await bytesOf(file)
  const keep = bytes.lastIndexOf(lineFeed) + 1
  await replaceFile(`${file}.torn-${now().replace(/[-:.]/g, '')}`, bytes.subarray(keep))
  const handle = await open(file, 'r+')
  try {
    await handle.truncate(keep)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const lineFeed = 0x0a

async function lastByte(file: string): Promise<number | undefined> {
  try {
    const handle = await open(file, 'r')
    try {
      const { size } = await handle.stat()
      return size === 0 ? undefined : (await handle.read(Buffer.alloc(1), 0, 1, size - 1)).buffer[0]
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

async function bytesOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return Buffer.alloc(0)
    throw error
  }
}
