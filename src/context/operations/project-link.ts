import { projectOperation } from '../context.ts'
import { linkInput, linkOutput } from '../diary-link.ts'
import { findByProject } from '../find.ts'
import { diaryLinks, linkDiary } from '../store/links.ts'

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
