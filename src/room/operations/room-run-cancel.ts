import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { cancelRun } from '../runs/drive.ts'
import { RunStatus } from '../runs/shown.ts'

export const roomRunCancel = roomOperation({
  name: 'room_run_cancel',
  summary: 'Ends a run that is going on, and answers when its step has stopped.',
  effect: 'change',
  access: 'writer',
  audience: 'people',
  routes: ['POST /api/runs/{id}/cancel'],
  input: z.strictObject({ id: z.string().max(80) }),
  output: RunStatus,
  async run({ id }, { room }) {
    const { run_id, status } = await cancelRun(room, id)
    return { run_id, status }
  },
})
