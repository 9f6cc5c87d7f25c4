import type { Call } from '../kernel/call.ts'
import { localPrincipal } from '../projects/roles.ts'
import type { Surface } from '../receipts/receipt.ts'

/** Who a call is by, as the room writes it down. */
interface Caller {
  name: string
  /** An MCP client is an agent, not the person. */
  isProgram: boolean
  surface: Extract<Surface, 'mcp' | 'rest' | 'cli'>
}

export function callerOf({ principal, by = '' }: Call): Caller {
  if (isProgramName(by)) return { name: by.slice(0, 80), isProgram: true, surface: 'mcp' }
  const name = principal === localPrincipal ? 'user' : principal.slice(0, 80)
  return { name, isProgram: false, surface: by === 'cli' ? 'cli' : 'rest' }
}

export function isProgramName(name: string): boolean {
  return /^mcp\b/.test(name)
}
