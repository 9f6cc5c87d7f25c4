import { z } from 'zod'
import { Fault } from '../../kernel/fault.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { contextOperation } from '../context.ts'
import { CustomPatch, ProjectData, ProjectFields, ProjectName, ProjectRef } from '../schema.ts'
import { changeProject, requireProject } from '../store/projects.ts'

const Fields = z
  .strictObject({
    name: ProjectName,
    ...ProjectFields,
    customData: CustomPatch.describe('Merged key by key; null removes a key'),
  })
  .partial()

export const projectUpdate = contextOperation({
  name: 'project_update',
  title: 'Update Project',
  summary:
    'Change fields of a project and get it back. customData merges key by key: absent keys stay, null removes one. context_build shows the effect.',
  effect: 'append',
  repeatable: true,
  input: z.strictObject({ id: ProjectRef, ...Fields.shape }),
  output: ProjectData,
  async run({ id, ...patch }, { db, call, clock }) {
    const given = Object.entries(patch).filter(([key, value]) => value !== undefined && !isEmptyTexts(key, value))
    if (given.length === 0) {
      throw new Fault('NO_FIELDS', 'Nothing to change was given.', { details: { fields: Object.keys(Fields.shape) } })
    }
    return db.write(async tx => {
      const project = await requireProject(tx, call.principal, id, 'writer')
      const author = { principal: call.principal, source: 'project_update', now: formatInstant(clock()) } as const
      return changeProject(tx, project.id, patch, author)
    })
  },
})

function isEmptyTexts(key: string, value: unknown): boolean {
  return key === 'customData' && Object.values(value ?? {}).every(each => each === undefined)
}
