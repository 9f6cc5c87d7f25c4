import { sum } from '../../../../src/diary/report/charts/bars.ts'
import type { RangeProject, RangeReport } from '../../../../src/diary/report/range/schema.ts'
import { dollars, formatNumber } from '../../../../src/diary/report/text/numbers.ts'
import { counted } from '../../state/words.ts'

/** The range in five numbers. */
export function RangeTiles({ report, projects }: { report: RangeReport; projects: readonly RangeProject[] }) {
  const stats = projects.map(({ statistics }) => statistics)
  const costs = stats.flatMap(({ cost_usd }) => cost_usd.total ?? [])
  const estimated = stats.some(({ cost_usd }) => cost_usd.estimated > 0)
  const unknown = sum(stats.map(({ cost_usd }) => cost_usd.unknown_turns))
  const checks = {
    pass: sum(stats.map(({ checks }) => checks.pass)),
    fail: sum(stats.map(({ checks }) => checks.fail)),
  }
  const tiles = [
    [
      'Work items',
      formatNumber(sum(projects.map(each => each.work_items.length))),
      `in ${counted(projects.length, 'project')}`,
    ],
    ['Turns', formatNumber(sum(stats.map(({ turns }) => turns))), `on ${counted(report.statistics.days, 'day')}`],
    [
      'Files changed',
      formatNumber(sum(stats.map(({ files }) => files.touched))),
      `+${formatNumber(sum(stats.map(({ files }) => files.added)))} −${formatNumber(sum(stats.map(({ files }) => files.removed)))} lines`,
    ],
    [
      'Check runs',
      formatNumber(checks.pass + checks.fail),
      `${formatNumber(checks.pass)} passed, ${formatNumber(checks.fail)} failed`,
    ],
    [
      'Cost',
      costs.length === 0 ? 'n/a' : `${estimated ? '≈ ' : ''}${dollars(sum(costs))}`,
      unknown > 0 ? `${counted(unknown, 'turn')} not known` : estimated ? 'estimated' : 'as recorded',
    ],
  ] as const
  return (
    <dl className="day-figures">
      {tiles.map(([name, value, more]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <strong className="tabular">{value}</strong>
            <span>{more}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
