import { z } from 'zod'
import { text } from '../../kernel/text.ts'
import { isOwner } from '../../projects/roles.ts'
import { projectOperation } from '../context.ts'
import { findByProject } from '../find.ts'
import { fileInProject, placeOf, recordsGoverning } from '../governing.ts'
import { recordId } from '../record-id.ts'
import { ProjectRef, RecordRef } from '../schema.ts'
import type { State } from '../states.ts'
import { supersededSeqs } from '../supersession.ts'

export const decisionsFor = projectOperation({
  name: 'decisions_for',
  summary: 'The current records that govern files. Ask before you edit them.',
  effect: 'read',
  access: 'reader',
  input: z.strictObject({
    files: z
      .array(text({ max: 1024, oneLine: true }))
      .min(1)
      .max(50)
      .describe('Relative to the project')
      .meta({ examples: [['src/db/sqlite.ts']] }),
    project_id: ProjectRef.optional(),
  }),
  output: z.object({
    decisions: z.array(
      RecordRef.pick({ id: true, type: true, title: true, summary: true, state: true, modified: true }).extend({
        affects: z.array(z.string()),
        files: z.array(z.string()),
        supersedes: z.array(z.string()).optional(),
      }),
    ),
    project_id: z.string(),
  }),
  find: findByProject,
  async run({ files }, { db, call, project }) {
    // Where folders are on this machine is the owner's business.
    const place = isOwner(call) ? placeOf(project.project_path, call.folder) : undefined
    const named = new Map(files.map(file => [fileInProject(file, place), file]))
    return db.read(async tx => {
      const found = await recordsGoverning(
        tx,
        project.id,
        [...named.keys()].filter(path => path !== undefined),
      )
      const decisions = []
      for (const { seq, state, files: paths, ...rest } of found) {
        const supersedes = await supersededSeqs(tx, seq)
        decisions.push({
          ...rest,
          state: state as State,
          files: paths.map(path => named.get(path) ?? path),
          ...(supersedes.length > 0 && { supersedes: supersedes.map(recordId) }),
        })
      }
      return { decisions, project_id: project.id }
    })
  },
})
