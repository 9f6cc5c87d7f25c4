import { z } from 'zod'
import { diaryLinks, linkDiary, unlinkDiary } from '../../projects/diary-links.ts'
import { projectOperation } from '../context.ts'
import { findByProject } from '../find.ts'
import { ProjectRef } from '../schema.ts'

const linkInput = z.strictObject({
  id: ProjectRef,
  diary_project_key: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,80}$/)
    .describe('As the diary names the project, such as ledger-d7579830878a'),
})
const linkOutput = z.object({ id: z.string(), links: z.array(z.string()) })

export const projectLink = projectOperation({
  name: 'project_link',
  summary: 'Let the work of a diary project show in this project’s blocks.',
  audience: 'people',
  effect: 'append',
  access: 'owner',
  repeatable: true,
  input: linkInput,
  output: linkOutput,
  find: ({ id }, ctx) => findByProject(id, ctx),
  async run({ diary_project_key }, { db, project: { id } }) {
    return db.write(async tx => {
      await linkDiary(tx, id, diary_project_key)
      return { id, links: await diaryLinks(tx, id) }
    })
  },
})

export const projectUnlink = projectOperation({
  name: 'project_unlink',
  summary: 'No longer let the work of a diary project show here.',
  audience: 'people',
  effect: 'change',
  access: 'owner',
  repeatable: true,
  input: linkInput,
  output: linkOutput,
  find: ({ id }, ctx) => findByProject(id, ctx),
  async run({ diary_project_key }, { db, project: { id } }) {
    return db.write(async tx => {
      await unlinkDiary(tx, id, diary_project_key)
      return { id, links: await diaryLinks(tx, id) }
    })
  },
})
