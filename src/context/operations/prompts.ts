import { z } from 'zod'
import { Fault } from '../../kernel/fault.ts'
import { reference } from '../../kernel/text.ts'
import { Why } from '../block/schema.ts'
import { findByProject, projectOperation } from '../context.ts'
import { libraryFor } from '../library/for-caller.ts'
import { layerNames } from '../library/library.ts'
import { ProjectRef } from '../schema.ts'

export const promptList = projectOperation({
  name: 'prompt_list',
  title: 'List Prompts',
  summary: 'The prompts a project may use as its instruction, highest layer first. Read one with prompt_get.',
  effect: 'read',
  access: 'reader',
  input: z.strictObject({ projectId: ProjectRef }),
  output: z.object({
    templates: z.array(
      z.object({ name: z.string(), key: z.string(), parameterCount: z.int(), source: z.enum(layerNames) }),
    ),
    count: z.int(),
    promptFile: z.string(),
    files: z.array(z.string()),
    warnings: z.array(z.string()),
  }),
  find: ({ projectId }, ctx) => findByProject(projectId, ctx),
  async run(_, ctx) {
    const { prompts, files, warnings, notices } = await libraryFor(ctx, ctx.project.project_path)
    const templates = prompts.map(({ name, key, parameters, layer }) => ({
      name,
      key,
      parameterCount: parameters.length,
      source: layer,
    }))
    const [promptFile = ''] = files
    return { templates, count: templates.length, promptFile, files, warnings: [...warnings, ...notices] }
  },
})

export const promptGet = projectOperation({
  name: 'prompt_get',
  title: 'Get Prompt',
  summary: 'One prompt by key or name, with its placeholders unfilled. context_build fills them.',
  effect: 'read',
  access: 'reader',
  textOnly: 'text',
  input: z.strictObject({ projectId: ProjectRef, templateName: reference().describe('Key, or name in any case') }),
  output: z.object({ text: z.string(), why: Why }),
  find: ({ projectId }, ctx) => findByProject(projectId, ctx),
  async run({ templateName }, ctx) {
    const { prompts } = await libraryFor(ctx, ctx.project.project_path)
    const found =
      prompts.find(({ key }) => key === templateName) ??
      prompts.find(({ name }) => name.toLowerCase() === templateName.toLowerCase())
    if (!found) throw new Fault('TEMPLATE_NOT_FOUND', 'No such prompt.', { details: { given: templateName } })
    const { name, key, parameters, content, layer, file, sha256 } = found
    const head = [`# ${name}`, `Key: ${key}`, `Parameters: ${parameters.join(', ') || 'none'}`]
    const why: Why = { source: 'prompt', id: key, layer, file, sha256 }
    return { text: [...head, '', '---', '', content].join('\n'), why }
  },
})
