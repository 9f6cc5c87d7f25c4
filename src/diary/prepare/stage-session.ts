import type { LargeLineGate } from '../../transcripts/large-lines.ts'
import { type ScannedTurn, Unreadable } from '../../transcripts/reader.ts'
import { loadReader } from '../../transcripts/readers.ts'
import type { Archive } from '../archive/archive.ts'
import type { PriceTable } from '../prices/prices.ts'
import type { TurnFacts } from '../schema.ts'
import { Changing, type CopiedSession, copySession } from './copy-session.ts'
import type { PlannedSession } from './plan.ts'
import { SessionContent } from './session-content.ts'
import { sessionFacts } from './session-facts.ts'

/** A session to be staged, with everything a thread of its own needs for it. */
export interface SessionJob {
  session: PlannedSession
  /** The selected turns, with their words. */
  selected: ScannedTurn[]
  /** The copy. */
  target: string
  /** When the transcript last changed, where that is known, so that its copy says the same. */
  changedAt: number | null
  prices: PriceTable
}

export interface SessionAnswer {
  copied: CopiedSession
  facts: TurnFacts[]
}

/** Copies one session and tells its facts; the copy is not yet synced. Throws `Changing`. */
export async function stageSession(
  { session, selected, target, changedAt, prices }: SessionJob,
  archive: Archive | null,
  gate?: LargeLineGate,
): Promise<SessionAnswer> {
  const { source, key } = session.transcript
  const reader = await loadReader(source)
  if (!reader) throw new Error(`No reader knows ${source}.`)
  const content = new SessionContent(reader, selected, gate)
  try {
    const copied = await copySession(session, archive, { target, changedAt, content })
    return { copied, facts: sessionFacts(reader, session, selected, content.turns, target, copied.span_sha256, prices) }
  } catch (error) {
    // Gone or shorter since it was indexed: the next indexing knows what is left.
    throw error instanceof Unreadable ? new Changing(key) : error
  } finally {
    content.abandon()
  }
}
