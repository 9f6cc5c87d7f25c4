import { Block, BuildInput } from '../block/schema.ts'
import { build, buildAndRecord } from '../build.ts'
import { findByProject, projectOperation } from '../context.ts'

export const contextBuild = projectOperation({
  name: 'context_build',
  title: 'Build Context',
  summary: 'The text to start a chat with: what is known, open and asked for. End the chat with context_summarize.',
  effect: 'append',
  access: 'reader',
  repeatable: true,
  textOnly: 'text',
  input: BuildInput,
  output: Block,
  find: ({ projectId }, ctx) => findByProject(projectId, ctx),
  run: buildAndRecord,
})

export const templatePreview = projectOperation({
  name: 'template_preview',
  title: 'Preview Context',
  summary: 'The same bytes context_build would return for these arguments, without leaving a trace.',
  effect: 'read',
  access: 'reader',
  textOnly: 'text',
  input: BuildInput,
  output: Block,
  find: ({ projectId }, ctx) => findByProject(projectId, ctx),
  async run(args, ctx) {
    return (await build(args, ctx)).block
  },
})
