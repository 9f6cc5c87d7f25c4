import { z } from 'zod'
import { contextOperation } from '../context.ts'
import { ProjectRef } from '../schema.ts'
import { lastBuild } from '../store/builds.ts'
import { diaryLinks } from '../store/links.ts'
import { requireProject } from '../store/projects.ts'
import { loadBlockSettings } from '../store/settings.ts'

const BuiltSection = z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })

export const projectAbout = contextOperation({
  name: 'project_about',
  summary:
    'What a project has besides its fields: description, settings of its blocks, linked diaries, the last build.',
  audience: 'people',
  effect: 'read',
  input: z.strictObject({ id: ProjectRef }),
  output: z.object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    digest: z.enum(['on', 'off']),
    maxTokens: z.int().nullable(),
    links: z.array(z.string()),
    lastBuild: z
      .object({
        timestamp: z.string(),
        sha256: z.string(),
        bytes: z.int(),
        estimatedTokens: z.int(),
        sections: z.array(BuiltSection),
      })
      .nullable(),
  }),
  async run({ id: ref }, { db, call }) {
    return db.read(async tx => {
      const { id, name, description } = await requireProject(tx, call.principal, ref, 'reader')
      const { digest, maxTokens } = await loadBlockSettings(tx, id)
      const build = await lastBuild(tx, id)
      return {
        id,
        name,
        description,
        digest: digest ? ('on' as const) : ('off' as const),
        maxTokens: maxTokens ?? null,
        links: await diaryLinks(tx, id),
        lastBuild: build
          ? {
              timestamp: build.ts,
              sha256: build.sha256,
              bytes: build.bytes,
              estimatedTokens: build.estimated_tokens,
              sections: z.array(BuiltSection).parse(JSON.parse(build.sections)),
            }
          : null,
      }
    })
  },
})
