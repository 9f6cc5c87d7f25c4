import { contextOperation } from '../context.ts'
import { Block, BuildInput } from '../schema.ts'
import { buildStamped } from '../stamp.ts'

export const contextBuild = contextOperation({
  name: 'context_build',
  title: 'Build Context',
  summary:
    'The text to start a chat with: facts, state, open records, recent work, instruction. End the chat with context_summarize.',
  effect: 'append',
  repeatable: true,
  plain: true,
  input: BuildInput,
  output: Block,
  run: buildStamped,
})
