import { build } from '../build.ts'
import { contextOperation } from '../context.ts'
import { Block, BuildInput } from '../schema.ts'

export const templatePreview = contextOperation({
  name: 'template_preview',
  title: 'Preview Context',
  summary: 'The same bytes context_build would return for these arguments, without leaving a trace.',
  effect: 'read',
  plain: true,
  input: BuildInput,
  output: Block,
  async run(args, ctx) {
    return (await build(args, ctx)).block
  },
})
