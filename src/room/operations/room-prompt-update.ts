import { roomOperation } from '../context.ts'
import { changePrompt, PromptChange } from '../prompts/edit-prompts.ts'
import { PromptView } from '../schema.ts'

export const roomPromptUpdate = roomOperation({
  name: 'room_prompt_update',
  summary: 'Say in this project what is given of a prompt otherwise; null takes that back.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  audience: 'people',
  routes: ['PUT /api/prompts/{id}'],
  input: PromptChange,
  output: PromptView,
  async run(given, { room }) {
    return changePrompt(room, given)
  },
})
