import { z } from 'zod'
import { findProject, visibleProjects } from '../../projects/store.ts'
import { checkProject } from '../check/check-project.ts'
import { recordsOperation } from '../context.ts'
import { ProjectRef } from '../schema.ts'

export const checkRecords = recordsOperation({
  name: 'check_records',
  audience: 'people',
  summary: 'Verify every invariant of the stored records; reports what is broken and repairs nothing.',
  effect: 'read',
  access: 'anyone',
  input: z.strictObject({ project_id: ProjectRef.optional().describe('All you may see when left out') }),
  output: z.object({
    ok: z.boolean(),
    checked: z.object({ projects: z.int(), records: z.int() }),
    violations: z.array(
      z.object({
        project_id: z.string(),
        invariant: z.string(),
        message: z.string(),
        rows: z.array(z.record(z.string(), z.unknown())),
      }),
    ),
    secrets: z
      .array(z.object({ project_id: z.string(), id: z.string(), field: z.string(), kinds: z.array(z.string()) }))
      .optional()
      .describe('Fields that hold what looks like a secret; never the secret'),
  }),
  async run({ project_id }, { db, call, records: settings }) {
    return db.read(async tx => {
      const projects =
        project_id === undefined ? await visibleProjects(tx, call) : [await findProject(tx, call, project_id)]
      const violations = []
      const secrets = []
      let records = 0
      for (const { id } of projects) {
        const checked = await checkProject(tx, id, settings.max_depth)
        records += checked.records
        secrets.push(...checked.secrets.map(each => ({ project_id: id, ...each })))
        violations.push(
          ...checked.violations.map(each => ({ project_id: id, ...each, rows: each.rows.map(row => ({ ...row })) })),
        )
      }
      return {
        ok: violations.length === 0,
        checked: { projects: projects.length, records },
        violations,
        ...(secrets.length > 0 && { secrets }),
      }
    })
  },
})
