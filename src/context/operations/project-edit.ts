import { z } from 'zod'
import { statement } from '../../db/statement.ts'
import { Fault } from '../../kernel/fault.ts'
import { parseShape } from '../../kernel/shape.ts'
import { text } from '../../kernel/text.ts'
import { lockProject } from '../../projects/store.ts'
import { projectOperation } from '../context.ts'
import { findByProject } from '../find.ts'
import { limits, ProjectRef } from '../schema.ts'
import { loadBlockSettings, saveDigest, saveMaxTokens } from '../store/settings.ts'

const describe = statement((q, a: { id: string; description: string }) =>
  q.updateTable('projects').set({ description: a.description }).where('id', '=', a.id),
)

const Fields = z
  .strictObject({
    description: text({ max: limits.description, blank: true }),
    digest: z.enum(['on', 'off']).describe('Whether blocks show open records and recent work'),
    maxTokens: z
      .int()
      .min(limits.minTokens)
      .max(limits.maxTokens)
      .nullable()
      .describe('Budget of blocks; null for none'),
  })
  .partial()

const Input = z.strictObject({ id: ProjectRef, ...Fields.shape })

export const projectEdit = projectOperation({
  name: 'project_edit',
  summary: 'Change a project’s description and how its blocks are built.',
  audience: 'people',
  effect: 'change',
  access: 'writer',
  input: Input,
  output: z.object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    digest: z.enum(['on', 'off']),
    maxTokens: z.int().nullable(),
  }),
  parse(args) {
    const { id, ...given } = parseShape(Input, args)
    if (Object.values(given).some(value => value !== undefined)) return { id, ...given }
    throw new Fault('NO_FIELDS', 'Nothing to change was given.', { details: { fields: Object.keys(Fields.shape) } })
  },
  find: ({ id }, ctx) => findByProject(id, ctx),
  async run({ description, digest, maxTokens }, { db, project: { id } }) {
    return db.write(async tx => {
      await lockProject(tx, id)
      if (description !== undefined) await tx.run(describe, { id, description })
      if (digest !== undefined) await saveDigest(tx, id, digest)
      if (maxTokens !== undefined) await saveMaxTokens(tx, id, maxTokens)
      const row = await lockProject(tx, id)
      const settings = await loadBlockSettings(tx, id)
      return {
        id,
        name: row.name,
        description: row.description,
        digest: settings.digest ? ('on' as const) : ('off' as const),
        maxTokens: settings.maxTokens ?? null,
      }
    })
  },
})
