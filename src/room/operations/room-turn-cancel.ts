import { z } from 'zod'
import { cancelTurn } from '../chats/cancel-turn.ts'
import { roomOperation } from '../context.ts'

export const roomTurnCancel = roomOperation({
  name: 'room_turn_cancel',
  summary: 'Ends a turn that waits or runs, in whichever process that is. Nothing of an unfinished answer is kept.',
  effect: 'change',
  access: 'writer',
  audience: 'people',
  repeatable: true,
  routes: ['POST /api/ai/turns/{turnId}/cancel'],
  input: z.strictObject({ turnId: z.string() }),
  output: z.object({ turnId: z.string(), state: z.literal('canceling') }),
  toStatus: () => ({ http: 202 }),
  async run({ turnId }, { room }) {
    await cancelTurn(room, turnId)
    return { turnId, state: 'canceling' as const }
  },
})
