import { z } from 'zod'
import { deskOf } from '../conference/desk.ts'
import { resumeRound } from '../conference/end-round.ts'
import { conferenceId, roundNumber } from '../conference/wire.ts'
import { roomOperation } from '../context.ts'

export const roomRoundResume = roomOperation({
  name: 'room_round_resume',
  summary: 'Goes on with a round that was interrupted: what was gathered and said stays.',
  effect: 'change',
  access: 'writer',
  audience: 'people',
  routes: ['POST /api/conferences/{id}/rounds/{n}/resume'],
  input: z.strictObject({ id: conferenceId, n: roundNumber }),
  output: z.object({ roundId: z.string(), number: z.int(), state: z.string() }),
  toStatus: () => ({ http: 202 }),
  async run({ id, n }, { room }) {
    const { roundId, number, state } = await resumeRound(deskOf(room), id, n)
    return { roundId, number, state }
  },
})
