import type { DeedKind } from '../schema.ts'
import type { PlacedCommand } from './repository.ts'

/** A deed before it is put into words that may be written. */
export interface FoundDeed {
  kind: DeedKind
  text: string
  /** The same without what the turn named. */
  plain: string
  number?: number | null
  title?: string | null
}

/** Its own exit status is known to be 0. */
export function succeeded({ command, run }: PlacedCommand): boolean {
  return !command.masked && run.result?.exit === 0 && !run.result.error && !run.result.interrupted
}
