import { basename } from 'node:path'
import { z } from 'zod'
import { findCheckout } from '../../files/git-checkout.ts'
import { DateArgument } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { orUndefined, reject } from '../rejection.ts'
import { attributionConfidences } from '../why/attribute.ts'
import { type CarriedCommit, commitsBetween, commitsOfDay } from '../why/day-commits.ts'
import { GitFailed } from '../why/git.ts'
import { withEdits } from '../why/with-edits.ts'
import { loadEnvelope } from '../workspace/envelope.ts'
import { readWorkspace } from '../workspace/open.ts'
import { loadProjects } from '../workspace/project.ts'
import { turnKey } from '../workspace/refs.ts'

const DayCommit = z.object({
  hash: z.string(),
  subject: z.string(),
  turns: z.array(
    z.object({
      session_ref: z.string(),
      turn_ref: z.string(),
      work_item_ref: z.string().nullable(),
      lines: z.int().describe('Lines of the commit that the turn wrote'),
      made_commit: z.boolean(),
      confidence: z.enum(attributionConfidences),
    }),
  ),
})

export const diaryCommits = diaryOperation({
  name: 'diary_commits',
  audience: 'people',
  summary: 'The commits that carry the work of a prepared day, with the turns and work items they are of.',
  effect: 'read',
  input: z.strictObject({ date: DateArgument }),
  result: {
    date: z.string(),
    projects: z.array(
      z.object({
        project_key: z.string(),
        repository: z
          .string()
          .nullable()
          .describe('Its folder; null where it is not on this machine, and commits are those that transcripts show'),
        commits: z.array(DayCommit),
      }),
    ),
  },
  async run({ date }, ctx) {
    const found = await withEdits(ctx, true, opened =>
      orUndefined(
        readWorkspace({ diary: ctx.diary }, date, async workspace => {
          const projects = []
          for (const project of await loadProjects(workspace)) {
            const items = (await orUndefined(loadEnvelope(project)))?.items ?? []
            const itemOf = new Map(
              items.flatMap(item => item.covered_turns.map(turn => [turnKey(turn), item.work_item_ref] as const)),
            )
            const { repository, commits } = await commitsOfDay(opened, date, project)
            projects.push({
              project_key: project.key,
              repository,
              commits: commits.map(commit => ({
                ...commit,
                turns: commit.turns.map(turn => ({ ...turn, work_item_ref: itemOf.get(turnKey(turn)) ?? null })),
              })),
            })
          }
          return projects
        }),
      ),
    )
    return {
      date,
      projects:
        found ?? reject('date', 'the day is not prepared', `run daybook diary prepare --date ${date}`, 'absent'),
    }
  },
})

export const diarySessionCommits = diaryOperation({
  name: 'diary_session_commits',
  audience: 'people',
  summary: 'The commits that carry the work of a session, also of one whose day was never prepared.',
  effect: 'read',
  input: z.strictObject({
    source_session_id: z
      .string()
      .min(1)
      .max(400)
      .describe('As the agent calls the session')
      .meta({ examples: ['4b0d6f0e-52a1-4c0e-9a37-1d5f60c2a101'] }),
  }),
  result: {
    repository: z.string().nullable().describe('Its folder; null where it is not on this machine'),
    commits: z.array(
      z.object({
        hash: z.string(),
        subject: z.string(),
        turns: z.array(
          z.object({
            start_line: z.int().describe('Of the transcript'),
            lines: z.int().describe('Lines of the commit that the turn wrote'),
            made_commit: z.boolean(),
            confidence: z.enum(attributionConfidences),
          }),
        ),
      }),
    ),
  },
  async run({ source_session_id }, ctx) {
    const { home } = ctx.diary.environment
    return withEdits(ctx, true, async opened => {
      const session = opened.edits.session(source_session_id)
      const repository = session?.roots.flatMap(root => findCheckout(root, home)?.main ?? [])[0] ?? null
      if (!session || repository === null) return { repository: null, commits: [] }
      try {
        const found = await commitsBetween(opened, repository, { start: session.firstAt, end: session.lastAt })
        return { repository, commits: found.flatMap(commit => commitOf(commit, source_session_id)) }
      } catch (error) {
        if (error instanceof GitFailed) return { repository: null, commits: [] }
        throw error
      }
    })
  },
})

/** A commit with the turns of one session alone; nothing where it has none of these. */
function commitOf({ hash, subject, turns }: CarriedCommit, sessionId: string) {
  const own = turns.flatMap(({ session_id, ...turn }) => (session_id === sessionId ? [turn] : []))
  return own.length > 0 ? [{ hash, subject, turns: own }] : []
}

export const diaryRepositories = diaryOperation({
  name: 'diary_repositories',
  audience: 'people',
  summary: 'The git repositories on this machine that agents worked in, the latest first.',
  effect: 'read',
  input: z.strictObject({}),
  result: { repositories: z.array(z.object({ label: z.string(), folder: z.string(), sessions: z.int() })) },
  async run(_, ctx) {
    return withEdits(ctx, true, async ({ edits }) => {
      const found = new Map<string, { sessions: number; lastAt: number }>()
      for (const { root, lastAt } of edits.transcripts()) {
        const main = root === null ? undefined : findCheckout(root, ctx.diary.environment.home)?.main
        if (main === undefined) continue
        const known = found.get(main)
        found.set(main, {
          sessions: (known?.sessions ?? 0) + 1,
          lastAt: Math.max(known?.lastAt ?? 0, lastAt ?? 0),
        })
      }
      return {
        repositories: [...found]
          .sort(([, a], [, b]) => b.lastAt - a.lastAt)
          .map(([folder, { sessions }]) => ({ label: basename(folder), folder, sessions })),
      }
    })
  },
})
