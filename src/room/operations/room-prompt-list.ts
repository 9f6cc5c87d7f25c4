import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { PageInput, pageOf } from '../page.ts'
import { mergedPrompts } from '../prompts/registry.ts'
import { PromptView } from '../schema.ts'

export const roomPromptList = roomOperation({
  name: 'room_prompt_list',
  summary: 'How every tool is described to models: each text, where it is from, and what is odd about it.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/prompts'],
  input: z.strictObject(PageInput),
  output: z.object({
    prompts: z.array(PromptView),
    warnings: z.array(z.string()),
    nextCursor: z.string().nullable(),
  }),
  async run(page, { room }) {
    const { prompts, warnings } = await mergedPrompts(room)
    const { items, nextCursor } = pageOf(prompts, ({ id }) => id, page)
    return { prompts: items, warnings, nextCursor }
  },
})
