import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { isDay } from '../diary/dates/calendar.ts'
import { withSharedLock } from '../diary/workspace/locks.ts'
import { ifExists } from '../files/if-exists.ts'
import { temporaryName } from '../files/replace.ts'
import { lockIssue, lockKeys } from '../room/audit/context.ts'
import { controlFolder } from '../room/workspace/layout.ts'

const Name = z.string().min(1).refine(isPlainName, { error: 'a name below the folder it belongs to' })

/** The last entry of a backup: what is in it, with hashes, and what is not. */
export const Manifest = z.object({
  format: z.literal('daybook-backup'),
  version: z.literal(1),
  daybook: z.string(),
  created: z.iso.datetime(),
  engine: z.enum(['sqlite', 'postgres']),
  schema: z.int().min(1),
  /** The path of the SQLite file, if it is below the home. */
  database_path: Name.nullable(),
  folders: z.array(z.object({ name: Name, mode: z.int() })),
  files: z.array(
    z.object({
      name: Name,
      bytes: z.int().min(0),
      sha256: z.string().length(64),
      mode: z.int(),
      modified_ms: z.number(),
    }),
  ),
  outside: z.array(z.object({ what: z.string(), path: z.string(), project: z.string().optional() })),
  left_out: z.array(z.object({ name: z.string(), why: z.string() })),
})
export type Manifest = z.infer<typeof Manifest>

export const manifestName = 'manifest.json'
/** The prefix of the names of entries. */
export const homePrefix = 'home/'
export const databasePrefix = 'database/'
export const sqliteEntry = `${databasePrefix}daybook.db`

/** With forward slashes, and nothing in it that leads elsewhere on any system. */
function isPlainName(name: string): boolean {
  if (/[\\\0]/.test(name)) return false
  return name.split('/').every(part => part !== '' && part !== '.' && part !== '..')
}

/** Where a restore unpacks, below the home: putting things in place is then a rename. */
export const stagingPrefix = '.restore.'
/** Where a restore puts what was in the home before. */
export const beforeRestore = 'before-restore-'

/** Is called with what of a home goes into a backup, named by its path below the home. */
interface HomeVisitor {
  file(name: string, path: string): Promise<void>
  folder(name: string, path: string): void
  leftOut(name: string, why: string): void
}

export interface HomePlace {
  home: string
  /** Whole paths of what others take care of: the records database, and the diary's cache. */
  except: ReadonlySet<string>
  /** `diary.root`, whose days are not exchanged while they are copied. */
  diaryRoot: string
  lockTimeoutMs: number
}

/** Visits everything in an order in which what is written meanwhile does no harm. */
export async function visitHome(place: HomePlace, visitor: HomeVisitor): Promise<void> {
  await visitFolder(place, '', visitor)
}

async function visitFolder(place: HomePlace, name: string, visitor: HomeVisitor, skip = ''): Promise<void> {
  const { home, except, diaryRoot, lockTimeoutMs } = place
  const path = join(home, name)
  const entries = await entriesIn(path)
  if (name !== '') visitor.folder(name, path)
  const isRoom = name !== '' && skip === '' && entries.some(entry => entry.name === controlFolder)
  if (isRoom) return visitRoom(place, name, visitor)
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const inside = name === '' ? entry.name : `${name}/${entry.name}`
    const whole = join(home, inside)
    if (except.has(whole) || inside === skip || isPassing(name, entry.name, entry.isDirectory())) continue
    if (entry.isDirectory()) {
      const isWorkspace = path === join(diaryRoot, 'work') && isDay(entry.name)
      const visit = () => visitFolder(place, inside, visitor, skip)
      await (isWorkspace ? withSharedLock(whole, lockTimeoutMs, visit) : visit())
    } else if (entry.isFile()) await visitor.file(inside, whole)
    else visitor.leftOut(inside, 'neither a file nor a folder')
  }
}

/**
 * A receipt is made as output, line, head and anchor, each before the next. They are copied the other way round (the
 * anchors came with the database), so that none of them refers to something that the copy does not have.
 */
async function visitRoom(place: HomePlace, name: string, visitor: HomeVisitor): Promise<void> {
  const audit = `${name}/${controlFolder}/audit`
  const folder = join(place.home, audit)
  const isHead = (file: string) => file === 'head.json'
  const below = (inside: string, only: (file: string) => boolean) => visitFiles(place, inside, visitor, only)
  await below(`${audit}/sessions`, isHead)
  await visitFolder(place, name, visitor, audit)
  await below(`${audit}/sessions`, file => !isHead(file))
  for (const issue of (await entriesIn(join(folder, 'issues'))).filter(each => /^\d{1,15}$/.test(each.name))) {
    await lockIssue({ folder }, Number(issue.name), async () => {
      await below(`${audit}/issues/${issue.name}`, () => true)
      await below(`${audit}/staged`, file => file.startsWith(`${issue.name}-`))
    })
  }
  await below(`${audit}/blobs`, () => true)
  const visited = new Set(['sessions', 'issues', 'staged', 'blobs'])
  await lockKeys({ folder }, async () => {
    for (const entry of await entriesIn(folder)) {
      if (visited.has(entry.name)) continue
      if (entry.isDirectory()) await below(`${audit}/${entry.name}`, () => true)
      else if (entry.isFile() && !temporaryName.test(entry.name)) {
        await visitor.file(`${audit}/${entry.name}`, join(folder, entry.name))
      }
    }
  })
}

async function visitFiles(
  place: HomePlace,
  name: string,
  visitor: HomeVisitor,
  only: (file: string) => boolean,
): Promise<void> {
  for (const entry of await entriesIn(join(place.home, name))) {
    const inside = `${name}/${entry.name}`
    if (entry.isDirectory()) await visitFiles(place, inside, visitor, only)
    else if (entry.isFile() && only(entry.name) && !temporaryName.test(entry.name)) {
      await visitor.file(inside, join(place.home, inside))
    }
  }
}

/** What was there and may be gone, or is of no use elsewhere: locks, half written files, earlier restores. */
function isPassing(folder: string, name: string, isFolder: boolean): boolean {
  if (!isFolder) return temporaryName.test(name) || /\.(sqlite3?|db)-(wal|shm|journal)$/.test(name)
  if (folder === '' && (name.startsWith(stagingPrefix) || name.startsWith(beforeRestore))) return true
  if (name === '.locks') return true
  return name === 'locks' && (folder === '' || folder === 'data' || basename(folder) === controlFolder)
}

async function entriesIn(path: string) {
  return (await ifExists(readdir(path, { withFileTypes: true }))) ?? []
}
