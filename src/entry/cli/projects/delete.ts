import type { z } from 'zod'
import { projectDelete } from '../../../context/operations/project-delete.ts'
import { count } from '../records/words.ts'
import type { Verb } from '../verb.ts'

export const deleteVerb: Verb<[id: string], { force?: true }, z.output<typeof projectDelete.output>> = {
  usage: 'delete <project>',
  summary: 'move a project to the trash',
  toolset: 'context',
  options: [['--force', 'also while sessions work on it']],
  ask: (cli, { force = false }, id) => cli.call(projectDelete, { id, force }),
  show({ id, records, sessions }, page) {
    page.line(id)
    page.note(`Hidden with ${count(records, 'record')} and ${count(sessions, 'session')}; nothing is erased.`)
    page.note(`Bring it back with: daybook projects restore ${id}`)
  },
}
