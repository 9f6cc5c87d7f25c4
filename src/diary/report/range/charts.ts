import { weekOf } from '../../dates/calendar.ts'
import { plural } from '../../extract/text.ts'
import { figure, legendOf, shortened, width } from '../html/charts/chart.ts'
import { barRows, rowsHeight } from '../html/charts/rows.ts'
import { html, type Markup } from '../html/markup.ts'
import { shortDate, weekdays } from '../text/names.ts'
import { compact, dollars, grouped } from '../text/numbers.ts'
import type { RangeReport } from './schema.ts'

/** More days than these are shown by the week. */
const mostDays = 62

/** How the days of a range are told apart in charts. */
function bucketOf(report: RangeReport): (date: string) => string {
  if (report.days.length > mostDays) return weekOf
  return date => `${weekdays[new Date(`${date}T12:00:00Z`).getUTCDay()]?.slice(0, 3)} ${shortDate(date)}`
}

const shades = ['turns-1', 'turns-2', 'turns-3', 'turns-4', 'turns-5']

/** Turns of each day, by project. */
export function turnsChart(report: RangeReport): Markup | false {
  if (report.statistics.turns === 0) return false
  const bucket = bucketOf(report)
  const buckets = [...new Set(report.days.map(({ date }) => bucket(date)))]
  const named = report.projects.slice(0, shades.length)
  const turnsOf = (name: string, project: RangeReport['projects'][number]) =>
    project.statistics.per_day.filter(({ date }) => bucket(date) === name).reduce((all, { turns }) => all + turns, 0)
  const rows = buckets.map(name => {
    const rest = report.projects.slice(shades.length).reduce((all, project) => all + turnsOf(name, project), 0)
    const parts = [
      ...named.map((project, index) => ({
        swatch: shades[index] ?? 'turns-rest',
        value: turnsOf(name, project),
        says: `${name}, ${project.project_label}: ${plural(turnsOf(name, project), 'turn')}`,
      })),
      { swatch: 'turns-rest', value: rest, says: `${name}, other projects: ${plural(rest, 'turn')}` },
    ]
    return { label: name, parts, note: grouped(parts.reduce((all, { value }) => all + value, 0)) }
  })
  return figure({
    id: 'turns',
    title: 'Turns by day and project',
    summary: `${plural(report.statistics.turns, 'turn')} on ${plural(report.statistics.days, 'day')} in ${plural(report.projects.length, 'project')}.`,
    height: rowsHeight(rows),
    body: barRows(rows),
    legend: legendOf([
      ...named.map(
        (project, index) => [shades[index] ?? 'turns-rest', project.project_label] satisfies [string, string],
      ),
      ...(report.projects.length > shades.length ? [['turns-rest', 'other projects'] satisfies [string, string]] : []),
    ]),
    head: ['Day', ...report.projects.map(({ project_label }) => project_label)],
    rows: buckets.map(name => [name, ...report.projects.map(project => grouped(turnsOf(name, project)))]),
  })
}

const tokenKinds = [
  ['input', 'input'],
  ['cache_read', 'cache read'],
  ['cache_write', 'cache write'],
  ['output', 'output'],
] as const

/** Tokens and cost of each day. */
export function costChart(report: RangeReport): Markup | false {
  const { statistics } = report
  if (tokenKinds.every(([kind]) => (statistics.tokens[kind] ?? 0) === 0)) return false
  const bucket = bucketOf(report)
  const buckets = [...new Set(report.days.map(({ date }) => bucket(date)))]
  const table = buckets.map(name => {
    const days = statistics.per_day.filter(({ date }) => bucket(date) === name)
    const costs = days.flatMap(({ cost_usd }) => (cost_usd === null ? [] : [cost_usd]))
    return {
      name,
      tokens: tokenKinds.map(([kind]) => days.reduce((all, { tokens }) => all + (tokens[kind] ?? 0), 0)),
      cost: costs.length > 0 ? dollars(costs.reduce((all, each) => all + each, 0)) : 'not known',
    }
  })
  const rows = table.map(({ name, tokens, cost }) => ({
    label: name,
    parts: tokenKinds.map(([kind, words], index) => ({
      swatch: `tokens-${kind}`,
      value: tokens[index] ?? 0,
      says: `${name}: ${grouped(tokens[index] ?? 0)} tokens ${words}`,
    })),
    note: cost,
  }))
  const { total, estimated } = statistics.cost_usd
  return figure({
    id: 'cost',
    title: 'Tokens and cost by day',
    summary: `${tokenKinds.map(([kind, words]) => `${compact(statistics.tokens[kind] ?? 0)} ${words}`).join(', ')}. Cost: ${total === null ? 'not known' : `${dollars(total)}${estimated > 0 ? ', estimated' : ''}`}.`,
    height: rowsHeight(rows),
    body: barRows(rows),
    legend: legendOf(tokenKinds.map(([kind, words]) => [`tokens-${kind}`, words])),
    head: ['Day', ...tokenKinds.map(([, words]) => words), 'cost'],
    rows: table.map(({ name, tokens, cost }) => [name, ...tokens.map(grouped), cost]),
  })
}

