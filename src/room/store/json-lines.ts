import { basename, dirname } from 'node:path'
import type { z } from 'zod'
import { appendUnsynced, moveTornTail, readWholeLines } from '../../files/append-log.ts'
import { withLock } from '../../files/lock.ts'
import { syncFile, syncFolder } from '../../files/replace.ts'
import { jsonIn } from '../../kernel/json.ts'
import { canonicalLine } from '../../receipts/canonical.ts'
import { StoreCorrupt } from './json-store.ts'

/** A file to which whole lines are added, each one JSON object. */
export interface JsonLines<T> {
  /** Text after the last LF was never acknowledged and is not read. */
  read(): Promise<T[]>
  /** The lines that begin at this byte or later, and where the last of them ends. */
  readFrom(start: number): { lines: T[]; end: number }
  /** When it has answered, the lines survive a power cut. */
  append(lines: readonly T[]): Promise<void>
  /** When it has answered, the lines survive the end of this process; a power cut may take them until `sync`. */
  note(lines: readonly T[]): Promise<void>
  /** Until everything noted here survives a power cut. */
  sync(): Promise<void>
}

interface JsonLinesOptions<S extends z.ZodType<object>> {
  file: string
  /** The lock of its writers; null where they hold one of their own already. */
  lock: string | null
  schema: S
  /** For the name of a tail that is moved aside. */
  now: () => string
  /** One line with its LF; the canonical spelling unless said otherwise. */
  spell?: (line: z.output<S>) => string
}

const waitMs = 10_000

export function jsonLines<S extends z.ZodType<object>>(options: JsonLinesOptions<S>): JsonLines<z.output<S>> {
  const { file, lock, schema, now, spell = canonicalLine } = options
  let unsynced = false
  let isNew = false

  const note = async (lines: readonly z.output<S>[]) => {
    const added = lines.map(spell).join('')
    let how = appendUnsynced(file, added)
    if (how === 'torn') {
      await moveTornTail(file, `${file}.torn-${now().replace(/[-:.]/g, '')}`)
      how = appendUnsynced(file, added)
    }
    isNew ||= how === 'first'
    unsynced = true
  }
  let syncing = Promise.resolve()
  const syncNow = async () => {
    const folder = isNew ? dirname(file) : undefined
    unsynced = false
    isNew = false
    try {
      await syncFile(file)
      if (folder !== undefined) await syncFolder(folder)
    } catch (error) {
      unsynced = true
      isNew ||= folder !== undefined
      throw error
    }
  }
  /** What is noted while one waits for the disk is left to the next. */
  const sync = () => {
    if (unsynced) syncing = syncNow()
    return syncing
  }
  const locked = <T>(work: () => Promise<T>) => (lock === null ? work() : withLock(lock, 'named', waitMs, work))
  const readFrom = (start: number) => {
    const whole = readWholeLines(file, start)
    return { lines: whole.toString('utf8').split('\n').slice(0, -1).map(parse), end: start + whole.length }
  }

  return {
    read: async () => readFrom(0).lines,
    readFrom,
    append: lines =>
      locked(async () => {
        await note(lines)
        await sync()
      }),
    note: lines => locked(() => note(lines)),
    sync,
  }

  function parse(line: string): z.output<S> {
    const parsed = schema.safeParse(jsonIn(line))
    if (!parsed.success) throw new StoreCorrupt(basename(file))
    return parsed.data
  }
}
