import { z } from 'zod'
import { DateArgument } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { orUndefined, reject } from '../rejection.ts'
import { attributionConfidences } from '../why/attribute.ts'
import { commitsOfDay } from '../why/day-commits.ts'
import { withEdits } from '../why/open.ts'
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
  accepted: 'ok',
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
