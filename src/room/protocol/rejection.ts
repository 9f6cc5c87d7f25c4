import type { z } from 'zod'
import { shapeIssues } from '../../kernel/shape.ts'
import { cutTo } from '../../kernel/text.ts'

export const rejectionCodes = [
  'tool_call_invalid_format',
  'tool_call_multiple',
  'tool_call_unknown_tool',
  'tool_call_nonce_invalid',
  'tool_call_invalid_args',
  'tool_call_output_limit',
] as const
export type RejectionCode = (typeof rejectionCodes)[number]

/** Why a reply runs no tool: a code of ours and a detail that echoes names only through `echo`. */
export interface Rejection {
  code: RejectionCode
  detail: string
}

export function rejected(code: RejectionCode, detail: string): { rejection: Rejection } {
  return { rejection: { code, detail } }
}

/** A name out of a reply, made harmless: at most 60 bytes, every unusual character an underscore. */
export function echo(name: string): string {
  return cutTo(name, 60).replace(/[^A-Za-z0-9_.:-]/gu, '_')
}

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
