import { z } from 'zod'
import { contextOperation } from '../context.ts'
import { ProjectRef } from '../schema.ts'
import { diaryLinks, linkDiary, unlinkDiary } from '../store/links.ts'
import { requireProject } from '../store/projects.ts'

const input = z.strictObject({
  id: ProjectRef,
  diary_project_key: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,80}$/)
    .describe('As the diary names the project, such as ledger-d7579830878a'),
})
const output = z.object({ id: z.string(), links: z.array(z.string()) })

export const projectLink = contextOperation({
  name: 'project_link',
  summary: 'Let the work of a diary project show in this project’s blocks.',
  audience: 'people',
  effect: 'append',
  repeatable: true,
  input,
  output,
  async run({ id: ref, diary_project_key }, { db, call }) {
    return db.write(async tx => {
      const { id } = await requireProject(tx, call.principal, ref, 'writer')
      await linkDiary(tx, id, diary_project_key)
      return { id, links: await diaryLinks(tx, id) }
    })
  },
})

export const projectUnlink = contextOperation({
  name: 'project_unlink',
  summary: 'No longer let the work of a diary project show here.',
  audience: 'people',
  effect: 'change',
  repeatable: true,
  input,
  output,
  async run({ id: ref, diary_project_key }, { db, call }) {
    return db.write(async tx => {
      const { id } = await requireProject(tx, call.principal, ref, 'writer')
      await unlinkDiary(tx, id, diary_project_key)
      return { id, links: await diaryLinks(tx, id) }
    })
  },
})
