import { z } from 'zod'
import { contextOperation } from '../context.ts'
import { layerNames } from '../library/library.ts'
import { ProjectRef } from '../schema.ts'
import { requireProject } from '../store/projects.ts'

export const promptList = contextOperation({
  name: 'prompt_list',
  title: 'List Prompts',
  summary: 'The prompts a project may use as its instruction, highest layer first. Read one with prompt_get.',
  effect: 'read',
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
  async run({ projectId }, { db, call, library }) {
    const row = await db.read(tx => requireProject(tx, call.principal, projectId, 'reader'))
    const { prompts, files, warnings, notices } = await library.of(row.project_path)
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
