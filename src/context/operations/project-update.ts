import { z } from 'zod'
import { Fault } from '../../kernel/fault.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { parseShape } from '../../kernel/shape.ts'
import { isOwner, ownerOnly } from '../../projects/owner.ts'
import { projectOperation } from '../context.ts'
import { findByProject } from '../find.ts'
import { CustomPatch, ProjectData, ProjectFields, ProjectName, ProjectRef } from '../schema.ts'
import { changeProject } from '../store/projects.ts'

const Fields = z
  .strictObject({
    name: ProjectName,
    ...ProjectFields,
    customData: CustomPatch.describe('Merged key by key; null removes a key'),
  })
  .partial()

const Input = z.strictObject({ id: ProjectRef, ...Fields.shape })

export const projectUpdate = projectOperation({
  name: 'project_update',
  title: 'Update Project',
  summary:
    'Change fields of a project and get it back. customData merges key by key: absent keys stay, null removes one. context_build shows the effect.',
  effect: 'append',
  access: 'writer',
  repeatable: true,
  input: Input,
  output: ProjectData,
  parse(args) {
    const { id, ...patch } = parseShape(Input, args)
    const given = Object.entries(patch).filter(([key, value]) => value !== undefined && !isEmptyTexts(key, value))
    if (given.length > 0) return { id, ...patch }
    throw new Fault('NO_FIELDS', 'Nothing to change was given.', { details: { fields: Object.keys(Fields.shape) } })
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
