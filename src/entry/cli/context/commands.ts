import { resolve } from 'node:path'
import type { Change, CommandPlace } from '../../../chat-clients/changes.ts'
import { usageFault } from '../failure.ts'
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
    const { commandChanges } = await import('../../../chat-clients/changes.ts')
    return applied(await commandChanges(await placeOf(where), flags.project, force === true))
  },
  show: listFiles,
})

export const uninstallCommands = contextVerb(undefined, {
  summary: 'remove them again, unless they were changed',
  own,
  async ask(_, __, where) {
    const { commandRemovals } = await import('../../../chat-clients/changes.ts')
    return applied(await commandRemovals(await placeOf(where)))
  },
  show: listFiles,
})

interface Done {
  files: { path: string; action: string; kept: string | undefined }[]
}

async function applied(changes: Change[]): Promise<Done> {
  const { actionOf, applyChanges } = await import('../../../chat-clients/changes.ts')
  await applyChanges(changes)
  return { files: changes.map(change => ({ path: change.path, action: actionOf(change), kept: change.kept })) }
}

async function placeOf({ client, dir }: Own): Promise<CommandPlace> {
  const { chatClients } = await import('../../../chat-clients/clients.ts')
  const commands = chatClients(process.env, process.cwd()).find(({ name }) => name === client)?.commands
  if (!commands) throw usageFault('Say which client.', 'For example: --client claude')
  return { folder: dir === undefined ? commands.user : resolve(dir), ending: commands.ending }
}

function listFiles({ files }: Done, page: Terminal): void {
  for (const { path, action, kept } of files) {
    page.line(`${action.padEnd(6)}  ${visible(path)}${kept ? `  (${kept})` : ''}`)
  }
}
