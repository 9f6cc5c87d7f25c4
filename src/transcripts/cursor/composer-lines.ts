import { instantOf, MessageClock, timestampOf } from '../materialized/clock.ts'
import { type MaterialLine, otherEvent } from '../materialized/line.ts'
import { type TranscriptRecord, wordsAt } from '../record.ts'
import { bubbleLines } from './bubble-lines.ts'

/** A conversation; its data is null where what is stored is no object. */
export interface Composer {
  id: string
  cwd: string | null
  data: TranscriptRecord | null
}

export interface StoredBubble {
  id: string
  data: TranscriptRecord | null
}

export function* composerLines({ id, cwd, data }: Composer, bubbles: Iterable<StoredBubble>): Generator<MaterialLine> {
  const began = instantOf(data?.createdAt)
  yield {
    kind: 'session',
    schema: 'daybook-transcript/1',
    source: 'cursor',
    session_id: id,
    timestamp: timestampOf(began),
    cwd,
    title: wordsAt(data ?? undefined, 'name') ?? null,
    agent_version: null,
  }
  if (!data) yield otherEvent(null, null, 'composer')
  const clock = new MessageClock(began)
  for (const bubble of bubbles) yield* bubbleLines(bubble, clock)
}
