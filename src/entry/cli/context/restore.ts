import type { z } from 'zod'
import { contextRestore } from '../../../context/operations/context-restore.ts'
import { numberFrom } from '../records/asked.ts'
import type { Verb } from '../verb.ts'
import { chosenProject } from './chosen-project.ts'

export const restore: Verb<[n: string], object, z.output<typeof contextRestore.output>> = {
  usage: 'restore <n>',
  summary: 'make an earlier summary the current one again',
  toolset: 'context',
  ask: async (cli, _, n) =>
    cli.call(contextRestore, { projectId: await chosenProject(cli), n: numberFrom(n, 'The number of an entry') ?? 0 }),
  show({ id }, page) {
    page.line(id)
    page.note('It is a new entry of the history; the one it replaced is still there.')
  },
}
