import { z } from 'zod'
import { diaryOperation } from '../context.ts'
import { dayCosts } from '../costs/gather.ts'
import { joinCosts, type ThingCost } from '../costs/split.ts'
import { costThings } from '../costs/things.ts'
import { daysBetween } from '../dates/calendar.ts'
import { dayAt } from '../dates/zone.ts'
import { reject } from '../rejection.ts'
import { SpanArguments, spanOf } from '../report/range/render.ts'
import { withEdits } from '../why/open.ts'

const Cost = z.object({
  turns: z.int(),
  micro_usd: z.int().describe('Millionths of a dollar; the rows and the unattributed add up to the total'),
  usd: z.number(),
  at_least: z.boolean().describe('It cost more: something of it has no price or was not recorded whole'),
})

export const diaryCosts = diaryOperation({
  name: 'diary_costs',
  audience: 'people',
  summary: 'What the work of a day or of several days cost by work item, branch, pull request or commit.',
  effect: 'read',
  input: SpanArguments.extend({
    by: z.enum(costThings).default('item').describe('What the cost is split by'),
  }),
  accepted: 'ok',
  result: {
    from: z.string(),
    to: z.string(),
    by: z.enum(costThings),
    days: z.array(z.string()).describe('The days of the span that are prepared'),
    price_table: z.string(),
    total: Cost,
    rows: z.array(
      Cost.extend({
        project_key: z.string(),
        ref: z.string(),
        label: z.string(),
        repository: z.string().optional().describe('Of a commit: the folder of its repository on this machine'),
      }),
    ),
    unattributed: Cost,
  },
  async run({ by, date, ...span }, ctx) {
    const { from, to } =
      date === undefined ? spanOf(span, dayAt(ctx.clock(), ctx.diary.timezone)) : { from: date, to: date }
    const gather = async (opened: Parameters<typeof dayCosts>[3]) => {
      const found = []
      for (const day of daysBetween(from, to)) {
        const costs = await dayCosts(ctx.diary, day, by, opened)
        if (costs) found.push({ day, costs })
      }
      return found
    }
    const days = by === 'commit' ? await withEdits(ctx, true, gather) : await gather(null)
    if (days.length === 0) {
      reject('date', 'no day of the span is prepared', `run daybook diary prepare --date ${to}`, 'absent')
    }
    const { total, things, unattributed } = joinCosts(days.map(({ costs }) => costs))
    const labels = new Map(days.flatMap(({ costs }) => [...costs.labels]))
    const repositories = new Map(days.flatMap(({ costs }) => [...costs.repositories]))
    const rows = [...things].map(([thing, cost]) => {
      const [project_key = '', ...ref] = thing.split('/')
      const repository = repositories.get(project_key)
      return {
        ...{ ...shown(cost), project_key, ref: ref.join('/'), label: labels.get(thing) ?? '' },
        ...(repository !== undefined && { repository }),
      }
    })
    rows.sort((a, b) => b.micro_usd - a.micro_usd || b.turns - a.turns || a.ref.localeCompare(b.ref, 'en'))
    return {
      ...{ from, to, by, days: days.map(({ day }) => day) },
      price_table: days.at(-1)?.costs.price_table ?? '',
      ...{ total: shown(total), rows, unattributed: shown(unattributed) },
    }
  },
})

function shown({ micros, turns, atLeast }: ThingCost): z.output<typeof Cost> {
  return { turns, micro_usd: micros, usd: micros / 1_000_000, at_least: atLeast }
}
