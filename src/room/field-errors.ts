import type { z } from 'zod'
import { echo } from './protocol/rejection.ts'

/** Every fault of a value as `<field>:missing` or `<field>:invalid`, in the order of the alphabet. */
export function fieldErrors(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value, { reportInput: true })
  return [...new Set((error?.issues ?? []).flatMap(faultsOf))].sort()
}

function faultsOf(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map(key => `${place([...issue.path, key])}:invalid`)
  const isMissing = issue.input === undefined && issue.path.length > 0
  return [`${place(issue.path)}:${isMissing ? 'missing' : 'invalid'}`]
}

/** `inputs.files[2]`; names that somebody else chose are cut and cleaned. */
function place(path: readonly PropertyKey[]): string {
  const parts = path.map(part => (typeof part === 'number' ? `[${part}]` : `.${echo(String(part))}`))
  return parts.join('').replace(/^\./, '') || 'object'
}
