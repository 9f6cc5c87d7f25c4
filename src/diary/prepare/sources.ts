import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { countEach } from '../../kernel/byte-order.ts'
import { discover, type RootState } from '../../transcripts/discover.ts'
import { LineSplitter, parseLine } from '../../transcripts/lines.ts'
import { exclusionOf, insideDiary } from '../../transcripts/ownership.ts'
import { readChunks, withFile } from '../../transcripts/read-chunks.ts'
import {
  type Environment,
  type Prompt,
  type Retention,
  type SourceReader,
  type TranscriptFile,
  Unreadable,
} from '../../transcripts/reader.ts'
import { loadReaders } from '../../transcripts/readers.ts'
import type { TranscriptRecord } from '../../transcripts/record.ts'
import type { Archive } from '../archive/archive.ts'
import { loadForgotten } from '../forget/tombstones.ts'
import type { DiarySettings } from '../settings.ts'
import { readObject } from '../workspace/json-file.ts'
import { changedAt, decide, lookOf, type Stamp, stampOf } from './index/file-state.ts'
import type { IndexedTranscript } from './index/transcript-row.ts'
import type { OpenIndex } from './open-index.ts'

/** What is known of the transcript homes, without reading any of them. */
export async function surveySources({ cache, archive, archiveState }: OpenIndex, diary: DiarySettings, now: number) {
  const forgotten = loadForgotten(diary)
  const homes = (await lookAtHomes(diary.environment)).map(home => ({
    ...home,
    files: home.files.filter(({ file }) => !forgotten.hasPath(file.path)),
  }))
  const transcripts = cache.transcripts()
  const known = cache.files()
  const kept = archive?.all() ?? new Map()
  const isOwn = insideDiary(diary.root)
  const ids = new Set([
    ...transcripts.map(({ source, sessionId }) => `${source} ${sessionId}`),
    ...homes.flatMap(({ source, files }) => files.flatMap(({ file }) => idsIn(file.relative, source))),
    ...[...kept.values()].flatMap(({ relative, source }) => idsIn(relative, source)),
  ])
  return {
    sources: homes.map(home => {
      const own = transcripts.filter(({ source }) => source === home.source)
      return {
        source: home.source,
        roots: home.roots.map(({ root, state }) => ({ root, state })),
        files: home.files.length,
        bytes: home.files.reduce((sum, { stamp }) => sum + stamp.size, 0),
        unreadable: home.unreadable,
        not_indexed: home.files.filter(({ file, stamp }) => isStale(file, stamp)).length,
        sessions: own.filter(({ archived }) => !archived).length,
        from_archive: own.filter(({ archived }) => archived).length,
        excluded: countEach(own.flatMap(each => exclusionOf(each, isOwn) ?? [])),
        warnings: countEach(own.flatMap(({ warnings }) => warnings)),
        oldest: oldestOf(home, own),
      }
    }),
    archive: {
      state: archiveState,
      keep_days: diary.archive.keepDays,
      ...(archive?.size() ?? { transcripts: 0, bytes: 0, stored_bytes: 0 }),
    },
    deletes: await deletions(homes, path => kept.has(path), now),
    lost: lostSessions(homes, (source, id) => ids.has(`${source} ${id}`) || forgotten.hasSession(source, id)),
  }

  function isStale(file: Home['files'][number]['file'], stamp: Home['files'][number]['stamp']): boolean {
    if (known.get(file.path) === lookOf(stamp)) return false
    return decide(file.form, cache.file(file.path), stamp, () => true) !== 'unchanged'
  }
}

