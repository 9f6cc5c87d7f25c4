import { z } from 'zod'
import { formatInstant } from '../../kernel/instants.ts'
import { homeOperation } from '../context.ts'
import { dismiss } from '../home-state.ts'

export const inboxDismiss = homeOperation({
  name: 'inbox_dismiss',
  summary: 'Take an item out of the inbox for good, or put it back.',
  effect: 'change',
  repeatable: true,
  input: z.strictObject({
    id: z
      .string()
      .min(1)
      .max(300)
      .describe('As the inbox names it')
      .meta({ examples: ['day-2026-05-12-0a1b2c3d4e5f'] }),
    undo: z.boolean().default(false).describe('Put it back'),
  }),
  output: z.object({ id: z.string(), dismissed: z.boolean() }),
  async run({ id, undo }, { home, clock }) {
    await dismiss(home, id, !undo, formatInstant(clock()))
    return { id, dismissed: !undo }
  },
})
