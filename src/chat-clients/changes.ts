import { isUtf8 } from 'node:buffer'
import { copyFile, mkdir, readdir, readFile, readlink, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { ifExists } from '../files/if-exists.ts'
import { replaceFile } from '../files/replace.ts'
import { Fault } from '../kernel/fault.ts'
import { type ChatClient, type HookPlace, skillEnding } from './clients.ts'
import { type CommandName, commandNames, commandText, isUnchanged } from './commands.ts'
import { withHooks, withoutHooks, withSameHooks } from './hook-settings.ts'
import type { ServerEntry } from './server-entry.ts'

/** Our entry in a settings file of the client. */
export async function serverChange({ settings }: ChatClient, path: string, entry: ServerEntry): Promise<Change> {
  const before = await textAt(path)
  return { path, before, after: settings.with(before ?? '', entry) ?? refuse(path) }
}

export function serverRemoval({ settings }: ChatClient, path: string): Promise<Change> {
  return removal(path, text => settings.without(text), settings.again)
}

/** Our hooks in the settings of a client; `program` is how the client starts Daybook. */
export async function hookChange({ path, plugins }: HookPlace, program: string): Promise<Change> {
  const before = await textAt(path)
  if (isPluginOn((await textAt(plugins)) ?? '')) {
    return { path, before, after: before, kept: 'the plugin daybook is switched on here and brings the hooks' }
  }
  return { path, before, after: withHooks(before ?? '', program) ?? refuse(path) }
}

export function hookRemoval({ path }: HookPlace): Promise<Change> {
  return removal(path, withoutHooks, withSameHooks)
}

/** A copy that installing turns into what is there is what was there before; a file in which nothing was but ours goes as a whole. */
async function removal(
  path: string,
  without: (text: string) => string,
  again: (text: string, like: string) => string | undefined,
): Promise<Change> {
  const before = await textAt(path)
  if (before === null || without(before) === before) return { path, before, after: before }
  const copies = await copiesOf(path)
  const original = copies.find(({ text }) => text !== before && again(text, before) === before)?.text
  const after = original ?? (without(before) || null)
  const own = copies.filter(
    ({ text }) => text === after || without(text) === after || again(after ?? '', text) === text,
  )
  return { path, before, after, copies: own.map(copy => copy.path) }
}

/** Both clients name a plugin and where it comes from, and say whether it is on: as JSON, and as a table of TOML. */
function isPluginOn(settings: string): boolean {
  return settings
    .split('"daybook@')
    .slice(1)
    .some(rest => {
      const [table = ''] = rest.slice(rest.indexOf(']') + 1).split('[')
      const isTable = /^[\w-]+"\]/.test(rest)
      return (
        /^[\w-]+"\s*:\s*true\b/.test(rest) ||
        (isTable && table.split('\n').some(line => /^\s*enabled\s*=\s*true\b/.test(line)))
      )
    })
}

function refuse(path: string): never {
  throw new Fault('INVALID_INPUT', 'The settings of the client cannot be read.', {
    hint: 'Correct the file; the client cannot read it either.',
    details: { file: path },
  })
}

/** Where the command files of a client go, and what comes after the name of each. */
export interface CommandPlace {
  folder: string
  ending: string
}

/** The command files; one that was changed by hand is left alone unless forced. */
export function commandChanges(
  place: CommandPlace,
  { project, program, force }: { project: string | undefined; program: string; force: boolean },
): Promise<Change[]> {
  return changeCommands(place, ({ name, path, before }) => {
    const after = commandText(name, { project, program }, place.ending === skillEnding)
    if (before === null || before === after || isUnchanged(before) || force) return { path, before, after }
    return { path, before, after: before, kept: 'it is not ours or was changed; --force replaces it' }
  })
}

export function commandRemovals(place: CommandPlace): Promise<Change[]> {
  return changeCommands(place, ({ path, before }) => {
    if (before === null || isUnchanged(before)) return { path, before, after: null }
    return { path, before, after: before, kept: 'it is not ours or was changed' }
  })
}

function changeCommands(
  { folder, ending }: CommandPlace,
  change: (file: { name: CommandName; path: string; before: string | null }) => Change,
): Promise<Change[]> {
  return Promise.all(
    commandNames.map(async name => {
      const path = join(folder, `${name}${ending}`)
      return change({ name, path, before: await textAt(path) })
    }),
  )
}

/** One file as it is and as it will be; null where there is none. */
export interface Change {
  path: string
  before: string | null
  after: string | null
  /** Why nothing is done although something could be. */
  kept?: string
  /** Copies of the file that nobody needs afterwards. */
  copies?: string[]
}

type Action = 'create' | 'change' | 'remove' | 'keep'

export function actionOf({ before, after }: Change): Action {
  if (before === after) return 'keep'
  if (before === null) return 'create'
  return after === null ? 'remove' : 'change'
}

async function textAt(path: string): Promise<string | null> {
  const bytes = (await ifExists(readFile(path))) ?? null
  // What is not UTF-8 could not be written back as it was.
  if (bytes && !isUtf8(bytes)) refuse(path)
  return bytes?.toString('utf8') ?? null
}

/**
 * Applies the changes and answers the copies made: a settings file that is not ours alone is copied beside itself first.
 * The folders to keep, and those they are in, stay when nothing is left in them.
 */
export async function applyChanges(changes: readonly Change[], keep: readonly string[]): Promise<string[]> {
  const stamp = new Date().toISOString().replace(/[:.]/g, '-')
  for (const change of changes) await requireUnchanged(change)
  const backups: string[] = []
  for (const change of changes) {
    const { path, after, copies = [] } = change
    const action = actionOf(change)
    if (action === 'change' && copies.length === 0) {
      const backup = `${path}.${stamp}${copyEnding}`
      await copyFile(path, backup)
      backups.push(backup)
    }
    if (action === 'remove') await removeWithFolders(path, copies, keep)
    else if (action !== 'keep' && after !== null) await put(path, after, action)
    for (const copy of copies) await rm(copy, { force: true })
  }
  return backups
}

/** Folders that held nothing else were made for the file. */
async function removeWithFolders(path: string, copies: readonly string[], keep: readonly string[]): Promise<void> {
  for (const file of [await fileBehind(path), ...copies]) await rm(file)
  const isKept = (folder: string) => keep.some(each => !relative(folder, each).startsWith('..'))
  for (let folder = dirname(path); !isKept(folder); folder = dirname(folder)) {
    if ((await rmdir(folder).catch(() => 'in use')) === 'in use') return
  }
}

const copyEnding = '.backup'
const ofCopy = /^\.\d{4}-\d\d-\d\dT[\d-]{12}Z\.backup$/

/** The copies beside a file that were made before it was changed, with their texts. */
async function copiesOf(path: string): Promise<{ path: string; text: string }[]> {
  const names = await readdir(dirname(path))
  // Clients keep copies of their own, without a time in the name.
  const copies = names.filter(name => name.startsWith(basename(path)) && ofCopy.test(name.slice(basename(path).length)))
  const paths = copies.sort().map(name => join(dirname(path), name))
  return Promise.all(paths.map(async each => ({ path: each, text: (await textAt(each)) ?? '' })))
}

/** Clients write their settings themselves, also while a person reads what would change. */
async function requireUnchanged({ path, before }: Change): Promise<void> {
  if ((await textAt(path)) === before) return
  throw new Fault('INVALID_INPUT', 'A file changed meanwhile; nothing was written.', {
    hint: 'Run the command again.',
    details: { file: path },
  })
}

/** A file stays where a link leads, and one that was there keeps its permissions. */
async function put(path: string, text: string, action: 'create' | 'change'): Promise<void> {
  const file = await fileBehind(path)
  if (action === 'create') {
    await mkdir(dirname(file), { recursive: true })
    return replaceFile(file, text)
  }
  const { mode } = await stat(file)
  await replaceFile(file, text, { mode: mode & 0o7777 })
}

/** Where a link leads, also when nothing is there; a link in a circle was refused when it was read. */
async function fileBehind(path: string): Promise<string> {
  const target = await readlink(path).catch(() => undefined)
  return target === undefined ? path : fileBehind(resolve(dirname(path), target))
}
