import { z } from 'zod'
import { roomCommand, roomQuery } from '../context.ts'
import { PageInput, pageOf } from '../page.ts'
import { PromptView } from '../schema.ts'
import { changePrompt, createPrompt, NewPrompt, PromptChange, promptNamed, removePrompt } from './edit-prompts.ts'
import { PromptId } from './prompt-entry.ts'
import { mergedPrompts } from './registry.ts'

export const roomPromptList = roomQuery({
  name: 'room_prompt_list',
  summary: 'How every tool is described to models: each text, where it is from, and what is odd about it.',
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

export const roomPromptShow = roomQuery({
  name: 'room_prompt_show',
  summary: 'How one tool is described to models.',
  routes: ['GET /api/prompts/{id}'],
  input: z.strictObject({ id: PromptId }),
  output: PromptView,
  async run({ id }, { room }) {
    return promptNamed(room, id)
  },
})

export const roomPromptCreate = roomCommand({
  name: 'room_prompt_create',
  summary: 'Add a prompt to this project. Without a tool of its name it stays out of the catalog.',
  effect: 'append',
  access: 'admin',
  routes: ['POST /api/prompts'],
  input: NewPrompt,
  output: PromptView,
  toStatus: () => ({ http: 201 }),
  async run(given, { room }) {
    return createPrompt(room, given)
  },
})

export const roomPromptUpdate = roomCommand({
  name: 'room_prompt_update',
  summary: 'Say in this project what is given of a prompt otherwise; null takes that back.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  routes: ['PUT /api/prompts/{id}'],
  input: PromptChange,
  output: PromptView,
  async run(given, { room }) {
    return changePrompt(room, given)
  },
})

export const roomPromptRemove = roomCommand({
  name: 'room_prompt_remove',
  summary: 'Take back what this project says of a prompt; what was shipped counts again.',
  effect: 'destroy',
  access: 'admin',
  routes: ['DELETE /api/prompts/{id}'],
  input: z.strictObject({ id: PromptId }),
  output: z.object({ removed: z.literal(true) }),
  async run({ id }, { room }) {
    await removePrompt(room, id)
    return { removed: true } as const
  },
})

/** In the order agents and people see them. */
export const operations = [
  roomPromptList,
  roomPromptShow,
  roomPromptCreate,
  roomPromptUpdate,
  roomPromptRemove,
] as const
