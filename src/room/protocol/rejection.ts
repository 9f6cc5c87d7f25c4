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
