import { z } from 'zod'
import { projectOperation } from '../context.ts'
import { findByProject } from '../find.ts'
import { ProjectRef } from '../schema.ts'
import { lastBuild } from '../store/builds.ts'
import { diaryLinks } from '../store/links.ts'
import { loadBlockSettings } from '../store/settings.ts'

const BuiltSection = z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })

export const projectAbout = projectOperation({
  name: 'project_about',
  summary:
    'What a project has besides its fields: description, settings of its blocks, linked diaries, the last build.',
  audience: 'people',
  effect: 'read',
  access: 'reader',
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
  find: ({ id }, ctx) => findByProject(id, ctx),
  async run(_, { db, project: { id, name, description } }) {
    return db.read(async tx => {
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
