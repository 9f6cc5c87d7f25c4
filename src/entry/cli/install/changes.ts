import { chmod, copyFile, mkdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { replaceFile } from '../../../files/replace.ts'
import { usageFault } from '../failure.ts'
import type { Entry, InstallPlace } from './clients.ts'
import { commandNames, commandText, isUnchanged } from './command-files.ts'

/** Our entry in the client's settings. */
export async function serverChange({ server }: InstallPlace, entry: Entry): Promise<Change> {
  const before = await textAt(server.path)
  const after = server.with(before ?? '', entry)
  if (after === undefined) {
    throw usageFault(
      'The settings of the client cannot be read.',
      'Correct the file; the client cannot read it either.',
      {
        file: server.path,
      },
    )
  }
  return { path: server.path, before, after }
}

export async function serverRemoval({ server }: InstallPlace): Promise<Change> {
  const before = await textAt(server.path)
  return { path: server.path, before, after: before === null ? null : server.without(before) }
}

/** The command files; one that was changed by hand is left alone unless forced. */
export async function commandChanges(
  { commands }: InstallPlace,
  project: string | undefined,
  force: boolean,
): Promise<Change[]> {
  if (!commands) return []
  return Promise.all(
    commandNames.map(async name => {
      const path = join(commands.folder, `${name}${commands.ending}`)
      const before = await textAt(path)
      const after = commandText(name, project)
      if (before === null || before === after || isUnchanged(before) || force) return { path, before, after }
      return { path, before, after: before, kept: 'it is not ours or was changed; --force replaces it' }
    }),
  )
}

export async function commandRemovals({ commands }: InstallPlace): Promise<Change[]> {
  if (!commands) return []
  return Promise.all(
    commandNames.map(async name => {
      const path = join(commands.folder, `${name}${commands.ending}`)
      const before = await textAt(path)
      if (before === null || isUnchanged(before)) return { path, before, after: null }
      return { path, before, after: before, kept: 'it is not ours or was changed' }
    }),
  )
}

/** One file as it is and as it shall be; null where there is none. */
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
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Applies the changes; a settings file that is not ours alone is copied beside itself first. */
export async function applyChanges(changes: readonly Change[], stamp: string): Promise<string[]> {
  for (const change of changes) await requireUnchanged(change)
  const backups: string[] = []
  for (const change of changes) {
    const action = actionOf(change)
    if (action === 'change') {
      const backup = `${change.path}.${stamp}.backup`
      await copyFile(change.path, backup)
      backups.push(backup)
    }
    if (action === 'remove') await rm(change.path)
    else if (action !== 'keep' && change.after !== null) await put(change.path, change.after, action)
  }
  return backups
}

/** Clients write their settings themselves, also while a person reads what would change. */
async function requireUnchanged({ path, before }: Change): Promise<void> {
  if ((await textAt(path)) === before) return
  throw usageFault('A file changed meanwhile; nothing was written.', 'Run the command again.', { file: path })
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
