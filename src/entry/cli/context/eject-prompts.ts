import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { replaceFile } from '../../../files/replace.ts'
import { usageFault } from '../failure.ts'
import type { Cli } from '../verb.ts'

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
