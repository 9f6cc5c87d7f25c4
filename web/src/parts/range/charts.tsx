import { compact, dollars, grouped } from '../../../../src/diary/report/text/numbers.ts'
import { counted } from '../../state/words.ts'
import { BarRows } from '../diary/charts/bar-rows.tsx'
import { Legend } from '../diary/charts/chart.tsx'
import { ColumnChart } from './column-chart.tsx'
import {
  bucketsOf,
  costIn,
  type RangeProject,
  type RangeReport,
  sum,
  tokenKinds,
  tokensIn,
  turnsIn,
} from './range-figures.ts'

interface Props {
  report: RangeReport
  /** Those the reader left in. */
  projects: readonly RangeProject[]
}

/** Colours there are for projects; those after them share the last. */
export const mostShades = 5

export function shadeOf(report: RangeReport, key: string): string {
  const index = report.projects.findIndex(({ project_key }) => project_key === key)
  return `project-${index < mostShades ? index + 1 : 'rest'}`
}

/** Turns of each day, by project. */
export function TurnsChart({ report, projects }: Props) {
  const buckets = bucketsOf(report.days)
  const columns = buckets.map(bucket => {
    const own = projects.map(project => ({ project, value: turnsIn(project, bucket) }))
    const all = sum(own.map(({ value }) => value))
    return {
      ...bucket,
      parts: partsOf(report, own),
      note: all > 0 ? grouped(all) : undefined,
      lines: [
        stateWords(report, bucket.dates) ?? counted(all, 'turn'),
        ...own
          .filter(({ value }) => value > 0)
          .map(({ project, value }) => `${project.project_label}: ${grouped(value)}`),
      ],
      isBlank: stateWords(report, bucket.dates) !== undefined,
    }
  })
  const turns = sum(projects.map(({ statistics }) => statistics.turns))
  return (
    <ColumnChart
      title="Turns"
      summary={`${counted(turns, 'turn')} in ${counted(projects.length, 'project')} on ${counted(report.statistics.days, 'day')} with a report.`}
      columns={columns}
      unit={compact}
      head={['Day', ...projects.map(({ project_label }) => project_label)]}
      rows={() => buckets.map(bucket => [bucket.label, ...projects.map(project => grouped(turnsIn(project, bucket)))])}
    />
  )
}

/** Work items of each day, by project. */
export function ItemsChart({ report, projects }: Props) {
  const buckets = bucketsOf(report.days)
  const itemsIn = (project: RangeProject, dates: readonly string[]) =>
    project.work_items.filter(({ date }) => dates.includes(date)).length
  const total = sum(projects.map(({ work_items }) => work_items.length))
  if (total === 0) return null
  return (
    <ColumnChart
      title="Work items"
      summary={`${counted(total, 'work item')} that changed something; one that went on for several days counts on each.`}
      columns={buckets.map(bucket => {
        const own = projects.map(project => ({ project, items: itemsIn(project, bucket.dates) }))
        const all = sum(own.map(({ items }) => items))
        return {
          ...bucket,
          parts: partsOf(
            report,
            own.map(({ project, items }) => ({ project, value: items })),
          ),
          note: all > 0 ? grouped(all) : undefined,
          lines: [
            stateWords(report, bucket.dates) ?? counted(all, 'work item'),
            ...own
              .filter(({ items }) => items > 0)
              .map(({ project, items }) => `${project.project_label}: ${grouped(items)}`),
          ],
          isBlank: stateWords(report, bucket.dates) !== undefined,
        }
      })}
      unit={compact}
      head={['Day', ...projects.map(({ project_label }) => project_label)]}
      rows={() => buckets.map(({ label, dates }) => [label, ...projects.map(project => itemsIn(project, dates))])}
    />
  )
}

