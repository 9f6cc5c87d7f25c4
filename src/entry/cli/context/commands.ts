import { resolve } from 'node:path'
import { usageFault } from '../failure.ts'
import type { Change } from '../install/changes.ts'
import type { Terminal } from '../terminal.ts'
import { visible } from '../visible.ts'
import { contextVerb } from './part.ts'

const own = {
  'client <name>': 'claude, cursor or codex',
  'dir <folder>': 'put them into this folder instead of the client’s own',
}

interface Own {
  client?: string
  dir?: string
}

export const installCommands = contextVerb(undefined, {
  summary: 'write the commands /newcontext and /summarize for a client',
  own: { ...own, force: 'replace files that were changed' },
  async ask({ flags }, _, { force, ...where }) {
    const { commandChanges } = await import('../install/changes.ts')
    return applied(await commandChanges(await placeOf(where), flags.project, force === true))
  },
  show: listFiles,
})

export const uninstallCommands = contextVerb(undefined, {
  summary: 'remove them again, unless they were changed',
  own,
  async ask(_, __, where) {
    const { commandRemovals } = await import('../install/changes.ts')
    return applied(await commandRemovals(await placeOf(where)))
  },
  show: listFiles,
})

interface Done {
  files: { path: string; action: string; kept: string | undefined }[]
}

async function applied(changes: Change[]): Promise<Done> {
  const { actionOf, applyChanges } = await import('../install/changes.ts')
  await applyChanges(changes, new Date().toISOString().replace(/[:.]/g, '-'))
  return { files: changes.map(change => ({ path: change.path, action: actionOf(change), kept: change.kept })) }
}

async function placeOf({ client, dir }: Own) {
  const { clientNames, placeFor } = await import('../install/clients.ts')
  const name = clientNames.find(each => each === client)
  const place = name && placeFor(name, 'user', process.cwd(), process.env)
  if (!place?.commands) throw usageFault('Say which client.', 'For example: --client claude')
  return dir === undefined ? place : { ...place, commands: { ...place.commands, folder: resolve(dir) } }
}

function listFiles({ files }: Done, page: Terminal): void {
  for (const { path, action, kept } of files) {
    page.line(`${action.padEnd(6)}  ${visible(path)}${kept ? `  (${kept})` : ''}`)
  }
}
