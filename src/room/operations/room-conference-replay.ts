import { z } from 'zod'
import { deskOf } from '../conference/desk.ts'
import { conferenceId } from '../conference/wire.ts'
import { roomOperation } from '../context.ts'
import { replayConference } from '../replay/replay.ts'

const Mismatch = z.object({
  round: z.int(),
  turnId: z.string().nullable(),
  agentId: z.string().nullable(),
  what: z.string(),
  recorded: z.string(),
  replayed: z.string(),
})

export const roomConferenceReplay = roomOperation({
  name: 'room_conference_replay',
  summary:
    'Runs the engine again on the recorded replies and compares every verdict and receipt with the record; names the first difference. Writes nothing.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/conferences/{id}/replay'],
  input: z.strictObject({ id: conferenceId }),
  output: z.object({
    conferenceId: z.string(),
    reproduced: z.boolean(),
    rounds: z.int(),
    turns: z.int(),
    replies: z.int(),
    receipts: z.int(),
    mismatch: Mismatch.nullable(),
    changedFiles: z.array(z.string()),
    promptsChanged: z.int(),
  }),
  toStatus: ({ reproduced }) => ({ exit: reproduced ? 0 : 1 }),
  async run({ id }, { room }) {
    return replayConference(deskOf(room), id)
  },
})
