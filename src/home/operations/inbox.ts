import { z } from 'zod'
import { formatInstant } from '../../kernel/instants.ts'
import { homeOperation } from '../context.ts'
import { dismiss } from '../home-state.ts'
import { collectInbox, InboxItem } from '../inbox/collect.ts'

export const inbox = homeOperation({
  name: 'inbox',
  summary: 'What waits for a person: unanswered questions, failed checks, issues, transcripts about to be deleted.',
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({ items: z.array(InboxItem), total: z.int() }),
  async run(_, ctx) {
    const items = await collectInbox(ctx)
    return { items: items.slice(0, mostShown), total: items.length }
  },
})

const mostShown = 200

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
