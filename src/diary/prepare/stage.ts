import { mkdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { replaceFile } from '../../files/replace.ts'
import { type ScannedTurn, Unreadable } from '../../transcripts/reader.ts'
import { readerOf } from '../../transcripts/readers.ts'
import type { Archive } from '../archive/archive.ts'
import type { PriceTable } from '../prices/prices.ts'
import type { Metadata, TurnFacts } from '../schema.ts'
import type { Prepared } from '../workspace/carry.ts'
import { fileText, lineText } from '../workspace/json-file.ts'
import { turnKey } from '../workspace/refs.ts'
import { Changing, type CopiedSession, type Copying, copySession } from './copy-session.ts'
import { FileSyncs } from './file-syncs.ts'
import type { IndexCache } from './index/cache.ts'
import type { Indexed } from './index/index-homes.ts'
import type { PlannedProject, PlannedSession } from './plan.ts'
import { type OnProgress, PhaseProgress } from './progress.ts'
import { SessionContent } from './session-content.ts'
import { sessionFacts } from './session-facts.ts'

export interface Staging {
  cache: IndexCache
  archive: Archive | null
  live: Indexed['live']
  prices: PriceTable
  progress: OnProgress
  /** Told of every copy, by its place in the workspace, where its lines lie. */
  keepOffsets: (place: string, offsets: Buffer) => Promise<void>
}

export interface StagedSession extends PlannedSession {
  copied: Omit<CopiedSession, 'offsets'>
}

export interface Staged {
  sessions: StagedSession[]
  prepared: Prepared[]
}

/** Writes a day's files into a folder of their own; everything in it is on disk afterwards. Throws `Changing`. */
export async function stageDay(
  staging: Staging,
  folder: string,
  metadata: Metadata,
  projects: readonly PlannedProject[],
): Promise<Staged> {
  const syncs = new FileSyncs()
  const staged = await stageProjects(staging, folder, projects, syncs).finally(() => syncs.settled())
  await replaceFile(join(folder, 'metadata.json'), fileText(metadata))
  return staged
}

async function stageProjects(
  { cache, archive, live, prices, progress, keepOffsets }: Staging,
  folder: string,
  projects: readonly PlannedProject[],
  syncs: FileSyncs,
): Promise<Staged> {
  const planned = projects.flatMap(({ sessions }) => sessions)
  const bytes = planned.reduce((sum, { transcript }) => sum + transcript.size, 0)
  const shown = new PhaseProgress(progress, 'stage', planned.length, bytes)
  const staged: Staged = { sessions: [], prepared: [] }
  mkdirSync(join(folder, 'projects'), { recursive: true, mode: 0o700 })
  for (const { identity, sessions } of projects) {
    const { project_key, project_label } = identity
    const home = join(folder, 'projects', project_key)
    await mkdir(home, { mode: 0o700 })
    const facts: TurnFacts[] = []
    for (const session of sessions) {
      const copy = join(home, session.row.session_path)
      const scanned = cache.turns(session.transcript.key)
      const content = contentOf(session, scanned)
      const copying = { target: copy, changedAt: changedAt(session, live, archive), content, syncs }
      const { offsets, ...copied } = await copyOf(session, archive, copying)
      facts.push(...sessionFacts(session, scanned, content.turns, copy, copied.span_sha256, prices))
      await keepOffsets(join('projects', project_key, session.row.session_path), offsets)
      staged.sessions.push({ ...session, copied })
      shown.file(session.transcript.size)
      await breathe()
    }
    const rows = sessions.map(({ row }) => row)
    await replaceFile(join(home, 'project.json'), fileText({ schema_version: 1, project_key, project_label }))
    await replaceFile(join(home, 'sessions.index.jsonl'), rows.map(lineText).join(''))
    await replaceFile(join(home, 'turn-facts.jsonl'), facts.map(lineText).join(''))
    staged.prepared.push({ key: project_key, rows, facts: new Map(facts.map(each => [turnKey(each), each])) })
  }
  return staged
}

function contentOf({ transcript, turns }: PlannedSession, scanned: readonly ScannedTurn[]): SessionContent {
  const reader = readerOf(transcript.source)
  if (!reader) throw new Error(`No reader knows ${transcript.source}.`)
  return new SessionContent(
    reader,
    turns.flatMap(index => scanned[index] ?? []),
  )
}

async function copyOf(session: PlannedSession, archive: Archive | null, copying: Copying) {
  try {
    return await copySession(session, archive, copying)
  } catch (error) {
    // Gone or shorter since it was indexed: the next indexing knows what is left.
    throw error instanceof Unreadable ? new Changing(session.transcript.key) : error
  }
}

/** When the transcript last changed, so that its copy says the same. */
function changedAt({ transcript }: PlannedSession, live: Indexed['live'], archive: Archive | null): number | null {
  if (transcript.archived) return archive?.changedAt(transcript.key) ?? null
  const mtime = live.get(transcript.path)?.stamp.mtimeNs
  return mtime === undefined ? null : Number(BigInt(mtime) / 1_000_000n)
}
