import type { z } from 'zod'
import { promptGet } from '../../../context/operations/prompt-get.ts'
import { promptList } from '../../../context/operations/prompt-list.ts'
import { rows } from '../rows.ts'
import type { Verb } from '../verb.ts'
import { visible } from '../visible.ts'
import { chosenProject } from './chosen-project.ts'

export const promptListVerb: Verb<[], object, z.output<typeof promptList.output>> = {
  usage: 'list',
  summary: 'every prompt with the layer it comes from',
  toolset: 'context',
  ask: async cli => cli.call(promptList, { projectId: await chosenProject(cli) }),
  show({ templates, warnings }, page) {
    page.data(
      rows(
        templates.map(({ key, name, source }) => [{ text: key, paint: page.colors.bold }, source, name]),
        page,
      ),
    )
    for (const warning of warnings) page.note(visible(warning))
  },
}

export const promptGetVerb: Verb<[key: string], object, z.output<typeof promptGet.output>> = {
  usage: 'get <key>',
  summary: 'one prompt as it is written',
  toolset: 'context',
  ask: async (cli, _, templateName) => cli.call(promptGet, { projectId: await chosenProject(cli), templateName }),
  show: ({ text }, page) => page.line(text.split('\n').map(visible).join('\n')),
}
