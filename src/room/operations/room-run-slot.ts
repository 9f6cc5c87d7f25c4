import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { notFound } from '../faults.ts'
import { runNamed } from '../runs/drive.ts'
import { runFiles } from '../runs/run-store.ts'

export const roomRunSlot = roomOperation({
  name: 'room_run_slot',
  summary: 'What one step of a run brought: the data of a tool, or the text of an agent.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/runs/{id}/cache/{slot}'],
  input: z.strictObject({ id: z.string().max(80), slot: z.string().max(80) }),
  output: z.object({
    slot: z.string(),
    type: z.enum(['pointer', 'artifact']),
    receipt_id: z.string().optional(),
    agent_id: z.string().optional(),
    turn_id: z.string().optional(),
    sha256: z.string().optional(),
    summary: z.string().optional(),
    text: z.string().optional(),
    data: z.unknown().optional(),
    evidence: z.unknown().optional(),
  }),
  async run({ id, slot }, { room }) {
    const { run_id } = await runNamed(room, id)
    const cache = await runFiles(room, run_id).cache.read()
    const found = Object.hasOwn(cache, slot) ? cache[slot] : undefined
    if (!found) throw notFound('slot', { run_id, slot })
    if (found.type === 'artifact') return { slot, ...found }
    const { spans: _, ...pointer } = found
    return { slot, ...pointer }
  },
})
