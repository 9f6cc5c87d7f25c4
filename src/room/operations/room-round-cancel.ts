import { z } from 'zod'
import { deskOf } from '../conference/desk.ts'
import { cancelRound } from '../conference/end-round.ts'
import { conferenceId, roundNumber } from '../conference/wire.ts'
import { roomOperation } from '../context.ts'

export const roomRoundCancel = roomOperation({
  name: 'room_round_cancel',
  summary: 'Ends a round within two seconds; nothing half said is posted, and what people saw of it is archived.',
  effect: 'change',
  access: 'writer',
  audience: 'people',
  routes: ['POST /api/conferences/{id}/rounds/{n}/cancel'],
  input: z.strictObject({ id: conferenceId, n: roundNumber }),
  output: z.object({ roundId: z.string(), number: z.int(), state: z.string() }),
  toStatus: () => ({ http: 202 }),
  async run({ id, n }, { room }) {
    const { roundId, number, state } = await cancelRound(deskOf(room), id, n)
    return { roundId, number, state }
  },
})
