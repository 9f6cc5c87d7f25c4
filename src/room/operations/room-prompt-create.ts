import { roomOperation } from '../context.ts'
import { createPrompt, NewPrompt } from '../prompts/edit-prompts.ts'
import { PromptView } from '../schema.ts'

export const roomPromptCreate = roomOperation({
  name: 'room_prompt_create',
  summary: 'Add a prompt to this project. Without a tool of its name it stays out of the catalog.',
  effect: 'append',
  access: 'admin',
  audience: 'people',
  routes: ['POST /api/prompts'],
  input: NewPrompt,
  output: PromptView,
  toStatus: () => ({ http: 201 }),
  async run(given, { room }) {
    return createPrompt(room, given)
  },
})
