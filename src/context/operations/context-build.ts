import { Block, BuildInput } from '../block/schema.ts'
import { projectOperation } from '../context.ts'
import { findByProject } from '../find.ts'
import { buildAndRecord } from '../stamp.ts'

export const contextBuild = projectOperation({
  name: 'context_build',
  title: 'Build Context',
  summary:
    'The text to start a chat with: facts, state, open records, recent work, instruction. End the chat with context_summarize.',
  effect: 'append',
  access: 'reader',
  repeatable: true,
  textOnly: 'text',
  input: BuildInput,
  output: Block,
  find: ({ projectId }, ctx) => findByProject(projectId, ctx),
  run: buildAndRecord,
})
