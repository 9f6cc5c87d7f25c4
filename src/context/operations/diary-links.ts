import { z } from 'zod'
import type { Effect } from '../../kernel/operation.ts'
import { diaryLinks, linkDiary, unlinkDiary } from '../../projects/diary-links.ts'
import { findByProject, projectOperation } from '../context.ts'
import { ProjectRef } from '../schema.ts'

const linkInput = z.strictObject({
  id: ProjectRef,
  diary_project_key: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,80}$/)
    .describe('As the diary names the project, such as ledger-d7579830878a'),
})
const linkOutput = z.object({ id: z.string(), links: z.array(z.string()) })

export const projectLink = linkOperation(
  {
    name: 'project_link',
    summary: 'Let the work of a diary project show in this project’s blocks.',
    effect: 'append',
  },
  linkDiary,
)

export const projectUnlink = linkOperation(
  { name: 'project_unlink', summary: 'No longer let the work of a diary project show here.', effect: 'change' },
  unlinkDiary,
)

function linkOperation<N extends string>(
  about: { name: N; summary: string; effect: Effect },
  change: typeof linkDiary,
) {
  return projectOperation({
    ...about,
    audience: 'people',
    access: 'owner',
    repeatable: true,
    input: linkInput,
    output: linkOutput,
    find: ({ id }, ctx) => findByProject(id, ctx),
    async run({ diary_project_key }, { db, project: { id } }) {
      return db.write(async tx => {
        await change(tx, id, diary_project_key)
        return { id, links: await diaryLinks(tx, id) }
      })
    },
  })
}
