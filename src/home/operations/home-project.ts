import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { recentWorkItems } from '../../diary/ports/recent-work-items.ts'
import { withIndex } from '../../diary/prepare/open-index.ts'
import { workspaceFolder } from '../../diary/settings.ts'
import { knownWork } from '../../diary/work/known-work.ts'
import { homeOperation } from '../context.ts'
import { diaryKeysOf } from '../projects.ts'

const mostItems = 200

export const homeProject = homeOperation({
  name: 'home_project',
  summary: 'The work of one project in the diary: its days, newest first, with their work items.',
  effect: 'read',
  input: z.strictObject({
    project: z
      .string()
      .min(1)
      .max(200)
      .describe('Its id')
      .meta({ examples: ['default'] }),
  }),
  output: z.object({
    project_keys: z.array(z.string()),
    days: z.array(
      z.object({
        date: z.string(),
        project_key: z.string(),
        turns: z.int(),
        has_report: z.boolean(),
        items: z.array(z.object({ work_item_ref: z.string(), title: z.string(), outcome: z.string().nullable() })),
      }),
    ),
  }),
  async run({ project }, ctx) {
    const keys = await diaryKeysOf(ctx, project)
    const items = await recentWorkItems(ctx.diary, keys, mostItems)
    const sessions = await withIndex(ctx, async index => knownWork(ctx, index))
    const turns = new Map<string, number>()
    for (const session of sessions.filter(({ project_key }) => keys.includes(project_key))) {
      for (const [date, count] of session.turns) {
        const at = `${date} ${session.project_key}`
        turns.set(at, (turns.get(at) ?? 0) + count)
      }
    }
    for (const { date, project_key } of items)
      if (!turns.has(`${date} ${project_key}`)) turns.set(`${date} ${project_key}`, 0)
    return {
      project_keys: keys,
      days: [...turns]
        .sort(([a], [b]) => (a < b ? 1 : -1))
        .slice(0, 90)
        .map(([at, count]) => {
          const [date = '', project_key = ''] = at.split(' ')
          return {
            date,
            project_key,
            turns: count,
            has_report: existsSync(join(workspaceFolder(ctx.diary.root, date), 'daily-report.json')),
            items: items
              .filter(item => item.date === date && item.project_key === project_key)
              .map(({ work_item_ref, title, outcome }) => ({ work_item_ref, title, outcome })),
          }
        }),
    }
  },
})
