import { join } from 'node:path'
import { z } from 'zod'
import { instant, type RoomBase } from '../room-base.ts'
import { type JsonLines, jsonLines } from '../store/json-lines.ts'

export const TierEvent = z.looseObject({
  timestamp: z.string(),
  agentId: z.string(),
  model: z.string(),
  change: z.enum(['promoted', 'demoted', 'clamped']),
  from: z.int().min(1),
  to: z.int().min(1),
  source: z.enum(['turn', 'external']),
})
export type TierEvent = z.output<typeof TierEvent>

export function tierEvents({ control, clock }: Pick<RoomBase, 'control' | 'clock'>): JsonLines<TierEvent> {
  return jsonLines({
    file: join(control, 'tiers', 'events.jsonl'),
    lock: join(control, 'locks', 'tier-events.lock'),
    schema: TierEvent,
    now: () => instant({ clock }),
  })
}
