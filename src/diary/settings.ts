import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { mutex } from '../db/mutex.ts'
import type { ProviderSettings } from '../models/providers.ts'
import type { Environment } from '../transcripts/reader.ts'
import { dayAt } from './dates/zone.ts'
import type { KeptDatabases } from './own-database.ts'
import type { SearchableDay } from './report/searchable-day.ts'
import type { PassageTable } from './search/passage-table.ts'
import type { KeptThreads } from './threads/pool.ts'
import type { KnownSession } from './work/known-session.ts'

export const generationModes = ['builtin', 'model', 'claude', 'codex'] as const
export type GenerationMode = (typeof generationModes)[number]

/** What was decided about the diary when the program started. */
export interface DiarySettings {
  root: string
  /** Holds nothing that cannot be made again. */
  cacheDir: string
  reads: TranscriptReads
  threads: ThreadUse
  archive: ArchiveSettings
  /** Which sessions were forgotten: a folder of the home, which no other root or archive changes. */
  forgottenDir: string
  /** Where the operations work when a call names no day; the current folder when undefined. */
  workspace: string | undefined
  timezone: string
  /** The calendar day it is there. */
  dayOf(ms: number): string
  /** The transcript homes, as discovery asks for them. */
  environment: Environment
  /** Who named an agent's transcript homes, where it was not the agent itself. */
  rootsFrom: { readonly [source: string]: 'environment' | 'config' }
  /** Where the settings are written that a person changes from a screen. */
  configFile: string
  indexWorkers: number | undefined
  with: GenerationMode
  /** Evidence tasks at a time, where it was said. */
  concurrency: number | undefined
  taskTimeoutMs: number
  /** How long an agent program may take to end once it is asked to. */
  graceMs: number
  /** The pause after an attempt that brought nothing; twice as long after each further one. */
  pauseMs: number
  budgetUsd: number | undefined
  bin: { claude: string; codex: string }
  /** `<provider>/<model>` for the mode `model`. */
  model: string | undefined
  /** Services a model may come from, besides those that are known. */
  providers: ProviderSettings
  agentModel: string | undefined
  contentLanguage: string
  /** A price table of one's own. */
  prices: string | undefined
  /** Where citation links of written reports lead. */
  baseUrl: string | undefined
  lockTimeoutMs: number
  /** Written as `by` into the provenance, in place of the transport and the client's name. */
  actor: string | undefined
  /** Where reports are published, where that was said. */
  publish: PublishSettings
  /** The modes whose sending of transcripts was agreed to. */
  consent: readonly GenerationMode[]
}

/** The team server that reports are sent to. */
export interface PublishSettings {
  server: string | undefined
  token: string | undefined
  /** The server's project whose readers see them. */
  project: string | undefined
}

/** The keeping of transcripts beyond their agents' own keeping. */
export interface ArchiveSettings {
  enabled: boolean
  dir: string
  /** Days since a transcript last changed; null keeps it for good. */
  keepDays: number | null
}

/** What reading transcript copies needs of the settings. */
export type ReadSettings = Pick<DiarySettings, 'cacheDir' | 'reads'>

/** What all readings of transcript copies share in one app. */
export interface TranscriptReads {
  /** The line offsets of the copies read last, by path, the newest last. */
  offsets: Map<string, Buffer>
  /** Lets one large line at a time into memory. */
  withLargeLine: ReturnType<typeof mutex>
  /** Where all passages are, for the state of the search index it was made from: the next search most often needs the same. */
  passages: { version: string; table: PassageTable } | null
  /** How many sessions the search index does not have as they are, for the state of the indexes. */
  behind: { version: string; count: number } | null
  /** The texts that rendered days are found by, for the state of the report they were made from. */
  days: Map<string, { stamp: string; day: SearchableDay }>
  /** All sessions with their turns by day, for the state of the index they were counted in. */
  work: { version: string; sessions: readonly KnownSession[] } | null
  /** The indexes that questions were asked of last; made with the first question. */
  databases: KeptDatabases | null
  /** The same of the sample's transcripts. */
  sample: TranscriptReads | null
}

