import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { resumeRun } from '../runs/drive.ts'
import { RunStatus } from '../runs/shown.ts'

export const roomRunResume = roomOperation({
  name: 'room_run_resume',
  summary: 'Goes on with a run that failed, was cancelled or was interrupted, from its first step that is not done.',
  effect: 'change',
  access: 'writer',
  audience: 'people',
  routes: ['POST /api/runs/{id}/resume'],
  input: z.strictObject({ id: z.string().max(80) }),
  output: RunStatus,
  toStatus: () => ({ http: 202 }),
  async run({ id }, { room }) {
    const { run_id, status } = await resumeRun(room, id)
    return { run_id, status }
  },
})
