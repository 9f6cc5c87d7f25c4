import { z } from 'zod'
import { Round } from '../conference/schema.ts'
import { roundOf } from '../conference/store.ts'
import { conferenceId, roundNumber } from '../conference/wire.ts'
import { roomOperation } from '../context.ts'

export const roomRoundShow = roomOperation({
  name: 'room_round_show',
  summary: 'The record of one round: phase 1, all turns with their verdicts, and its issue once closed.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/conferences/{id}/rounds/{n}'],
  input: z.strictObject({ id: conferenceId, n: roundNumber }),
  output: Round,
  async run({ id, n }, { room }) {
    return roundOf(room.conferences.files(id), n)
  },
})
