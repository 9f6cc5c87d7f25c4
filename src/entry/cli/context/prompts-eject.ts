import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { projectGet } from '../../../context/operations/project-get.ts'
import { promptGet } from '../../../context/operations/prompt-get.ts'
import { promptList } from '../../../context/operations/prompt-list.ts'
import { replaceFile } from '../../../files/replace.ts'
import { usageFault } from '../failure.ts'
import { count } from '../records/words.ts'
import type { Cli, Verb } from '../verb.ts'
import { chosenProject } from './chosen-project.ts'

interface Ejected {
  file: string
  keys: string[]
}

export const eject: Verb<[], { key?: string }, Ejected> = {
  usage: 'eject',
  summary: 'copy prompts into .daybook/prompts.md of the project, to change them there',
  toolset: 'context',
  options: [['--key <key>', 'only this one']],
  more: 'Prompts that the project has already are left as they are.',
  async ask(cli, { key }) {
    const projectId = await chosenProject(cli)
    const { projectPath } = await cli.call(projectGet, { id: projectId })
    if (!projectPath) {
      throw usageFault(
        'The project has no folder to put prompts into.',
        `Name it with: daybook projects set ${projectId} projectPath=<folder>`,
      )
    }
    const { templates } = await cli.call(promptList, { projectId })
    const wanted = templates.filter(each => each.source !== 'project' && (key === undefined || each.key === key))
    if (key !== undefined && wanted.length === 0 && !templates.some(each => each.key === key)) {
      throw usageFault('No prompt has that key.', 'See: daybook context prompts list')
    }
    const file = join(projectPath, '.daybook', 'prompts.md')
    const added = await Promise.all(wanted.map(each => written(cli, projectId, each.key)))
    if (added.length > 0) await append(file, added.join('\n'))
    return { file, keys: wanted.map(each => each.key) }
  },
  show({ file, keys }, page) {
    for (const key of keys) page.line(key)
    page.note(
      keys.length === 0 ? 'The project has them already.' : `${count(keys.length, 'prompt')} copied to ${file}.`,
    )
  },
}

/** In a fence longer than any inside, so that the file reads back as the very same prompt. */
async function written(cli: Cli, projectId: string, key: string): Promise<string> {
  const { text } = await cli.call(promptGet, { projectId, templateName: key })
  const [head = '', content = ''] = splitOnce(text, '\n\n---\n\n')
  const name = head.split('\n')[0]?.replace(/^# /, '') ?? key
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `##### ${name}\n\n${fence}markdown\n${content}\n${fence}\n`
}

async function append(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const before = existsSync(file) ? await readFile(file, 'utf8') : '# Prompts of this project\n\n'
  await replaceFile(file, `${before}${before.endsWith('\n') ? '' : '\n'}${text}`)
}

function splitOnce(text: string, at: string): [string, string] {
  const place = text.indexOf(at)
  return [text.slice(0, place), text.slice(place + at.length)]
}
