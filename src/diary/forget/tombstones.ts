import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { withLock } from '../../files/lock.ts'
import { isCode, replaceFile, syncFolder } from '../../files/replace.ts'
import { sha256 } from '../../files/sha256.ts'
import { jsonIn } from '../../kernel/json.ts'
import type { DiarySettings } from '../settings.ts'
import { fileText } from '../workspace/json-file.ts'

/** What is kept of a forgotten session: enough to know it again wherever it turns up, and nothing that was said in it. */
const Tombstone = z.object({
  schema_version: z.literal(1),
  source: z.string(),
  session_id: z.string(),
  forgotten_at: z.string(),
  reason: z.string().nullable(),
  /** Ids of the session and of those that hold copies of its turns: what was resumed or forked from it. */
  session_ids: z.array(z.string()),
  /** Hashes of where its transcripts are. */
  paths: z.array(z.string()),
  /** Hashes of the agent's own ids of the records that began turns, by which copies are known. */
  turn_ids: z.array(z.string()),
  /** Hashes of the lines of its turns, as reports cite them. */
  spans: z.array(z.string()),
  /** What of the diary named it: `diary:<date>/<project_key>/<session or work item>`. */
  refs: z.array(z.string()),
  /** How much of each day it was. */
  days: z.array(z.object({ date: z.string(), sessions: z.int(), turns: z.int() })),
  /** Days whose report is still to be rebuilt; empty when everything is done. */
  rebuild: z.array(z.string()),
  /** Whether the agent's own files go, too. */
  delete_transcripts: z.boolean(),
})
export type Tombstone = z.output<typeof Tombstone>

type Folder = Pick<DiarySettings, 'forgottenDir'>

/** A tombstone whose removals are not all done is named otherwise, so that a start sees it without reading a file. */
const pendingEnding = '.pending.json'
const doneEnding = '.json'

interface Listed {
  tombstone: Tombstone
  /** Not everything is removed yet. */
  pending: boolean
}

export function listTombstones({ forgottenDir }: Folder): Listed[] {
  for (let tries = 3; ; tries--) {
    const found = new Map<string, Listed>()
    let isWhole = true
    for (const name of namesIn(forgottenDir)) {
      const text = textAt(join(forgottenDir, name))
      // It gets its other name while we look.
      if (text === null) isWhole = false
      const tombstone = Tombstone.safeParse(jsonIn(text ?? '')).data
      const pending = name.endsWith(pendingEnding)
      const id = name.slice(0, idLength)
      if (tombstone && (pending || !found.has(id))) found.set(id, { tombstone, pending })
    }
    if (isWhole || tries === 0) return [...found.values()]
  }
}

export function hasPending({ forgottenDir }: Folder): boolean {
  return namesIn(forgottenDir).some(name => name.endsWith(pendingEnding))
}

/** Writes down what is to be removed, before anything is: from then on the session is kept out. */
export async function writePending({ forgottenDir }: Folder, tombstone: Tombstone): Promise<void> {
  await mkdir(forgottenDir, { recursive: true, mode: 0o700 })
  await replaceFile(fileOf(forgottenDir, tombstone, pendingEnding), fileText(tombstone))
  await rm(fileOf(forgottenDir, tombstone, doneEnding), { force: true })
  await syncFolder(forgottenDir)
}

export async function markDone({ forgottenDir }: Folder, tombstone: Tombstone): Promise<void> {
  await replaceFile(fileOf(forgottenDir, tombstone, pendingEnding), fileText({ ...tombstone, rebuild: [] }))
  await rename(fileOf(forgottenDir, tombstone, pendingEnding), fileOf(forgottenDir, tombstone, doneEnding))
  await syncFolder(forgottenDir)
}

export async function removeTombstone({ forgottenDir }: Folder, tombstone: Tombstone): Promise<void> {
  for (const ending of [pendingEnding, doneEnding]) await rm(fileOf(forgottenDir, tombstone, ending), { force: true })
  await syncFolder(forgottenDir)
}

/** Takes the tombstones of another home over, all of them still to be carried out here. */
export async function takeOverTombstones({ forgottenDir }: Folder, from: string): Promise<void> {
  for (const { tombstone } of listTombstones({ forgottenDir: from })) await writePending({ forgottenDir }, tombstone)
}

/** One process at a time forgets, finishes or brings back. */
export function withForgetLock<T>({ forgottenDir }: Folder, waitMs: number, work: () => Promise<T>): Promise<T> {
  return withLock(join(forgottenDir, '.locks', 'forget'), 'exclusive', waitMs, work)
}

