import { z } from 'zod'
import { deskOf } from '../conference/desk.ts'
import { startRound } from '../conference/start.ts'
import { conferenceId } from '../conference/wire.ts'
import { roomOperation } from '../context.ts'

export const roomRoundStart = roomOperation({
  name: 'room_round_start',
  summary: 'Starts a round and answers at once; the server drives it, or the client turn by turn.',
  effect: 'append',
  access: 'writer',
  audience: 'people',
  routes: ['POST /api/conferences/{id}/rounds'],
  input: z.strictObject({
    id: conferenceId,
    prompt: z.string().min(1),
    toolPolicy: z.unknown().optional(),
    drive: z.enum(['server', 'client']).optional(),
    idempotencyKey: z.string().min(1).max(80).optional(),
  }),
  output: z.object({ roundId: z.string(), number: z.int(), state: z.string() }),
  toStatus: () => ({ http: 202 }),
  async run({ id, ...wanted }, { room }) {
    const { roundId, number, state } = await startRound(deskOf(room), id, wanted)
    return { roundId, number, state }
  },
})
