import { resolve } from 'node:path'
import {
  actionOf,
  applyChanges,
  type Change,
  commandChanges,
  commandRemovals,
  hookChange,
  hookRemoval,
  serverChange,
  serverRemoval,
} from '../../chat-clients/changes.ts'
import { type ChatClient, chatClients, clientNames, keptFolders, type Scope } from '../../chat-clients/clients.ts'
import { orElse } from '../../chat-clients/hook-events.ts'
import { type ServerEntry, shellProgram } from '../../chat-clients/server-entry.ts'
import { unifiedDiff } from '../../evidence/unified-diff.ts'
import { choices } from '../../toolsets.ts'
import { command, guess } from './command-line.ts'
import { usageFault } from './failure.ts'
import { askLine, chosenToolsets, isYes } from './input.ts'
import { ownCommand, ownCommandByPath, scriptOfNpx } from './installed.ts'
import { type Terminal, terminal } from './terminal.ts'

const agreement = { 'dry-run': 'only show what would change', yes: 'do not ask' }

export const install = command({
  summary: 'add Daybook to a chat client: claude, codex, cursor, vscode, claude-desktop',
  own: {
    '<client>': '',
    'toolsets <names>': 'what the client sees (default core)',
    'project <id>': 'the project its chats are about',
    'scope <scope=user|project>': 'for you everywhere, or for everyone who works in this folder (default user)',
    'no-commands': 'without the commands /newcontext, /summarize, /why and /search',
    'no-hooks': 'without the hooks that keep transcripts and bring the context back (claude, codex)',
    force: 'replace command files that were changed',
    print: 'print the entry instead of writing it',
    ...agreement,
  },
  examples: ['install claude --dry-run', 'install cursor --project orchard --yes'],
  async run({ client, scope, toolsets, project, commands: withCommands, hooks: withHooks, force, print, ...agreed }) {
    const page = terminal()
    const place = placeOf(client, scope)
    const entry = entryFor(place.client, toolsets, project)
    if (print) {
      page.block(JSON.stringify({ daybook: entry }, null, 2))
      page.note(`Put it into ${place.file}.`)
      return 0
    }
    const commands = withCommands ? place.commands : []
    const words = { project, program: shellProgram(entry), force: force === true }
    const changes = await Promise.all(commands.map(each => commandChanges(each, words)))
    const server = await serverChange(place.client, place.file, entry)
    const hooks = withHooks ? await Promise.all(place.hooks.map(each => hookChange(each, hookProgram(entry)))) : []
    const { title, trustsHooks } = place.client
    const ending = [`Restart ${title} to use it.`, ...(hooks.length > 0 && trustsHooks ? [trustsHooks] : [])].join(' ')
    return confirmAndApply([server, ...hooks, ...changes.flat()], agreed, page, ending)
  },
})

export const uninstall = command({
  summary: 'take Daybook out of a chat client again',
  own: { '<client>': '', 'scope <scope=user|project>': 'as it was installed (default user)', ...agreement },
  examples: ['uninstall claude'],
  async run({ client: name, scope, ...agreed }) {
    const { client, file, commands, hooks } = placeOf(name, scope)
    const removals = await Promise.all([...hooks.map(hookRemoval), ...commands.map(commandRemovals)])
    const changes = [await serverRemoval(client, file), ...removals.flat()]
    return confirmAndApply(changes, agreed, terminal(), 'What Daybook has stored is untouched.')
  },
})

function placeOf(name: string, scope: Scope = 'user') {
  const client = chatClients(process.env, process.cwd()).find(each => each.name === name)
  if (!client) {
    throw usageFault('That client is not known.', `${guess(name, clientNames)}Known: ${clientNames.join(', ')}.`)
  }
  const file = client.files[scope]
  if (file === undefined) throw usageFault(`${name} cannot be set up for that scope.`, 'Use --scope user.')
  const folder = client.commands?.[scope]
  const hooks = client.hooks?.[scope]
  return {
    ...{ client, file, hooks: hooks === undefined ? [] : [hooks] },
    commands: folder === undefined ? [] : [{ folder, ending: client.commands?.ending ?? '' }],
  }
}

function entryFor({ desktop }: ChatClient, toolsets = 'core', project?: string): ServerEntry {
  const start = desktop ? ownCommandByPath() : { command: ownCommand() }
  const [command = 'daybook', ...before] = start.command
  const { DAYBOOK_HOME, DAYBOOK_DB } = process.env
  const env = {
    ...start.env,
    ...(DAYBOOK_HOME && { DAYBOOK_HOME: resolve(DAYBOOK_HOME) }),
    // A database with a password in its address belongs into the person's own environment.
    ...(DAYBOOK_DB && !/\/\/[^/@:]*:[^/@]*@/.test(DAYBOOK_DB) && { DAYBOOK_DB }),
  }
  const args = [
    ...before,
    'mcp',
    '--toolsets',
    chosenToolsets(choices, toolsets).join(','),
    ...(project ? ['--project', project] : []),
  ]
  return { command, args, ...(Object.keys(env).length > 0 && { env }) }
}

/** How hooks start it: what npx started without npx, as long as its file is there. */
function hookProgram(entry: ServerEntry): string {
  const script = scriptOfNpx()
  const direct = script === undefined ? [] : [{ ...entry, command: 'node', args: [script, 'mcp'] }]
  return [...direct, entry].map(shellProgram).join(orElse)
}

async function confirmAndApply(
  changes: readonly Change[],
  { dryRun, yes }: { dryRun?: true; yes?: true },
  page: Terminal,
  ending: string,
): Promise<number> {
  for (const change of changes) show(change, page)
  if (changes.every(change => actionOf(change) === 'keep')) {
    page.note('Everything is as it should be; nothing to do.')
    return 0
  }
  const answer = dryRun ? 'n' : yes ? 'y' : await askLine('Do this? [y/N] ')
  if (!isYes(answer)) {
    page.note(answer === undefined ? 'Nothing was written: add --yes to do this.' : 'Nothing was written.')
    return 0
  }
  const backups = await applyChanges(changes, keptFolders(process.env, process.cwd()))
  for (const backup of backups) page.note(`As it was before: ${backup}`)
  page.note(ending)
  return 0
}

function show(change: Change, page: Terminal): void {
  const { path, before, after, kept, copies = [] } = change
  const action = actionOf(change)
  page.line(page.colors.bold(action.padEnd(6)), `  ${path}${kept ? `  (${kept})` : ''}`)
  if (action === 'change' || action === 'create')
    page.diff(unifiedDiff(before ?? '', after ?? '', { from: 'now', to: 'then' }))
  for (const copy of copies) page.line(page.colors.bold('remove'), `  ${copy}`)
}
