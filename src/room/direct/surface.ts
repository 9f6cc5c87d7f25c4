import type { Call } from '../../kernel/call.ts'

export const directSurfaces = ['mcp', 'rest', 'cli'] as const
export type DirectSurface = (typeof directSurfaces)[number]

/** The face a call came through, by the names receipts have for them. */
export function surfaceOf({ by = '' }: Pick<Call, 'by'>): DirectSurface {
  if (by.startsWith('mcp')) return 'mcp'
  return by === 'cli' ? 'cli' : 'rest'
}
