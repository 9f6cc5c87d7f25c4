import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Change, CommandPlace } from '../../../chat-clients/changes.ts'
import { replaceFile } from '../../../files/replace.ts'
import { usageFault } from '../failure.ts'
import type { Terminal } from '../terminal.ts'
import type { Cli } from '../verb.ts'
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

/** Copies prompts, or the one with a key, into the project's own file. */
export async function ejectPrompts(
  cli: Cli,
  projectId: string,
  key: string | undefined,
): Promise<{ file: string; keys: string[] }> {
  const { projectPath } = await cli.call('project_get', { id: projectId })
  if (!projectPath) {
    throw usageFault(
      'The project has no folder to put prompts into.',
      `Name it with: daybook projects set ${projectId} projectPath=<folder>`,
    )
  }
  const { templates } = await cli.call('prompt_list', { projectId })
  const wanted = templates.filter(each => each.source !== 'project' && (key === undefined || each.key === key))
  if (key !== undefined && wanted.length === 0 && !templates.some(each => each.key === key)) {
    throw usageFault('No prompt has that key.', 'See: daybook context prompts list')
  }
  const file = join(projectPath, '.daybook', 'prompts.md')
  const added = await Promise.all(wanted.map(each => promptAsMarkdown(cli, projectId, each.key)))
  if (added.length > 0) await append(file, added.join('\n'))
  return { file, keys: wanted.map(each => each.key) }
}

/** In a fence longer than any inside, so that the file reads back as the very same prompt. */
async function promptAsMarkdown(cli: Cli, projectId: string, key: string): Promise<string> {
  const { text } = await cli.call('prompt_get', { projectId, templateName: key })
  const divider = '\n\n---\n\n'
  const end = text.indexOf(divider)
  const content = text.slice(end + divider.length)
  const name = text.slice(0, end).split('\n')[0]?.replace(/^# /, '') ?? key
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `##### ${name}\n\n${fence}markdown\n${content}\n${fence}\n`
}

async function append(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const before = existsSync(file) ? await readFile(file, 'utf8') : '# Prompts of this project\n\n'
  await replaceFile(file, `${before}${before.endsWith('\n') ? '' : '\n'}${text}`)
}
