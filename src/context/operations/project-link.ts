import { z } from 'zod'
import { projectOperation } from '../context.ts'
import { inProject } from '../find.ts'
import { ProjectRef } from '../schema.ts'
import { diaryLinks, linkDiary } from '../store/links.ts'

export const linkInput = z.strictObject({
  id: ProjectRef,
  diary_project_key: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,80}$/)
    .describe('As the diary names the project, such as ledger-d7579830878a'),
})
export const linkOutput = z.object({ id: z.string(), links: z.array(z.string()) })

export const projectLink = projectOperation({
  name: 'project_link',
  summary: 'Let the work of a diary project show in this project’s blocks.',
  audience: 'people',
  effect: 'append',
  access: 'owner',
  repeatable: true,
  input: linkInput,
  output: linkOutput,
  find: ({ id }, ctx) => inProject(id, ctx),
  async run({ diary_project_key }, { db, project: { id } }) {
    return db.write(async tx => {
      await linkDiary(tx, id, diary_project_key)
      return { id, links: await diaryLinks(tx, id) }
    })
  },
})
