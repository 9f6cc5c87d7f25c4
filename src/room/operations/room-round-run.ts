import { z } from 'zod'
import { deskOf } from '../conference/desk.ts'
import { restingRound, startRound } from '../conference/start.ts'
import { reportOf } from '../conference/views.ts'
import { conferenceId, RoundReport } from '../conference/wire.ts'
import { roomOperation } from '../context.ts'

const longestWait = 600

export const roomRoundRun = roomOperation({
  name: 'room_round_run',
  summary:
    'Run one round of a conference: the Chief gathers with tools, then each attendee answers with evidence or abstains. Waits up to 600 s; then see room_round_status.',
  effect: 'append',
  access: 'writer',
  schemaDetail: 'brief',
  input: z.strictObject({
    conferenceId,
    prompt: z.string().min(1).describe('What is to be discussed.'),
    toolPolicy: z.looseObject({}).optional().describe('{allowedTools?, requireTool?}'),
    idempotencyKey: z.string().min(1).max(80).optional(),
    waitSeconds: z.int().min(0).max(longestWait).default(longestWait),
  }),
  output: RoundReport,
  async run({ conferenceId: id, waitSeconds, ...wanted }, { call, room }) {
    const desk = deskOf(room)
    const { number } = await startRound(desk, id, wanted)
    return reportOf(id, await restingRound(desk, id, number, waitSeconds * 1000, call.signal))
  },
})
