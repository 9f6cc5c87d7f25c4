import { z } from 'zod'
import { updateIn } from '../../db/table-statements.ts'
import { Fault } from '../../kernel/fault.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { parseShape } from '../../kernel/shape.ts'
import { isOwner, ownerOnly } from '../../projects/roles.ts'
import { lockProject } from '../../projects/store.ts'
import { findByProject, projectOperation } from '../context.ts'
import { limits } from '../limits.ts'
import { CustomPatch, ProjectData, ProjectDescription, ProjectFields, ProjectName, ProjectRef } from '../schema.ts'
import { loadBlockSettings, saveDigest, saveMaxTokens } from '../store/project-data.ts'
import { changeProject } from '../store/projects.ts'

const describe = updateIn('projects', ['description'], ['id'])

const EditFields = z
  .strictObject({
    description: ProjectDescription,
    digest: z.enum(['on', 'off']).describe('Whether blocks show open records and recent work'),
    maxTokens: z
      .int()
      .min(limits.minTokens)
      .max(limits.maxTokens)
      .nullable()
      .describe('Budget of blocks; null for none'),
  })
  .partial()

const EditInput = z.strictObject({ id: ProjectRef, ...EditFields.shape })

export const projectEdit = projectOperation({
  name: 'project_edit',
  summary: 'Change a project’s description and how its blocks are built.',
  audience: 'people',
  effect: 'change',
  access: 'writer',
  input: EditInput,
  output: z.object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    digest: z.enum(['on', 'off']),
    maxTokens: z.int().nullable(),
  }),
  parse(args) {
    const { id, ...given } = parseShape(EditInput, args)
    if (Object.values(given).some(value => value !== undefined)) return { id, ...given }
    throw new Fault('NO_FIELDS', 'Nothing to change was given.', { details: { fields: Object.keys(EditFields.shape) } })
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

const UpdateFields = z
  .strictObject({
    name: ProjectName,
    ...ProjectFields,
    customData: CustomPatch.describe('Merged key by key; null removes a key'),
  })
  .partial()

const UpdateInput = z.strictObject({ id: ProjectRef, ...UpdateFields.shape })

export const projectUpdate = projectOperation({
  name: 'project_update',
  title: 'Update Project',
  summary:
    'Change fields of a project and get it back. customData merges key by key: absent keys stay, null removes one. context_build shows the effect.',
  effect: 'append',
  access: 'writer',
  repeatable: true,
  input: UpdateInput,
  output: ProjectData,
  parse(args) {
    const { id, ...patch } = parseShape(UpdateInput, args)
    const given = Object.entries(patch).filter(([key, value]) => value !== undefined && !isEmptyTexts(key, value))
    if (given.length > 0) return { id, ...patch }
    throw new Fault('NO_FIELDS', 'Nothing to change was given.', {
      details: { fields: Object.keys(UpdateFields.shape) },
    })
  },
  find: ({ id }, ctx) => findByProject(id, ctx),
  async run({ id: _, ...patch }, { db, call, clock, project }) {
    if (patch.projectPath !== undefined && !isOwner(call)) throw ownerOnly('projectPath')
    return db.write(async tx => {
      const author = { principal: call.principal, source: 'project_update', now: formatInstant(clock()) } as const
      return changeProject(tx, project.id, patch, author)
    })
  },
})

function isEmptyTexts(key: string, value: unknown): boolean {
  return key === 'customData' && Object.values(value ?? {}).every(each => each === undefined)
}
