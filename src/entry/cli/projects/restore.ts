import type { z } from 'zod'
import { projectRestore } from '../../../context/operations/project-restore.ts'
import type { Verb } from '../verb.ts'

export const restore: Verb<[id: string], object, z.output<typeof projectRestore.output>> = {
  usage: 'restore <project>',
  summary: 'bring a project back from the trash',
  toolset: 'context',
  ask: (cli, _, id) => cli.call(projectRestore, { id }),
  show({ id }, page) {
    page.line(id)
    page.note('Everything is back as it was.')
  },
}
