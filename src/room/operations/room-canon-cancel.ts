import { z } from 'zod'
import { cancelBuild } from '../canon/build.ts'
import { roomOperation } from '../context.ts'

export const roomCanonCancel = roomOperation({
  name: 'room_canon_cancel',
  summary: 'Ends a build of the canon index; what it has read counts when the next one begins.',
  effect: 'change',
  access: 'writer',
  audience: 'people',
  repeatable: true,
  routes: ['POST /api/canon/index/cancel'],
  input: z.strictObject({}),
  output: z.object({ status: z.enum(['cancelling', 'idle']) }),
  verdict: () => ({ http: 202, exit: 0 }),
  async run(_, { room }) {
    return { status: (await cancelBuild(room)) ? ('cancelling' as const) : ('idle' as const) }
  },
})
