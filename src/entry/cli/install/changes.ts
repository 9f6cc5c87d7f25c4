import { join } from 'node:path'
import { usageFault } from '../failure.ts'
import type { InstallPlace } from './clients.ts'
import { commandNames, commandText, isUnchanged } from './command-files.ts'
import { type Change, textAt } from './plan.ts'
import type { Entry } from './server-file.ts'

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

/** The command files; one that somebody changed is left alone unless forced. */
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
