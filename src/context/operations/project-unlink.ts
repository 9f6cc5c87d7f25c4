import { projectOperation } from '../context.ts'
import { linkInput, linkOutput } from '../diary-link.ts'
import { findByProject } from '../find.ts'
import { diaryLinks, unlinkDiary } from '../store/links.ts'

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
