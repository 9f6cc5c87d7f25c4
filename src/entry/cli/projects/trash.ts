import type { z } from 'zod'
import { projectTrash } from '../../../context/operations/project-trash.ts'
import { count, when } from '../records/words.ts'
import { rows } from '../rows.ts'
import type { Verb } from '../verb.ts'

export const trash: Verb<[], object, z.output<typeof projectTrash.output>> = {
  usage: 'trash',
  summary: 'what is in the trash',
  toolset: 'context',
  ask: cli => cli.call(projectTrash, {}),
  show({ projects }, page) {
    page.data(
      rows(
        projects.map(({ id, name, deletedAt, records }) => [id, name, count(records, 'record'), when(deletedAt)]),
        page,
      ),
    )
    if (projects.length === 0) page.note('The trash is empty.')
    else page.note('Bring one back with daybook projects restore <id>, or erase it with daybook projects purge <id>.')
  },
}
