import { z } from 'zod'
import { cancelBuild } from '../canon/build.ts'
import { canonFiles } from '../canon/files.ts'
import { isBeingBuilt } from '../canon/status.ts'
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
  toStatus: () => ({ http: 202 }),
  async run(_, { room }) {
    if (!(await isBeingBuilt(canonFiles(room)))) return { status: 'idle' as const }
    await cancelBuild(room)
    return { status: 'cancelling' as const }
  },
})
