import { z } from 'zod'
import type { Fault } from '../../kernel/fault.ts'
import { parseInstant } from '../../kernel/instants.ts'
import { type FieldFault, parseShape } from '../../kernel/shape.ts'
import { text } from '../../kernel/text.ts'
import { limits } from '../limits.ts'
import { CustomTexts, ProjectFields, ProjectName } from '../schema.ts'
import type { ProjectPatch } from '../store/projects.ts'

/** One project as a legacy file describes it. */
export interface Entry {
  id: string | undefined
  name: string
  description: string
  fields: Omit<ProjectPatch, 'name'>
  /** Unknown fields, kept for an export. */
  extra: { [key: string]: unknown }
  createdAt: string | undefined
  updatedAt: string | undefined
}

const Known = z.object({
  id: z.string().optional(),
  name: ProjectName,
  description: text({ max: limits.description, blank: true }).optional(),
  ...z.object(ProjectFields).partial().shape,
  customData: z.looseObject(CustomTexts.shape).optional(),
})

const AnyFields = z.looseObject({})
const knownFields = new Set([...Object.keys(Known.shape), 'createdAt', 'updatedAt'])

/** Later spellings of the same fields; the older one wins where both are there. */
const laterSpellings = new Map([
  ['fileSlice', 'slice'],
  ['fileTasks', 'taskFile'],
  ['dateProject', 'projectDate'],
])

/** Reads one element of the array; throws a Fault that names every field that does not fit. */
export function readEntry(value: unknown): Entry {
  const given = respelled(parseShape(AnyFields, value))
  const { id, name, description = '', ...fields } = parseShape(Known, given)
  return {
    id,
    name: name.trim(),
    description,
    fields,
    extra: Object.fromEntries(Object.entries(given).filter(([key]) => !knownFields.has(key))),
    createdAt: instant(given.createdAt),
    updatedAt: instant(given.updatedAt),
  }
}

/** What is wrong with an entry, in one line. */
export function reasons({ message, details }: Fault): string {
  // Made by parseShape, which is the only one asked here.
  const fields = (details?.fields ?? []) as FieldFault[]
  return fields.map(({ path, rule }) => `${path || 'entry'}: ${rule}`).join('; ') || message
}

function respelled(value: { [key: string]: unknown }): { [key: string]: unknown } {
  if (!Object.keys(value).some(key => laterSpellings.has(key))) return value
  const entries = Object.entries(value).map(([key, held]): [string, unknown] => {
    const older = laterSpellings.get(key)
    return [older !== undefined && !(older in value) ? older : key, held]
  })
  // A later spelling beside the older one says nothing more.
  return Object.fromEntries(entries.filter(([key]) => !laterSpellings.has(key)))
}

function instant(value: unknown): string | undefined {
  const ms = typeof value === 'string' ? parseInstant(value) : undefined
  return ms === undefined ? undefined : new Date(ms).toISOString()
}
