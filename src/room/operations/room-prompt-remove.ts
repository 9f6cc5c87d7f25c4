import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { removePrompt } from '../prompts/edit-prompts.ts'
import { PromptId } from '../prompts/prompt-entry.ts'

export const roomPromptRemove = roomOperation({
  name: 'room_prompt_remove',
  summary: 'Take back what this project says of a prompt; what was shipped counts again.',
  effect: 'destroy',
  access: 'admin',
  audience: 'people',
  routes: ['DELETE /api/prompts/{id}'],
  input: z.strictObject({ id: PromptId }),
  output: z.object({ removed: z.literal(true) }),
  async run({ id }, { room }) {
    await removePrompt(room, id)
    return { removed: true } as const
  },
})
