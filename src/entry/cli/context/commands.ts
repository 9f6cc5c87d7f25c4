import { resolve } from 'node:path'
import { usageFault } from '../failure.ts'
import { commandChanges, commandRemovals } from '../install/changes.ts'
import { clientNames, type InstallPlace, placeFor } from '../install/clients.ts'
import { actionOf, type Change, carryOut } from '../install/plan.ts'
import type { Terminal } from '../terminal.ts'
import type { Verb } from '../verb.ts'
import { visible } from '../visible.ts'

interface Options {
  client?: string
  dir?: string
  force?: true
}

interface Done {
  changes: Change[]
}

const options = [
  ['--client <name>', 'claude, cursor or codex'],
  ['--dir <folder>', 'put them into this folder instead of the client’s own'],
] as const

export const installCommands: Verb<[], Options, Done> = {
  usage: 'install',
  summary: 'write the commands /newcontext and /summarize for a client',
  toolset: 'context',
  options: [...options, ['--force', 'replace files that were changed']],
  async ask(cli, asked) {
    const changes = await commandChanges(placeOf(asked), cli.project, asked.force === true)
    await carryOut(changes, new Date().toISOString().replace(/[:.]/g, '-'))
    return { changes }
  },
  json: summary,
  show: listed,
}

export const uninstallCommands: Verb<[], Options, Done> = {
  usage: 'uninstall',
  summary: 'remove them again, unless they were changed',
  toolset: 'context',
  options,
  async ask(_, asked) {
    const changes = await commandRemovals(placeOf(asked))
    await carryOut(changes, '')
    return { changes }
  },
  json: summary,
  show: listed,
}

function placeOf({ client, dir }: Options): InstallPlace {
  const name = clientNames.find(each => each === client)
  const place = name && placeFor(name, 'user', process.cwd(), process.env)
  if (!place?.commands) throw usageFault('Say which client.', 'For example: --client claude')
  return dir === undefined ? place : { ...place, commands: { ...place.commands, folder: resolve(dir) } }
}

function summary({ changes }: Done): object {
  return { files: changes.map(change => ({ path: change.path, action: actionOf(change), kept: change.kept })) }
}

function listed({ changes }: Done, page: Terminal): void {
  for (const change of changes) {
    page.line(`${actionOf(change).padEnd(6)}  ${visible(change.path)}${change.kept ? `  (${change.kept})` : ''}`)
  }
}
