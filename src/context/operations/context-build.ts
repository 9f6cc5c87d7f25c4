import { contextOperation } from '../context.ts'
import { Block, BuildInput } from '../schema.ts'
import { buildStamped } from '../stamp.ts'

export const contextBuild = contextOperation({
  name: 'context_build',
  title: 'Build Context',
  summary:
    'The block to start a chat with: project facts, stored state, open records, recent work and the instruction prompt. Follow it; store what changed with context_summarize at the end.',
  effect: 'append',
  repeatable: true,
  plain: true,
  input: BuildInput,
  output: Block,
  run: buildStamped,
})
