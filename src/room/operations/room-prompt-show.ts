import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { promptNamed } from '../prompts/edit-prompts.ts'
import { PromptId } from '../prompts/prompt-entry.ts'
import { PromptView } from '../schema.ts'

export const roomPromptShow = roomOperation({
  name: 'room_prompt_show',
  summary: 'How one tool is described to models.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/prompts/{id}'],
  input: z.strictObject({ id: PromptId }),
  output: PromptView,
  async run({ id }, { room }) {
    return promptNamed(room, id)
  },
})