const mostFiles = 15

/** The files that were touched on most days. */
export function filesByDaysChart(report: RangeReport): Markup | false {
  const shown = report.statistics.changed_files.slice(0, mostFiles)
  const [first] = shown
  if (!first) return false
  const labels = new Map(report.projects.map(({ project_key, project_label }) => [project_key, project_label]))
  const name = (path: string, key: string) => (labels.size > 1 ? `${labels.get(key) ?? key}: ${path}` : path)
  const rows = shown.map(({ project_key, path, days }) => ({
    label: name(path, project_key),
    parts: [{ swatch: 'tool', value: days, says: `${path}: on ${plural(days, 'day')}` }],
    note: plural(days, 'day'),
  }))
  return figure({
    id: 'files',
    title: 'Files by days touched',
    summary: `${plural(report.statistics.files.touched, 'file')} changed; ${first.path} on ${plural(first.days, 'day')}.`,
    height: rowsHeight(rows),
    body: barRows(rows),
    head: ['File', 'Days', 'Added', 'Removed'],
    rows: report.statistics.changed_files.map(({ project_key, path, days, added, removed }) => [
      name(path, project_key),
      grouped(days),
      grouped(added),
      grouped(removed),
    ]),
  })
}

const heatLeft = 120
const heatTop = 22

/** When turns began: a row per day, a column per hour. */
export function heatMap(report: RangeReport): Markup | false {
  const turns = new Map(report.statistics.hours.map(each => [each.date, each.turns]))
  const most = Math.max(0, ...report.statistics.hours.flatMap(each => each.turns))
  if (most === 0) return false
  const cell = Math.floor((width - heatLeft) / 24)
  const height = report.days.length > mostDays ? 9 : 20
  const level = (count: number) => (count === 0 ? 0 : Math.max(1, Math.ceil((count / most) * 4)))
  const busiest = report.statistics.hours
    .flatMap(({ date, turns: own }) => own.map((count, hour) => ({ date, hour, count })))
    .reduce((one, other) => (other.count > one.count ? other : one))
  const body = html`${Array.from({ length: 8 }, (_, index) => html`<text class="hour" x="${heatLeft + index * 3 * cell}" y="14">${String(index * 3).padStart(2, '0')}</text>`)}
${report.days.map(({ date }, row) => {
  const y = heatTop + row * height
  const isNamed = height > 12 || date.endsWith('-01')
  return html`${isNamed && html`<text class="hour" x="${heatLeft - 10}" y="${y + 13}" text-anchor="end">${shortened(bucketLabel(date), 14)}</text>`}${(
    turns.get(date) ?? Array.from({ length: 24 }, () => 0)
  ).map(
    (count, hour) =>
      html`<rect class="${count === 0 ? 'heat-0' : `heat heat-${level(count)}`}" x="${heatLeft + hour * cell}" y="${y}" width="${cell - 2}" height="${height - 2}" rx="2"><title>${`${date} ${String(hour).padStart(2, '0')}:00, ${plural(count, 'turn')}`}</title></rect>`,
  )}`
})}`
  return figure({
    id: 'hours',
    title: 'Day and hour',
    summary: `Most turns began on ${busiest.date} between ${busiest.hour}:00 and ${busiest.hour + 1}:00: ${busiest.count}.`,
    height: heatTop + report.days.length * height + 6,
    body,
    head: ['Day', ...Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))],
    rows: report.statistics.hours.map(({ date, turns: own }) => [date, ...own.map(String)]),
  })
}

function bucketLabel(date: string): string {
  return `${weekdays[new Date(`${date}T12:00:00Z`).getUTCDay()]?.slice(0, 3)} ${shortDate(date)}`
}