export function newReads(): TranscriptReads {
  return {
    ...{ offsets: new Map(), withLargeLine: mutex(), passages: null, behind: null, days: new Map(), work: null },
    ...{ databases: null, sample: null },
  }
}

/** Lets go of what readings keep open. */
export function closeReads({ reads }: Pick<DiarySettings, 'reads'>): void {
  reads.databases?.close()
  reads.sample?.databases?.close()
}

/** What working in threads needs of the settings. */
export type ThreadSettings = Pick<DiarySettings, 'indexWorkers' | 'threads'>

/** The threads of one app, which `threads/threads.ts` starts and ends; those that are still kept are closed with the app. */
interface ThreadUse {
  /** What they run; a built program has its script beside it. */
  script: string | undefined
  kept: KeptThreads<never, unknown> | undefined
  /** Bytes worked on lately, and until when (on the clock of `performance`) they count. */
  recentBytes: number
  recentUntil: number
}

export function newThreadUse(script?: string): ThreadUse {
  return { script, kept: undefined, recentBytes: 0, recentUntil: 0 }
}

export async function closeThreads({ threads }: Pick<DiarySettings, 'threads'>): Promise<void> {
  const { kept } = threads
  threads.kept = undefined
  await kept?.pool.close()
}

export function diaryDefaults(home: string): DiarySettings {
  const root = join(home, 'diary')
  return {
    root,
    cacheDir: join(root, 'cache'),
    reads: newReads(),
    threads: newThreadUse(),
    archive: { enabled: true, dir: join(home, 'archive'), keepDays: 365 },
    forgottenDir: join(home, 'forgotten'),
    workspace: undefined,
    timezone: 'UTC',
    dayOf(ms) {
      return dayAt(ms, this.timezone)
    },
    environment: { env: {}, home: homedir(), platform: process.platform },
    rootsFrom: {},
    configFile: join(home, 'config.json'),
    indexWorkers: undefined,
    with: 'builtin',
    concurrency: undefined,
    taskTimeoutMs: 600_000,
    graceMs: 5000,
    pauseMs: 1000,
    budgetUsd: undefined,
    bin: { claude: 'claude', codex: 'codex' },
    model: undefined,
    providers: {},
    agentModel: undefined,
    contentLanguage: 'en',
    prices: undefined,
    baseUrl: undefined,
    lockTimeoutMs: 10_000,
    actor: undefined,
    publish: { server: undefined, token: undefined, project: undefined },
    consent: [],
  }
}

/** Settings over the defaults; those that are worked out when they are read stay so. */
export function diarySettings(home: string, given: Partial<DiarySettings> = {}): DiarySettings {
  return Object.defineProperties(diaryDefaults(home), Object.getOwnPropertyDescriptors(given))
}

/** Where hooks keep a person's words before their chat is compacted, a file for each session. */
export function keptWordsFolder(home: string): string {
  return join(home, 'hooks', 'kept')
}

/** Where lines are written out of sessions that have no file of lines, so that they can be read at any line. */
export function writtenSessionsFolder(cacheDir: string): string {
  return join(cacheDir, 'history')
}

export function hasReport({ root }: Pick<DiarySettings, 'root'>, day: string): boolean {
  return existsSync(join(workspaceFolder(root, day), 'daily-report.json'))
}

export function workspaceFolder(root: string, day: string): string {
  return join(root, 'work', day)
}

/** The folder of the sample week's transcripts and their index, apart from the person's; missing when there is no sample. */
export function sampleFolder(root: string): string {
  return join(root, 'sample')
}

/** The settings under which the sample's transcripts are indexed and read. */
export function sampleSettings(diary: DiarySettings): DiarySettings {
  diary.reads.sample ??= newReads()
  return {
    ...diary,
    cacheDir: join(sampleFolder(diary.root), 'cache'),
    archive: { ...diary.archive, enabled: false },
    reads: diary.reads.sample,
  }
}

export function hasSample({ root }: Pick<DiarySettings, 'root'>): boolean {
  return existsSync(join(sampleFolder(root), 'cache'))
}
