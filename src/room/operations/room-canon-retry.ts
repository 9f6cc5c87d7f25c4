import { z } from 'zod'
import { startBuild } from '../canon/build.ts'
import { roomOperation } from '../context.ts'
import { CanonBuilt } from '../schema.ts'

export const roomCanonRetry = roomOperation({
  name: 'room_canon_retry',
  summary: 'Reads the cards again that the last build could not read, or had to read by rules.',
  effect: 'change',
  access: 'writer',
  audience: 'people',
  routes: ['POST /api/canon/index/retry'],
  input: z.strictObject({ agentId: z.string().max(80).optional(), wait: z.boolean().default(false) }),
  output: CanonBuilt,
  toStatus: ({ status }) => ({ http: status === 'building' ? 202 : 200 }),
  async run({ agentId, wait }, { room }) {
    const { jobId, built } = await startBuild(room, { agentId, retry: true })
    return wait ? { ...(await built), jobId } : { status: 'building' as const, jobId }
  },
})
