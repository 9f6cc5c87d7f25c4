import { z } from 'zod'
import { visibleProjects } from '../../projects/store.ts'
import { contextOperation } from '../context.ts'
import { loadExtras } from '../store/extra.ts'
import { loadProjectData } from '../store/project-data.ts'

export const projectExport = contextOperation({
  name: 'project_export',
  summary: 'All projects you may see in the format that project_import reads.',
  audience: 'people',
  effect: 'read',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.object({ json: z.string(), count: z.int() }),
  async run(_, { db, call }) {
    return db.read(async tx => {
      const rows = await visibleProjects(tx, call)
      const extras = await loadExtras(tx)
      const entries = []
      for (const row of rows) {
        const described = row.description ? { description: row.description } : {}
        entries.push({ ...(await loadProjectData(tx, row)), ...described, ...extras.get(row.id) })
      }
      return { json: `${JSON.stringify(entries, null, 2)}\n`, count: entries.length }
    })
  },
})
