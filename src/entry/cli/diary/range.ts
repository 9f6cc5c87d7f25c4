import { join } from 'node:path'
import { dayAt } from '../../../diary/dates/wall-clock.ts'
import { diaryGenerate } from '../../../diary/operations/diary-generate.ts'
import { diaryRange } from '../../../diary/operations/diary-range.ts'
import { diaryRangeReport } from '../../../diary/operations/diary-range-report.ts'
import { diaryRun } from '../../../diary/operations/diary-run.ts'
import { dollars } from '../../../diary/report/text/numbers.ts'
import { usageFault } from '../failure.ts'
import { rows } from '../rows.ts'
import { visible } from '../visible.ts'
import type { Accepted, DiaryCli, DiaryVerb } from './verb.ts'
import { counted, head, heading } from './words.ts'

interface Options {
  from?: string
  to?: string
  week?: string | true
  generate?: true
}

type Report = Accepted<typeof diaryRangeReport.output>['report']

interface Ranged {
  result: Accepted<typeof diaryRange.output>
  report: Report
  today: string
  root: string
}

export const range: DiaryVerb<[], Options, Ranged> = {
  usage: 'range',
  summary: 'write the report of several days from the reports of its days',
  options: [
    ['--from <day>', 'the first day'],
    ['--to <day>', 'the last day, included'],
    ['--week [week]', 'an ISO week, YYYY-Www; the current one when none is named'],
    ['--generate', 'make the days that have no report yet, with the built-in reader'],
  ],
  examples: ['range --week', 'range --week 2026-W20 --generate', 'range --from 2026-05-01 --to 2026-05-31'],
  dayless: true,
  async ask(cli, { from, to, week, generate }) {
    if (week === undefined && from === undefined && to === undefined) {
      throw usageFault('Name the days.', 'Use --from and --to, or --week.')
    }
    const span = { from, to, week: week === true ? undefined : week }
    if (week !== undefined && (from !== undefined || to !== undefined)) {
      throw usageFault('The days are named twice.', 'Use --week, or --from and --to.')
    }
    if (generate) await generateMissing(cli, (await cli.call(diaryRangeReport, span)).report)
    const result = await cli.call(diaryRange, span)
    const { report, today } = await cli.call(diaryRangeReport, { from: result.from, to: result.to })
    return { result, report, today, root: cli.settings.diary.root }
  },
  json: ({ result }) => result,
  show({ result, report, today, root }, page) {
    const { colors } = page
    const table = report.days.map(({ date, state, turns, material_items, cost_usd }) => [
      { text: date, paint: colors.bold },
      { text: state, paint: isReported(state) ? colors.green : colors.dim },
      ...(isReported(state) ? [String(turns), String(material_items), cost_usd === null ? '' : dollars(cost_usd)] : []),
    ])
    page.data(rows([head(['day', 'report', 'turns', 'items', 'cost'], colors), ...table], page))
    if (report.open_items.length > 0) {
      heading(page, 'Open')
      for (const { date, text } of report.open_items) page.line(visible(`${date}  ${text}`))
    }
    page.line()
    for (const file of result.files) page.line(visible(join(root, file)))
    const missing = report.days.filter(({ date, state }) => !isReported(state) && date <= today).length
    if (missing > 0) page.note(`${counted(missing, 'day')} without a report. Make them: --generate`)
  },
}

function isReported(state: string): boolean {
  return state === 'final' || state === 'partial'
}

const notPrepared = 'not prepared'

/** One day after the other, none that is still to come. */
async function generateMissing({ call, app, settings, page }: DiaryCli, { days }: Report): Promise<void> {
  const today = dayAt(app.clock(), settings.diary.timezone)
  for (const { date } of days.filter(({ date: day, state }) => state === notPrepared && day <= today)) {
    const { run_id } = await call(diaryGenerate, { date, with: 'builtin' })
    await app.jobs.wait(run_id)
    const { state } = await call(diaryRun, { run_id })
    page.note(`${date}: ${state}`)
  }
}
