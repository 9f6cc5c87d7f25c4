import { z } from 'zod'
import { Round } from '../conference/schema.ts'
import { allRounds } from '../conference/whole-transcript.ts'
import { conferenceId } from '../conference/wire.ts'
import { roomOperation } from '../context.ts'

export const roomRoundList = roomOperation({
  name: 'room_round_list',
  summary: 'The records of all rounds of a conference, in order.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/conferences/{id}/rounds'],
  input: z.strictObject({ id: conferenceId }),
  output: z.object({ rounds: z.array(Round) }),
  async run({ id }, { room }) {
    return { rounds: await allRounds(room, id) }
  },
})
