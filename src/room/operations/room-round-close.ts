import { z } from 'zod'
import { closeRound } from '../conference/end-round.ts'
import { conferenceId, roundNumber } from '../conference/wire.ts'
import { roomOperation } from '../context.ts'

export const roomRoundClose = roomOperation({
  name: 'room_round_close',
  summary: 'Closes a round the client drives: one issue with transcript and receipts. Closing again answers the same.',
  effect: 'change',
  access: 'writer',
  repeatable: true,
  audience: 'people',
  routes: ['POST /api/conferences/{id}/rounds/{n}/close'],
  input: z.strictObject({ id: conferenceId, n: roundNumber }),
  output: z.object({ issueId: z.int(), linked: z.int() }),
  async run({ id, n }, { room }) {
    return closeRound(room, id, n)
  },
})
