import type { z } from 'zod'
import { projectUpdate } from '../../../context/operations/project-update.ts'
import { textKeys } from '../../../context/schema.ts'
import { usageFault } from '../failure.ts'
import type { Verb } from '../verb.ts'
import { absolute } from './absolute.ts'

export const set: Verb<[id: string, pairs: string[]], object, z.output<typeof projectUpdate.output>> = {
  usage: 'set <project> <field=value...>',
  summary: 'change fields of a project',
  toolset: 'context',
  more: 'Fields: name, template, slice, taskFile, instruction, developmentPhase, workType, projectDate, isMonorepo,\nisMonorepoEnabled, projectPath, and the texts recentEvents, additionalNotes, monorepoNote, availableTools.\nAn empty value clears: daybook projects set orchard slice=',
  ask: (cli, _, id, pairs) => cli.call(projectUpdate, { id, ...patchOf(pairs) } as z.input<typeof projectUpdate.input>),
  show({ id, updatedAt }, page) {
    page.line(id)
    page.note(`Changed at ${updatedAt}.`)
  },
}

/** Whether fields and values fit is for the operation to say. */
function patchOf(pairs: readonly string[]): { [field: string]: unknown } {
  const fields: { [field: string]: unknown } = {}
  const customData: { [key: string]: string } = {}
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    if (at < 1) throw usageFault('Every change is written as field=value.', 'For example: slice=104-slice.merge')
    const [field, value] = [pair.slice(0, at), pair.slice(at + 1)]
    if (textKeys.some(key => key === field)) customData[field] = value
    else fields[field] = written(field, value)
  }
  return { ...fields, ...(Object.keys(customData).length > 0 && { customData }) }
}

function written(field: string, value: string): unknown {
  if (field.startsWith('isMonorepo') && /^(true|false)$/.test(value)) return value === 'true'
  return field === 'projectPath' ? absolute(value) : value
}
