import type { z } from 'zod'
import { shapeIssues } from '../../kernel/shape.ts'
import { cutTo } from '../../kernel/text.ts'
import { prepareReply } from './prepare.ts'

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

export function reject(code: RejectionCode, detail: string): { rejection: Rejection } {
  return { rejection: { code, detail } }
}

/** A name out of a reply, made harmless: at most 60 bytes, every unusual character an underscore. */
export function safeName(name: string): string {
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
  const parts = path.map(part => (typeof part === 'number' ? `[${part}]` : `.${safeName(String(part))}`))
  return parts.join('').replace(/^\./, '') || 'object'
}

export const modelStops = [
  'conflict',
  'uncertainty',
  'scope-exceeded',
  'approval-required',
  'error',
  'budget-limit',
] as const
type ModelStop = (typeof modelStops)[number]

export type StopHook = {
  type: ModelStop | 'tool_call_rejected' | 'grounding_required'
  code: string | null
  detail?: string
}

/** What ends a turn without an answer: the visible text and the same as a value. */
export interface Stop {
  content: string
  stopHook: StopHook
}

/** The agent says that it is blocked; a type only the engine may write is text like any other. */
export function readStopHook(reply: string): Stop | undefined {
  const [first = '', ...rest] = prepareReply(reply).split(/\r\n|\n|\r/)
  const [, written = '', sameLine = ''] = /^\[?STOP[ _-]?HOOK:\s*([a-z_-]+)\]?\s*(.*)$/isu.exec(first) ?? []
  const type = modelStops.find(stop => stop === written.toLowerCase().replaceAll('_', '-'))
  if (!type) return undefined
  const detail = cutTo(sameLine.trim() || rest.join('\n').trim(), 600)
  return { content: `STOP_HOOK: ${type}${detail && `\n${detail}`}`, stopHook: { type, code: null, detail } }
}

export function callRejected({ code, detail }: Rejection): Stop {
  return engineStop('tool_call_rejected', code, detail)
}

export function groundingRequired(reason: string, detail?: string): Stop {
  return engineStop('grounding_required', reason, detail)
}

/** Of a provider, of time, of a schema that was not met. */
export function turnFailed(code: string): Stop {
  return engineStop('error', code)
}

function engineStop(type: StopHook['type'], code: string, detail?: string): Stop {
  return {
    content: `STOP_HOOK: ${type}\nReason: ${code}${detail ? ` (${detail})` : ''}`,
    stopHook: { type, code, ...(detail !== undefined && { detail }) },
  }
}
