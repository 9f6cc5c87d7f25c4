import type { z } from 'zod'
import { shapeIssues } from '../kernel/shape.ts'
import { echo } from './protocol/rejection.ts'

/** Every fault of a value as `<field>:missing` or `<field>:invalid`, in the order of the alphabet. */
export function fieldErrors(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value, { reportInput: true })
  const faults = error ? shapeIssues(error) : []
  return [...new Set(faults.map(({ path, kind }) => `${place(path)}:${kind === 'missing' ? kind : 'invalid'}`))].sort()
}

/** `inputs.files[2]`; names from outside are cut and cleaned. */
function place(path: readonly PropertyKey[]): string {
  const parts = path.map(part => (typeof part === 'number' ? `[${part}]` : `.${echo(String(part))}`))
  return parts.join('').replace(/^\./, '') || 'object'
}
