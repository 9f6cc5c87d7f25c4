import { z } from 'zod'
import { roomCommand, roomQuery } from '../context.ts'
import { CanonBuilt } from '../schema.ts'
import { cancelBuild, startBuild } from './build.ts'
import { indexEntries } from './given-entries.ts'
import { CanonStatus, canonStatus } from './journal.ts'

export const roomCanonStatus = roomQuery({
  name: 'room_canon_status',
  summary: 'Whether the canon index is there, which cards have changed since, and how far a build is.',
  routes: ['GET /api/canon/index/status'],
  input: z.strictObject({}),
  output: CanonStatus,
  run: async (_, { room }) => canonStatus(room),
})

export const roomCanonBuild = roomCommand({
  name: 'room_canon_build',
  summary: 'Builds the canon index: reads the cards that changed, by an agent or by rules, and compiles Canon.md.',
  effect: 'change',
  access: 'writer',
  routes: ['POST /api/canon/index'],
  input: z.strictObject({
    agentId: z.string().max(80).optional().describe('Who reads the cards; the Chief when left out'),
    entries: z.array(z.unknown()).max(20_000).optional().describe('Entries made elsewhere, to be compiled as they are'),
    wait: z.boolean().default(false).describe('Answer when the build has ended'),
    full: z.boolean().default(false).describe('Read all cards, changed or not'),
    paths: z.array(z.string().max(1024)).max(20_000).optional().describe('Read only these cards'),
  }),
  output: CanonBuilt,
  toStatus: ({ status }) => ({ http: status === 'building' ? 202 : 200, exit: status === 'cancelled' ? 4 : 0 }),
  async run({ agentId, entries, wait, full, paths }, { room }) {
    if (entries) return indexEntries(room, entries, agentId)
    const { jobId, built } = await startBuild(room, { agentId, full, paths })
    return wait ? { ...(await built), jobId } : { status: 'building' as const, jobId }
  },
})

export const roomCanonCancel = roomCommand({
  name: 'room_canon_cancel',
  summary: 'Ends a build of the canon index; what it has read counts when the next one begins.',
  effect: 'change',
  access: 'writer',
  repeatable: true,
  routes: ['POST /api/canon/index/cancel'],
  input: z.strictObject({}),
  output: z.object({ status: z.enum(['cancelling', 'idle']) }),
  toStatus: () => ({ http: 202 }),
  run: async (_, { room }) => ({ status: (await cancelBuild(room)) ? ('cancelling' as const) : ('idle' as const) }),
})

export const roomCanonRetry = roomCommand({
  name: 'room_canon_retry',
  summary: 'Reads the cards again that the last build could not read, or had to read by rules.',
  effect: 'change',
  access: 'writer',
  routes: ['POST /api/canon/index/retry'],
  input: z.strictObject({ agentId: z.string().max(80).optional(), wait: z.boolean().default(false) }),
  output: CanonBuilt,
  toStatus: ({ status }) => ({ http: status === 'building' ? 202 : 200 }),
  async run({ agentId, wait }, { room }) {
    const { jobId, built } = await startBuild(room, { agentId, retry: true })
    return wait ? { ...(await built), jobId } : { status: 'building' as const, jobId }
  },
})