/** What models read and wrote on each day, and what it cost. */
export function TokensChart({ report, projects }: Props) {
  const buckets = bucketsOf(report.days).map(bucket => ({
    bucket,
    tokens: tokensIn(projects, bucket),
    cost: costIn(projects, bucket),
  }))
  if (sum(buckets.flatMap(({ tokens }) => tokens)) === 0) return null
  const costs = buckets.flatMap(({ cost }) => cost ?? [])
  const estimated = projects.some(({ statistics }) => statistics.cost_usd.estimated > 0)
  const costText = (cost: number | null) =>
    cost === null ? 'cost not known' : `${estimated ? '≈ ' : ''}${dollars(cost)}`
  return (
    <ColumnChart
      title="Tokens and cost"
      summary={`${tokenKinds.map(([, name], index) => `${compact(sum(buckets.map(({ tokens }) => tokens[index] ?? 0)))} ${name}`).join(', ')}. Cost: ${costs.length === 0 ? 'not known' : `${dollars(sum(costs))}${estimated ? ', estimated' : ''}`}.`}
      legend={<Legend entries={tokenKinds.map(([kind, name]) => [`tokens-${kind}`, name] as const)} />}
      columns={buckets.map(({ bucket, tokens, cost }) => ({
        ...bucket,
        parts: tokenKinds.map(([kind], index) => ({ swatch: `tokens-${kind}`, value: tokens[index] ?? 0 })),
        note: cost === null ? undefined : dollars(cost),
        lines: stateWords(report, bucket.dates)
          ? [stateWords(report, bucket.dates) ?? '']
          : [costText(cost), ...tokenKinds.map(([, name], index) => `${grouped(tokens[index] ?? 0)} ${name}`)],
        isBlank: stateWords(report, bucket.dates) !== undefined,
      }))}
      unit={compact}
      head={['Day', ...tokenKinds.map(([, name]) => name), 'cost']}
      rows={() => buckets.map(({ bucket, tokens, cost }) => [bucket.label, ...tokens.map(grouped), costText(cost)])}
    />
  )
}

const mostFiles = 15

/** The files that were changed on most days. */
export function FilesChart({ report, projects }: Props) {
  const keys = new Set(projects.map(({ project_key }) => project_key))
  const files = report.statistics.changed_files.filter(({ project_key }) => keys.has(project_key))
  const [first] = files
  if (!first) return null
  const labels = new Map(report.projects.map(({ project_key, project_label }) => [project_key, project_label]))
  const nameOf = (key: string, path: string) => (projects.length > 1 ? `${labels.get(key) ?? key}: ${path}` : path)
  return (
    <BarRows
      title="Files by days touched"
      summary={`${counted(files.length, 'file')} changed; ${first.path} on ${counted(first.days, 'day')}.`}
      bars={files.slice(0, mostFiles).map(({ project_key, path, days, added, removed }) => ({
        label: nameOf(project_key, path),
        parts: [{ swatch: shadeOf(report, project_key), value: days }],
        note: counted(days, 'day'),
        lines: [`+${grouped(added)} −${grouped(removed)} lines`, labels.get(project_key) ?? project_key],
      }))}
      head={['File', 'Days', 'Added', 'Removed']}
      rows={() =>
        files.map(({ project_key, path, days, added, removed }) => [
          nameOf(project_key, path),
          grouped(days),
          grouped(added),
          grouped(removed),
        ])
      }
    />
  )
}

/** One part for each project that has a colour of its own, and one for all others. */
function partsOf(report: RangeReport, values: ReadonlyArray<{ project: RangeProject; value: number }>) {
  const parts = new Map<string, number>()
  for (const { project, value } of values) {
    const swatch = shadeOf(report, project.project_key)
    parts.set(swatch, (parts.get(swatch) ?? 0) + value)
  }
  return [...parts].map(([swatch, value]) => ({ swatch, value }))
}

/** Why a column has nothing; undefined when one of its days has a report. */
function stateWords({ days }: RangeReport, dates: readonly string[]): string | undefined {
  const states = days.filter(({ date }) => dates.includes(date)).map(({ state }) => state)
  if (states.some(state => state !== 'not prepared' && state !== 'unreadable')) return undefined
  return states.includes('unreadable') ? 'report cannot be read' : 'no report'
}
