import { z } from 'zod'
import { formatInstant } from '../../kernel/instants.ts'
import type { Effect } from '../../kernel/operation.ts'
import { appendActivity } from '../../projects/activity.ts'
import { diaryLinks, linkDiary, unlinkDiary } from '../../projects/diary-links.ts'
import { isOwner, ownerOnly } from '../../projects/roles.ts'
import { idForNewProject, projectIdShape, visibleProjects } from '../../projects/store.ts'
import { replay, storeAnswer } from '../../records/idempotency.ts'
import { Keyed, Replayed } from '../../records/write-schema.ts'
import { contextOperation, findByProject, projectOperation } from '../context.ts'
import { CustomTexts, ProjectData, ProjectDescription, ProjectFields, ProjectName, ProjectRef } from '../schema.ts'
import { lastBuild, loadBlockSettings, loadProjectData } from '../store/project-data.ts'
import { createProjectRow } from '../store/projects.ts'

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

export const projectCreate = contextOperation({
  name: 'project_create',
  summary: 'Create a project with any of its fields.',
  audience: 'people',
  effect: 'append',
  access: 'anyone',
  input: z.strictObject({
    name: ProjectName,
    id: z.string().regex(projectIdShape).optional().describe('Derived from the name when absent'),
    description: ProjectDescription.optional(),
    ...z.strictObject(ProjectFields).partial().shape,
    customData: CustomTexts.optional(),
    ...Keyed,
  }),
  output: ProjectData.extend(Replayed),
  async run(args, { db, call, clock }) {
    const { name, id: wanted, description = '', idempotency_key: _, ...fields } = args
    if (fields.projectPath !== undefined && !isOwner(call)) throw ownerOnly('projectPath')
    return db.write(async tx => {
      const now = formatInstant(clock())
      const keyed = { operation: 'project_create', principal: call.principal, args, now }
      const replayed = await replay(tx, keyed)
      if (replayed) return replayed as z.output<typeof ProjectData>
      const id = await idForNewProject(tx, call, { id: wanted, name })
      const author = { principal: call.principal, source: 'project_create', now } as const
      const created = await createProjectRow(tx, { id, name: name.trim(), description, fields }, author)
      await appendActivity(tx, {
        project_id: id,
        tick: 0,
        ts: now,
        type: 'project_created',
        summary: `Project ${id} created`,
      })
      await storeAnswer(tx, keyed, created)
      return created
    })
  },
})

export const projectList = contextOperation({
  name: 'project_list',
  title: 'List Projects',
  summary: 'Every project you may see, with its slice and instruction. Use an id with context_build or project_get.',
  effect: 'read',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.object({
    projects: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        slice: z.string(),
        template: z.string(),
        instruction: z.string(),
        isMonorepo: z.boolean(),
        projectPath: z.string().optional(),
        updatedAt: z.string(),
      }),
    ),
    count: z.int(),
  }),
  async run(_, { db, call }) {
    const rows = await db.read(tx => visibleProjects(tx, call))
    const projects = rows.map(({ id, name, slice, template, instruction, is_monorepo, project_path, updated }) => ({
      id,
      name,
      slice,
      template,
      instruction,
      isMonorepo: is_monorepo === 1,
      ...(project_path !== null && { projectPath: project_path }),
      updatedAt: updated,
    }))
    return { projects, count: projects.length }
  },
})

export const projectGet = projectOperation({
  name: 'project_get',
  title: 'Get Project',
  summary: 'One project with all its fields and stored texts. Change it with project_update.',
  effect: 'read',
  access: 'reader',
  input: z.strictObject({ id: ProjectRef }),
  output: ProjectData,
  find: ({ id }, ctx) => findByProject(id, ctx),
  async run(_, { db, project }) {
    return db.read(tx => loadProjectData(tx, project))
  },
})

export const projectLink = linkOperation(
  {
    name: 'project_link',
    summary: 'Let the work of a diary project show in this project’s blocks.',
    effect: 'append',
  },
  linkDiary,
)

export const projectUnlink = linkOperation(
  { name: 'project_unlink', summary: 'No longer let the work of a diary project show here.', effect: 'change' },
  unlinkDiary,
)

function linkOperation<N extends string>(
  about: { name: N; summary: string; effect: Effect },
  change: typeof linkDiary,
) {
  return projectOperation({
    ...about,
    audience: 'people',
    access: 'owner',
    repeatable: true,
    input: z.strictObject({
      id: ProjectRef,
      diary_project_key: z
        .string()
        .regex(/^[A-Za-z0-9._-]{1,80}$/)
        .describe('As the diary names the project, such as ledger-d7579830878a'),
    }),
    output: z.object({ id: z.string(), links: z.array(z.string()) }),
    find: ({ id }, ctx) => findByProject(id, ctx),
    async run({ diary_project_key }, { db, project: { id } }) {
      return db.write(async tx => {
        await change(tx, id, diary_project_key)
        return { id, links: await diaryLinks(tx, id) }
      })
    },
  })
}
