import { z } from 'zod'
import { homeOperation } from '../context.ts'
import { collectInbox } from '../inbox/collect.ts'
import { InboxItem } from '../inbox/item.ts'

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
