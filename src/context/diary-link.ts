import { z } from 'zod'
import { ProjectRef } from './schema.ts'

export const linkInput = z.strictObject({
  id: ProjectRef,
  diary_project_key: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,80}$/)
    .describe('As the diary names the project, such as ledger-d7579830878a'),
})
export const linkOutput = z.object({ id: z.string(), links: z.array(z.string()) })
