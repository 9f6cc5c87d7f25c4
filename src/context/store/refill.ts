import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { type Author, changeProject, type ProjectPatch } from './projects.ts'

const overwrite = statement((q, a: { id: string; description: string; created: string; updated: string }) =>
  q
    .updateTable('projects')
    .set({ description: a.description, created: a.created, updated: a.updated })
    .where('id', '=', a.id),
)

interface ProjectContent {
  name: string
  description: string
  fields: Omit<ProjectPatch, 'name'>
  created: string
  updated: string
}

/** Gives a project that nobody has used yet the whole content of another, times included. */
export async function replaceProjectContent(
  tx: Tx,
  id: string,
  { name, description, fields, created, updated }: ProjectContent,
  author: Omit<Author, 'now'>,
): Promise<void> {
  await tx.run(overwrite, { id, description, created, updated })
  await changeProject(tx, id, { name, ...fields }, { ...author, now: updated })
}
