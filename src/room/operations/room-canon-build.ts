import { z } from 'zod'
import { startBuild } from '../canon/build.ts'
import { indexEntries } from '../canon/given-entries.ts'
import { roomOperation } from '../context.ts'
import { CanonBuilt } from '../schema.ts'

export const roomCanonBuild = roomOperation({
  name: 'room_canon_build',
  summary: 'Builds the canon index: reads the cards that changed, by an agent or by rules, and compiles Canon.md.',
  effect: 'change',
  access: 'writer',
  audience: 'people',
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
