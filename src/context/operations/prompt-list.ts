import { z } from 'zod'
import { projectOperation } from '../context.ts'
import { findByProject } from '../find.ts'
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
  async run(_, { library, project }) {
    const { prompts, files, warnings, notices } = await library.of(project.project_path)
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