/** A file's name without its ending, and the id at its end. */
function idsIn(relative: string, source: string): string[] {
  const stem = relative.replace(/^.*\//, '').replace(/\.jsonl(\.zst)?$/, '')
  const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(stem)?.[0]
  return [stem, ...(uuid ? [uuid.toLowerCase()] : [])].map(id => `${source} ${id}`)
}

function oldestOf({ files }: Home, own: readonly IndexedTranscript[]): number | null {
  const times = [...own.flatMap(({ firstAt }) => firstAt ?? []), ...files.map(({ stamp }) => changedAt(stamp))]
  return times.length === 0 ? null : times.reduce((first, at) => Math.min(first, at))
}

/** Sessions in an agent's own history of prompts with nothing else left of them; `isKnown` knows all others. */
function lostSessions(homes: readonly Home[], isKnown: (source: string, id: string) => boolean) {
  return homes.flatMap(({ reader, source, roots }) => {
    const { prompt } = reader
    if (!prompt) return []
    const folders = new Set(roots.filter(({ state }) => state !== 'disabled').map(({ root }) => dirname(root)))
    const prompts = [...folders].flatMap(folder => promptsIn(join(folder, 'history.jsonl'), prompt))
    const lost = prompts.filter(({ session }) => !isKnown(source, session))
    if (prompts.length === 0) return []
    const times = lost.map(({ at }) => at).sort((a, b) => a - b)
    return [
      {
        source,
        sessions: new Set(lost.map(({ session }) => session)).size,
        prompts: lost.length,
        first_at: times[0] ?? null,
        last_at: times.at(-1) ?? null,
      },
    ]
  })
}

function promptsIn(path: string, read: (record: TranscriptRecord) => Prompt | null): Prompt[] {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const prompts: Prompt[] = []
  const splitter = new LineSplitter(({ number, bytes }) => {
    const record = bytes && parseLine(bytes, number === 1)
    const found = record && read(record)
    if (found) prompts.push(found)
  })
  try {
    if (size > 0) withFile(path, file => readChunks(file, 0, size, chunk => splitter.push(chunk)))
    splitter.end()
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
  }
  return prompts
}

/** What an agent will delete next, by its own rule. */
interface Deletions {
  source: string
  /** Days after the last change. */
  after_days: number
  /** Transcripts that go within a week, or with the agent's next start. */
  soon: number
  soon_bytes: number
  /** How many of them are not in the archive. */
  unarchived: number
  next: { session_id: string; at: number; archived: boolean }[]
}

const dayMs = 86_400_000
const maxNamed = 10

/** What agents will delete next, whether or not the archive has it. */
export async function soonDeleted(diary: DiarySettings, archive: Archive | null, now: number): Promise<Deletions[]> {
  const kept = archive?.known() ?? new Map()
  return deletions(await lookAtHomes(diary.environment), path => kept.has(path), now)
}

/** What the agents delete that remove old transcripts by themselves. */
async function deletions(
  homes: readonly Home[],
  isArchived: (path: string) => boolean,
  now: number,
): Promise<Deletions[]> {
  const found: Deletions[] = []
  for (const { reader, source, roots, files } of homes) {
    if (!reader.retention || files.length === 0) continue
    const after_days = await deletedAfter(roots, reader.retention)
    const soon = files
      .map(({ file, stamp }) => ({
        session_id: file.relative.replace(/^.*\//, '').replace(/\.jsonl$/, ''),
        at: changedAt(stamp) + after_days * dayMs,
        bytes: stamp.size,
        archived: isArchived(file.path),
      }))
      .filter(({ at }) => at <= now + 7 * dayMs)
      .sort((a, b) => a.at - b.at)
    found.push({
      source,
      after_days,
      soon: soon.length,
      soon_bytes: soon.reduce((sum, { bytes }) => sum + bytes, 0),
      unarchived: soon.filter(({ archived }) => !archived).length,
      next: soon.slice(0, maxNamed).map(({ session_id, at, archived }) => ({ session_id, at, archived })),
    })
  }
  return found
}

/** The shortest time any of the agent's settings gives. */
async function deletedAfter(roots: Home['roots'], { settings, days, defaultDays }: Retention): Promise<number> {
  const set: number[] = []
  for (const { root } of roots) {
    const stored = await readObject(join(dirname(root), settings))
    const after = stored.state === 'read' ? days(stored.value) : undefined
    if (after !== undefined && after >= 0) set.push(after)
  }
  return set.length > 0 ? Math.min(...set) : defaultDays
}

/** The transcripts of one agent as they are on disk. */
export interface Home {
  source: string
  reader: SourceReader
  roots: RootState[]
  files: { file: TranscriptFile; stamp: Stamp }[]
  unreadable: number
}

/** Looks at every transcript home without opening a file. */
export async function lookAtHomes(environment: Environment): Promise<Home[]> {
  return [...(await loadReaders()).values()].map(reader => {
    const { roots, files, unreadable } = discover(reader, environment)
    const seen = files.flatMap(file => {
      const stamp = stampIfThere(file, reader, environment)
      return stamp ? [{ file, stamp }] : []
    })
    return {
      source: reader.source,
      reader,
      roots,
      files: seen,
      unreadable: unreadable.length + files.length - seen.length,
    }
  })
}

function stampIfThere(file: TranscriptFile, reader: SourceReader, environment: Environment): Stamp | null {
  try {
    return stampOf(file, reader, environment)
  } catch {
    return null
  }
}
