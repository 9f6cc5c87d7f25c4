import type { z } from 'zod'
import { projectList } from '../../../context/operations/project-list.ts'
import { when } from '../records/words.ts'
import { rows } from '../rows.ts'
import type { Verb } from '../verb.ts'

export const list: Verb<[], object, z.output<typeof projectList.output>> = {
  usage: 'list',
  summary: 'every project with its slice and instruction',
  toolset: 'context',
  ask: cli => cli.call(projectList, {}),
  show({ projects }, page) {
    page.data(
      rows(
        projects.map(({ id, name, slice, instruction, updatedAt }) => [
          { text: id, paint: page.colors.bold },
          name,
          slice,
          instruction,
          when(updatedAt),
        ]),
        page,
      ),
    )
    page.note('More about one of them: daybook projects show <id>')
  },
}
