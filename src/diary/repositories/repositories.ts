import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { bareRepository, findCheckout, readSigns } from '../../files/git-checkout.ts'
import { errorMessage, Fault } from '../../kernel/fault.ts'
import { OwnDatabase, openDatabase } from '../own-database.ts'
import type { DiarySettings } from '../settings.ts'
import { canonicalRoot, projectKey, writtenFolder } from '../workspace/project-key.ts'
import { identifySessions, type SessionPlace, type SessionProject, topAsWritten } from './identify.ts'
import { KnownRepositories, sign } from './known.ts'

type Settings = Pick<DiarySettings, 'root' | 'environment'>

/** The project of each session, in their order; what is found out about repositories is remembered. */
export function projectsOf(
  { root, environment }: Settings,
  sessions: readonly SessionPlace[],
  log: (line: string) => void,
): SessionProject[] {
  return withDatabase(root, log, database =>
    database.write(() => identifySessions(new KnownRepositories(database), sessions, environment.home)),
  )
}

/** For each folder, every key that days of the project in it may be stored under. */
export function projectKeysAt({ root, environment }: Settings, folders: readonly string[]): string[][] {
  const { home } = environment
  if (folders.length === 0 || !existsSync(repositoriesFile(root))) return folders.map(folder => keysAt(folder, home))
  return withDatabase(root, noLog, database => {
    const known = new KnownRepositories(database)
    return folders.map(folder => keysAt(folder, home, known))
  })
}

/** The checkout a folder is in, written as the folder is; the folder itself where none is known. */
export function checkoutRoot({ root, environment }: Settings, folder: string): string {
  const { home } = environment
  const written = writtenFolder(folder, home)
  const top = findCheckout(written, home)?.top ?? rememberedTop(root, written)
  return top === undefined ? written : topAsWritten(written, top)
}

/** A checkout of each repository that is still there: those seen so far, and those that some folders are in. */
export function knownCheckouts({ root, environment: { home } }: Settings, folders: readonly string[]): string[] {
  const seen = existsSync(repositoriesFile(root))
    ? withDatabase(root, noLog, database => [...new KnownRepositories(database).folders()].map(([, { top }]) => top))
    : []
  const checkouts = [...new Set([...folders, ...seen])].flatMap(folder => findCheckout(folder, home) ?? [])
  return [...new Map(checkouts.toReversed().map(each => [each.commonDir, each.main])).values()].reverse()
}

export type Relation = 'own' | 'other' | 'unknown'

/** Whether folders are of the repository that others are of, by git's files and by what was seen earlier. */
export function relationsTo(
  { root, environment: { home } }: Settings,
  tops: readonly string[],
  folders: readonly string[],
): Map<string, Relation> {
  const decide = (known?: KnownRepositories) => {
    const own = new Set(tops.flatMap(top => marksOf(top, home, known)))
    return new Map(
      folders.map(folder => {
        const marks = marksOf(folder, home, known)
        const isOwn = marks.some(mark => own.has(mark))
        return [folder, isOwn ? 'own' : marks.length > 0 ? 'other' : 'unknown'] as const
      }),
    )
  }
  if (!existsSync(repositoriesFile(root))) return decide()
  return withDatabase(root, noLog, database => decide(new KnownRepositories(database)))
}

/** What the repository of a folder is known by; nothing where none is known. */
function marksOf(folder: string, home: string, known?: KnownRepositories): string[] {
  const written = writtenFolder(folder, home)
  const checkout = findCheckout(written, home) ?? bareRepository(written)
  const { remote, beginning, clonedFrom } = checkout ? readSigns(checkout) : noSigns
  const signs = [
    ...(checkout ? [sign.folder(checkout.commonDir)] : []),
    ...(clonedFrom === null ? [] : [sign.folder(clonedFrom)]),
    ...(remote === null ? [] : [sign.remote(remote)]),
    ...(beginning === null ? [] : [sign.beginning(beginning)]),
  ]
  const ids = [known?.place(written)?.repository, ...signs.map(text => known?.bySign(text))]
  return [...signs, ...ids.flatMap(id => (id === undefined ? [] : `repository:${id}`))]
}

const noSigns = { remote: null, beginning: null, clonedFrom: null }

function rememberedTop(root: string, folder: string): string | undefined {
  if (!existsSync(repositoriesFile(root))) return undefined
  return withDatabase(root, noLog, database => new KnownRepositories(database).place(folder)?.top)
}

function keysAt(folder: string, home: string, known?: KnownRepositories): string[] {
  const checkout = findCheckout(writtenFolder(folder, home), home)
  const paths = [
    canonicalRoot(folder, home),
    writtenFolder(folder, home),
    ...(checkout ? [checkout.top, checkout.main] : []),
  ]
  const place = paths.flatMap(path => known?.place(path) ?? [])[0]
  return [...new Set([...(known && place ? known.keysOf(place.repository) : []), ...paths.map(projectKey)])]
}

function noLog(): void {}

function withDatabase<T>(root: string, log: (line: string) => void, work: (database: OwnDatabase) => T): T {
  const database = new OwnDatabase(openOr(root, log))
  try {
    return work(database)
  } finally {
    database.close()
  }
}

/** A damaged list stops nothing: what the folders themselves say is enough for today. */
function openOr(root: string, log: (line: string) => void) {
  try {
    return openRepositories(root)
  } catch (error) {
    log(`diary: the list of repositories cannot be opened: ${errorMessage(error)}`)
    return openInMemory()
  }
}

/** Which folders belong to which repository, remembered beyond the folders themselves. */
function repositoriesFile(diaryRoot: string): string {
  return join(diaryRoot, 'private', 'repositories.sqlite')
}

/** Unlike a cache it cannot be made again once folders are gone, so a damaged one is never replaced. */
function openRepositories(diaryRoot: string): DatabaseSyncInstance {
  const file = repositoriesFile(diaryRoot)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  return openDatabase(file, { version: 1, tables, pragmas: 'pragma journal_size_limit=1048576', otherVersion })
}

/** One that is forgotten when it is closed. */
function openInMemory(): DatabaseSyncInstance {
  const database = new DatabaseSync(':memory:')
  database.exec(tables)
  return database
}

function otherVersion(): Fault {
  return new Fault('INTERNAL', 'The list of repositories was made by another version of Daybook.', {
    details: { ref: 'repositories-shape' },
    hint: 'Use that version, or move private/repositories.sqlite away; repositories that still exist are found again.',
  })
}

const tables = `
  create table repository (
    id integer primary key,
    key text not null unique,
    label text not null,
    root text not null
  );
  create table sign (
    sign text primary key,
    repository integer not null
  ) without rowid;
  create table folder (
    path text primary key,
    top text not null,
    repository integer not null
  ) without rowid;
  create table former_key (
    key text primary key,
    repository integer not null
  ) without rowid
`
