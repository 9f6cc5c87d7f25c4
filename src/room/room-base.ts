import type { Db } from '../db/db.ts'
import type { Call } from '../kernel/call.ts'
import { type Clock, formatInstant } from '../kernel/instants.ts'
import { localPrincipal } from '../projects/roles.ts'
import type { Surface } from '../receipts/receipt.ts'

/** Where a room is and what everything in it uses; known before any of its registries is open. */
export interface RoomBase {
  project: string
  /** `<workspace>/.control-room`. */
  control: string
  /** Of the program itself, for what belongs to no workspace: keys, notifications. */
  home: string
  db: Db
  clock: Clock
  log: (line: string) => void
}

export function instant({ clock }: Pick<RoomBase, 'clock'>): string {
  return formatInstant(clock())
}

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
