import { chmod, copyFile, mkdir, readdir, readFile, realpath, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ifExists } from '../files/if-exists.ts'
import { replaceFile } from '../files/replace.ts'
import { Fault } from '../kernel/fault.ts'
import type { ChatClient, HookPlace } from './clients.ts'
import { type CommandName, commandNames, commandText, isUnchanged } from './commands.ts'
import { withHooks, withoutHooks } from './hook-settings.ts'
import type { ServerEntry } from './server-entry.ts'

/** Our entry in a settings file of the client. */
export async function serverChange({ settings }: ChatClient, path: string, entry: ServerEntry): Promise<Change> {
  const before = await textAt(path)
  return { path, before, after: settings.with(before ?? '', entry) ?? refuse(path) }
}

export async function serverRemoval({ settings }: ChatClient, path: string): Promise<Change> {
  return removal(path, await textAt(path), text => settings.without(text))
}

/** Our hooks in the settings of a client; `program` is how the client starts Daybook. */
export async function hookChange({ path, plugins }: HookPlace, program: string): Promise<Change> {
  const before = await textAt(path)
  if (isPluginOn((await textAt(plugins)) ?? '')) {
    return { path, before, after: before, kept: 'the plugin daybook is switched on here and brings the hooks' }
  }
  return { path, before, after: withHooks(before ?? '', program) ?? refuse(path) }
}

export async function hookRemoval({ path }: HookPlace): Promise<Change> {
  return removal(path, await textAt(path), withoutHooks)
}

/** A file in which nothing was but ours goes as a whole. */
function removal(path: string, before: string | null, without: (text: string) => string): Change {
  const after = before === null ? null : without(before)
  return { path, before, after: after === '' && before !== '' ? null : after }
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

/** Where the command files of a client go. */
export interface CommandPlace {
  folder: string
  ending: string
}

/** The command files; one that was changed by hand is left alone unless forced. */
export function commandChanges(place: CommandPlace, project: string | undefined, force: boolean): Promise<Change[]> {
  return changeCommands(place, ({ name, path, before }) => {
    const after = commandText(name, project)
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
}

type Action = 'create' | 'change' | 'remove' | 'keep'

export function actionOf({ before, after }: Change): Action {
  if (before === after) return 'keep'
  if (before === null) return 'create'
  return after === null ? 'remove' : 'change'
}

async function textAt(path: string): Promise<string | null> {
  return (await ifExists(readFile(path, 'utf8'))) ?? null
}

/** Applies the changes and answers the copies made: a settings file that is not ours alone is copied beside itself first. */
export async function applyChanges(changes: readonly Change[]): Promise<string[]> {
  const stamp = new Date().toISOString().replace(/[:.]/g, '-')
  for (const change of changes) await requireUnchanged(change)
  const backups: string[] = []
  for (const change of changes) {
    const action = actionOf(change)
    const isRestored = action === 'change' && (await dropCopiesOf(change))
    if (action === 'change' && !isRestored) {
      const backup = `${change.path}.${stamp}.backup`
      await copyFile(change.path, backup)
      backups.push(backup)
    }
    if (action === 'remove') await removeWithFolder(change.path)
    else if (action !== 'keep' && change.after !== null) await put(change.path, change.after, action)
  }
  return backups
}

/** A folder that held nothing else was made for the file. */
async function removeWithFolder(path: string): Promise<void> {
  await rm(path)
  await rmdir(dirname(path)).catch(() => {})
}

/** Removes the copies that a file will be equal to again, and says whether there were any. */
async function dropCopiesOf({ path, after }: Change): Promise<boolean> {
  const names = await readdir(dirname(path))
  const copies = names.filter(name => name.startsWith(`${basename(path)}.`) && name.endsWith('.backup'))
  const paths = copies.map(name => join(dirname(path), name))
  const texts = await Promise.all(paths.map(textAt))
  const equal = paths.filter((_, at) => texts[at] === after)
  for (const copy of equal) await rm(copy)
  return equal.length > 0
}

/** Clients write their settings themselves, also while a person reads what would change. */
async function requireUnchanged({ path, before }: Change): Promise<void> {
  if ((await textAt(path)) === before) return
  throw new Fault('INVALID_INPUT', 'A file changed meanwhile; nothing was written.', {
    hint: 'Run the command again.',
    details: { file: path },
  })
}

/** A file that was there stays where a link leads and keeps its permissions. */
async function put(path: string, text: string, action: 'create' | 'change'): Promise<void> {
  if (action === 'create') {
    await mkdir(dirname(path), { recursive: true })
    return replaceFile(path, text)
  }
  const real = await realpath(path)
  const { mode } = await stat(real)
  await replaceFile(real, text)
  await chmod(real, mode)
}