/** What tells whether something belongs to a forgotten session. */
export class Forgotten {
  readonly tombstones: readonly Tombstone[]
  readonly #sessions: ReadonlySet<string>
  readonly #paths: ReadonlySet<string>
  readonly #turnIds: ReadonlySet<string>
  readonly #spans: ReadonlySet<string>
  readonly #refs: ReadonlySet<string>

  constructor(tombstones: readonly Tombstone[]) {
    this.tombstones = tombstones
    const all = (pick: (tombstone: Tombstone) => readonly string[]) => new Set(tombstones.flatMap(pick))
    this.#sessions = all(({ source, session_ids }) => session_ids.map(id => `${source} ${id}`))
    this.#paths = all(({ paths }) => paths)
    this.#turnIds = all(({ turn_ids }) => turn_ids)
    this.#spans = all(({ spans }) => spans)
    this.#refs = all(({ refs }) => refs)
  }

  get isEmpty(): boolean {
    return this.tombstones.length === 0
  }

  hasPath(key: string): boolean {
    return this.#paths.size > 0 && this.#paths.has(sha256(key))
  }

  /** Whether a transcript is at a place that is known, or in the folder of a forgotten session, as its sub-agents' are. */
  hasPlace(source: string, key: string): boolean {
    if (this.isEmpty) return false
    return this.hasPath(key) || sessionFolders(key).some(id => this.hasSession(source, id))
  }

  hasSession(source: string, id: string): boolean {
    return this.#sessions.has(`${source} ${id}`)
  }

  /** Whether a chat is forgotten, as its client names it: clients do not say which agent they are. */
  isOfChat(session: string, transcript: string): boolean {
    return this.hasPath(transcript) || this.tombstones.some(({ session_ids }) => session_ids.includes(session))
  }

  /** Whether the lines with this hash are a turn of it. */
  hasSpan(hash: string): boolean {
    return this.#spans.has(hash)
  }

  hasRef(date: string, project_key: string, ref: string): boolean {
    return this.#refs.has(diaryRef(date, project_key, ref))
  }

  /** The refs of a day's project that must not be given again. */
  refsOf(date: string, project_key: string): string[] {
    const beginning = diaryRef(date, project_key, '')
    return [...this.#refs].flatMap(ref => (ref.startsWith(beginning) ? [ref.slice(beginning.length)] : [])).sort()
  }

  /** The tombstone that keeps a transcript out, by its place, its session, what it was forked from, or the turns it holds. */
  tombstoneOf(transcript: KnownTranscript): Tombstone | undefined {
    if (this.isEmpty) return undefined
    const { key, source, sessionId, forkedFrom, turnIds } = transcript
    const ids = turnIds.map(sha256)
    const isMeant =
      this.hasPlace(source, key) ||
      this.hasSession(source, sessionId) ||
      (forkedFrom !== null && this.hasSession(source, forkedFrom)) ||
      ids.some(id => this.#turnIds.has(id))
    if (!isMeant) return undefined
    const path = sha256(key)
    return this.tombstones.find(
      each =>
        each.paths.includes(path) ||
        (each.source === source &&
          [sessionId, forkedFrom, ...sessionFolders(key)].some(id => each.session_ids.includes(id ?? ''))) ||
        each.turn_ids.some(id => ids.includes(id)),
    )
  }

  /** What of a day was forgotten. */
  on(date: string): { sessions: number; turns: number } {
    const days = this.tombstones.flatMap(({ days }) => days.filter(day => day.date === date))
    return {
      sessions: days.reduce((sum, { sessions }) => sum + sessions, 0),
      turns: days.reduce((sum, { turns }) => sum + turns, 0),
    }
  }
}

/** What is known of a transcript when it is asked whether it is forgotten. */
export interface KnownTranscript {
  key: string
  source: string
  sessionId: string
  forkedFrom: string | null
  turnIds: readonly string[]
}

export function loadForgotten(place: Folder): Forgotten {
  return new Forgotten(listTombstones(place).map(({ tombstone }) => tombstone))
}

/** The folders of a path that may be named for a session: agents put what its sub-agents did there. */
export function sessionFolders(path: string): string[] {
  return path
    .split(/[\\/]/)
    .slice(0, -1)
    .filter(part => part.length >= shortestId)
}

/** Shorter names are those of ordinary folders. */
const shortestId = 8

export function diaryRef(date: string, project_key: string, ref: string): string {
  return `diary:${date}/${project_key}/${ref}`
}

const idLength = 16

function textAt(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter(name => /^[0-9a-f]{16}(\.pending)?\.json$/.test(name)) : []
}

function fileOf(folder: string, { source, session_id }: Tombstone, ending: string): string {
  return join(folder, `${sha256(`${source} ${session_id}`).slice(0, idLength)}${ending}`)
}
