import { z } from 'zod'
import { text } from '../../kernel/text.ts'
import { roomOperation } from '../context.ts'
import { startRun } from '../runs/drive.ts'
import { RunStatus } from '../runs/shown.ts'

export const roomRunStart = roomOperation({
  name: 'room_run_start',
  summary: 'Starts a run of a recipe: its tools with receipts, then its agents with evidence.',
  effect: 'append',
  access: 'writer',
  audience: 'people',
  routes: ['POST /api/runs'],
  input: z.strictObject({
    recipe_id: z.string().max(60),
    args: z.record(z.string().max(80), z.json()).optional(),
    description: text({ max: 4000 }).optional().describe('What the run is for; agents are told it'),
    idempotencyKey: text({ max: 80, oneLine: true }).optional(),
  }),
  output: RunStatus,
  toStatus: () => ({ http: 201 }),
  async run(wanted, { room }) {
    const { run_id, status } = await startRun(room, wanted)
    return { run_id, status }
  },
})
