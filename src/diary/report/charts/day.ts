import { sum } from '../../../kernel/numbers.ts'
import type { CheckKind, CheckVerdict } from '../../schema.ts'
import type { Statistics } from '../statistics.ts'
import { costAmount, costText } from '../text/costs.ts'
import { checkNames } from '../text/names.ts'
import { compact, formatCount, formatNumber, lineCounts } from '../text/numbers.ts'
import { plainLine } from '../text/plain.ts'
import type { BarChart } from './bars.ts'

const maxFiles = 15
const operationNames = { create: 'Created', edit: 'Edited', delete: 'Deleted' }

/** The files with the most changed lines; those of several projects are distinguished by the labels. */
export function filesChart(
  { changed_files, files }: Pick<Statistics, 'changed_files' | 'files'>,
  labels: ReadonlyMap<string, string>,
): BarChart | undefined {
  const [first] = changed_files
  if (!first) return undefined
  const ownerOf = (key: string) => (labels.size > 1 ? { owner: labels.get(key) ?? key } : {})
  return {
    title: 'Files',
    summary: `${formatCount(files.touched, 'file')} changed: ${files.created} created, ${files.edited} edited, ${files.deleted} deleted; ${lineCounts(files, ' lines')}. Most changed is ${plainLine(first.path)}.`,
    legend: [
      ['swatch-added', 'lines added'],
      ['swatch-removed', 'lines removed'],
    ],
    bars: changed_files.slice(0, maxFiles).map(({ project_key, path, op, added, removed, turns }) => ({
      key: `${project_key} ${path}`,
      label: plainLine(path),
      ...ownerOf(project_key),
      parts: [
        { swatch: 'swatch-added', value: added, text: `${formatCount(added, 'line')} added` },
        { swatch: 'swatch-removed', value: removed, text: `${formatCount(removed, 'line')} removed` },
      ],
      note: `+${formatNumber(added)} −${formatNumber(removed)}`,
      details: [`${operationNames[op]} over ${formatCount(turns, 'turn')}`],
    })),
    head: ['File', 'Added', 'Removed', 'Turns'],
    rows: changed_files.map(({ project_key, path, added, removed, turns }) => [
      nameFile(plainLine(path), ownerOf(project_key).owner),
      formatNumber(added),
      formatNumber(removed),
      formatNumber(turns),
    ]),
  }
}

export function nameFile(path: string, owner: string | undefined): string {
  return owner === undefined ? path : `${owner}: ${path}`
}

const maxTools = 12
/** The number of colours for families of tools. */
const familyColours = 4

/** The most used tools, those of a family side by side. */
export function toolsChart({ tools }: Pick<Statistics, 'tools'>): BarChart | undefined {
  const shown = tools.slice(0, maxTools)
  const [first] = shown
  if (!first) return undefined
  const callsOf = (family: string) => sum(shown.filter(tool => tool.family === family).map(({ count }) => count))
  const families = [...new Set(shown.map(({ family }) => family))].sort((a, b) => callsOf(b) - callsOf(a))
  const rest = sum(tools.slice(maxTools).map(({ count }) => count))
  const bars = families.flatMap((family, index) =>
    shown
      .filter(tool => tool.family === family)
      .map(({ name, count }, place) => ({
        key: name,
        label: plainLine(name),
        ...(place === 0 && { group: family }),
        parts: [
          {
            swatch: `family-${index < familyColours ? index : 'rest'}`,
            value: count,
            text: formatCount(count, 'call'),
          },
        ],
        note: formatNumber(count),
        details: [`Family: ${family}`],
      })),
  )
  const others = {
    key: 'others',
    label: 'other',
    parts: [{ swatch: 'tools-rest', value: rest, text: formatCount(rest, 'call') }],
    note: formatNumber(rest),
    details: [formatCount(tools.length - maxTools, 'tool')],
  }
  return {
    title: 'Tools',
    summary: `${formatCount(sum(tools.map(({ count }) => count)), 'call')} of ${formatCount(tools.length, 'tool')}; most used is ${plainLine(first.name)} with ${formatNumber(first.count)}.`,
    legend: [
      ...families.slice(0, familyColours).map((family, index) => [`family-${index}`, family] as const),
      ...(families.length > familyColours || rest > 0 ? [['tools-rest', 'others'] as const] : []),
    ],
    bars: rest > 0 ? [...bars, others] : bars,
    head: ['Tool', 'Family', 'Calls'],
    rows: tools.map(({ name, family, count }) => [plainLine(name), family, formatNumber(count)]),
  }
}

