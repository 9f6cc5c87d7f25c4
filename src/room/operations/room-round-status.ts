import { z } from 'zod'
import { deskOf, latestRound, roundOf } from '../conference/desk.ts'
import { reportOf } from '../conference/views.ts'
import { conferenceId, RoundReport, roundNumber } from '../conference/wire.ts'
import { roomOperation } from '../context.ts'
import { notFound } from '../faults.ts'

export const roomRoundStatus = roomOperation({
  name: 'room_round_status',
  summary: 'How a round stands: states of all turns, what was said, receipts, and its issue once closed.',
  effect: 'read',
  access: 'reader',
  schemaDetail: 'brief',
  input: z.strictObject({ conferenceId, number: roundNumber.optional().describe('The latest round by default.') }),
  output: RoundReport,
  async run({ conferenceId: id, number }, { room }) {
    const files = deskOf(room).files(id)
    const round = number === undefined ? await latestRound(files) : await roundOf(files, number)
    if (!round) throw notFound('round', { conferenceId: id })
    return reportOf(id, round)
  },
})
