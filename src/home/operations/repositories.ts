import { z } from 'zod'
import type { Tx } from '../../db/db.ts'
import { diaryKeysOf, diaryKeysOfAll } from '../../diary/repositories/project-keys.ts'
import { Fault } from '../../kernel/fault.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { allDiaryLinks, linkDiary, unlinkDiary } from '../../projects/diary-links.ts'
import { localIdentity } from '../../projects/roles.ts'
import { defaultProjectId, findProject, lockProject, visibleProjects } from '../../projects/store.ts'
import { ProjectRef } from '../../records/schema.ts'
import { homeOperation } from '../context.ts'
import { foundRepositories, makeProject, repositoriesOf, trashIfEmpty } from '../repositories/adopt.ts'
import { sampleWork } from '../sample.ts'

const Key = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,80}$/)
  .describe('As home_repositories names it')
  .meta({ examples: ['ledger-d7579830878a'] })

export const homeRepositories = homeOperation({
  name: 'home_repositories',
  summary: 'The repositories in which agents worked, the latest first, with the project each belongs to.',
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({
    repositories: z.array(
      z.object({
        project_key: z.string(),
        label: z.string(),
        folder: z.string().nullable().describe('Null for a folder that is not a repository'),
        turns: z.int(),
        last_day: z.string(),
        project: z.object({ id: z.string(), name: z.string() }).nullable(),
        is_sample: z.literal(true).optional().describe('It belongs to the sample'),
      }),
    ),
  }),
  async run(_, ctx) {
    const samples = repositoriesOf(await sampleWork(ctx)).map(each => ({ ...each, is_sample: true as const }))
    const found = [...(await foundRepositories(ctx)), ...samples]
    return ctx.db.read(async tx => {
      const projects = await visibleProjects(tx, localIdentity)
      const keys = await diaryKeysOfAll(tx, ctx.diary, projects)
      return {
        repositories: found.map(({ last_at: _, ...repository }) => {
          const project = projects.find(({ id }) => keys.get(id)?.includes(repository.project_key))
          return { ...repository, project: project ? { id: project.id, name: project.name } : null }
        }),
      }
    })
  },
})

export const homeMergeProjects = homeOperation({
  name: 'home_merge_projects',
  summary: 'Give the repositories of a project to another one. A project with nothing else in it goes to the trash.',
  effect: 'change',
  input: z.strictObject({
    id: ProjectRef.describe('The project to take them from').meta({ examples: ['ledger-2'] }),
    into: ProjectRef.describe('The project to give them to').meta({ examples: ['ledger'] }),
  }),
  output: z.object({
    into: z.string(),
    project_keys: z.array(z.string()).describe('All that it is about now'),
    trashed: z.boolean().describe('Whether the other project was left with nothing in it'),
  }),
  async run({ id, into }, ctx) {
    return ctx.db.write(async tx => {
      const from = await lockProject(tx, (await findProject(tx, localIdentity, id)).id)
      const to = await lockProject(tx, (await findProject(tx, localIdentity, into)).id)
      if (from.id === to.id) {
        throw new Fault('INVALID_INPUT', 'A project cannot be merged into itself.', {
          details: { fields: [{ path: 'into', rule: 'another project' }] },
          hint: 'Name two projects; list_projects shows them.',
        })
      }
      for (const key of await diaryKeysOf(tx, ctx.diary, from)) await giveTo(tx, key, to.id)
      const ts = formatInstant(ctx.clock())
      const trashed =
        from.id !== defaultProjectId && (await trashIfEmpty(tx, from, ts, `its repositories went to ${to.id}`))
      return { into: to.id, project_keys: await diaryKeysOf(tx, ctx.diary, to), trashed }
    })
  },
})

export const homeSeparateRepository = homeOperation({
  name: 'home_separate_repository',
  summary: 'Make a project of its own of a repository, taking it from the project it belongs to.',
  effect: 'change',
  input: z.strictObject({
    project_key: Key,
    name: z.string().trim().min(1).max(200).optional().describe('Of the new project; that of the repository if absent'),
  }),
  output: z.object({ id: z.string(), name: z.string(), project_keys: z.array(z.string()) }),
  async run({ project_key, name }, ctx) {
    const repository = (await foundRepositories(ctx)).find(each => each.project_key === project_key)
    if (!repository) {
      throw new Fault('INVALID_INPUT', 'No agent worked in a repository of that name.', {
        details: { fields: [{ path: 'project_key', rule: 'one that home_repositories names' }] },
        hint: 'home_repositories lists them.',
      })
    }
    return ctx.db.write(async tx => {
      const id = await makeProject(tx, repository, formatInstant(ctx.clock()), name)
      await giveTo(tx, project_key, id)
      const project = await findProject(tx, localIdentity, id)
      return { id, name: project.name, project_keys: await diaryKeysOf(tx, ctx.diary, project) }
    })
  },
})

/** A repository belongs to one project: what links it to others goes. */
async function giveTo(tx: Tx, project_key: string, id: string): Promise<void> {
  for (const { project_id, value } of await allDiaryLinks(tx)) {
    if (value === project_key && project_id !== id) await unlinkDiary(tx, project_id, value)
  }
  await linkDiary(tx, id, project_key)
}