export const tokenKinds = [
  ['input', 'input'],
  ['cache_read', 'cache read'],
  ['cache_write', 'cache write'],
  ['output', 'output'],
] as const

export const tokenSwatches = tokenKinds.map(([kind, name]) => [`tokens-${kind}`, name] as const)

interface ProjectTokens {
  project_key: string
  project_label: string
  statistics: Pick<Statistics, 'tokens' | 'cost_usd'>
}

/** Tokens of each project and what they cost; turns without numbers are shown as such. */
export function tokensChart(
  total: Pick<Statistics, 'tokens' | 'cost_usd'>,
  projects: readonly ProjectTokens[],
): BarChart | undefined {
  if (total.tokens.known_turns === 0) return undefined
  const all = sum(projects.flatMap(({ statistics }) => tokenKinds.map(([kind]) => statistics.tokens[kind])))
  const perTurn = all / total.tokens.known_turns
  const summary = tokenKinds.map(([kind, name]) => `${compact(total.tokens[kind])} ${name}`).join(', ')
  return {
    title: 'Tokens and cost',
    summary: `Tokens: ${summary}. Cost: ${costText(total)}.`,
    legend: [...tokenSwatches, ...(total.tokens.unknown_turns > 0 ? [['swatch-unknown', 'not known'] as const] : [])],
    bars: projects.map(({ project_key, project_label, statistics: { tokens, cost_usd } }) => ({
      key: project_key,
      label: project_label,
      parts: [
        ...tokenKinds.map(([kind, name]) => ({
          swatch: `tokens-${kind}`,
          value: tokens[kind],
          text: `${formatNumber(tokens[kind])} tokens ${name}`,
        })),
        {
          swatch: 'swatch-unknown',
          // As long as that many turns of average size; hatched, because the real number is not known.
          value: Math.round(perTurn * tokens.unknown_turns),
          text: `the tokens of ${formatCount(tokens.unknown_turns, 'turn')} are not known`,
        },
      ],
      note: cost_usd.total === null ? 'cost not known' : costAmount(cost_usd),
    })),
    head: ['Project', ...tokenKinds.map(([, name]) => name), 'turns not known', 'cost'],
    rows: projects.map(({ project_label, statistics }) => [
      project_label,
      ...tokenKinds.map(([kind]) => formatNumber(statistics.tokens[kind])),
      formatNumber(statistics.tokens.unknown_turns),
      costText(statistics),
    ]),
  }
}

const verdictNames: { [verdict in CheckVerdict]: string } = {
  pass: 'passed',
  fail: 'failed',
  unknown: 'no verdict',
  not_run: 'did not run',
}
// The keys of both tables are checked by the compiler; the page need not load the schema for the lists.
const checkVerdicts = Object.keys(verdictNames) as CheckVerdict[]
const checkKinds = Object.keys(checkNames) as CheckKind[]

/** Results of check runs, by kind. */
export function checksChart({ check_kinds }: Pick<Statistics, 'check_kinds'>): BarChart | undefined {
  // Reports of earlier versions do not count what did not run.
  const runsOf = (kind: CheckKind, verdict: CheckVerdict) => check_kinds[kind][verdict] ?? 0
  const kinds = checkKinds.filter(kind => checkVerdicts.some(verdict => runsOf(kind, verdict) > 0))
  if (kinds.length === 0) return undefined
  const totals = checkVerdicts.map(verdict => ({
    verdict,
    runs: sum(kinds.map(kind => runsOf(kind, verdict))),
  }))
  return {
    title: 'Checks',
    summary: `${formatCount(sum(totals.map(({ runs }) => runs)), 'check run')}: ${totals.map(({ verdict, runs }) => `${runs} ${verdictNames[verdict]}`).join(', ')}.`,
    legend: checkVerdicts.map(verdict => [`check-${verdict}`, verdictNames[verdict]]),
    bars: kinds.map(kind => {
      const parts = checkVerdicts.map(verdict => ({
        swatch: `check-${verdict}`,
        value: runsOf(kind, verdict),
        text: `${runsOf(kind, verdict)} ${verdictNames[verdict]}`,
      }))
      const note = parts.filter(({ value }) => value > 0).map(({ text }) => text)
      return { key: kind, label: checkNames[kind], parts, note: note.join(', ') }
    }),
    head: ['Kind', ...checkVerdicts.map(verdict => verdictNames[verdict])],
    rows: kinds.map(kind => [checkNames[kind], ...checkVerdicts.map(verdict => formatNumber(runsOf(kind, verdict)))]),
  }
}
