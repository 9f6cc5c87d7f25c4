import { formatCount, formatNumber, sum } from '../../../kernel/numbers.ts'
import type { CheckKind, CheckVerdict } from '../../schema.ts'
import type { Statistics } from '../statistics.ts'
import { checkNames } from '../text/names.ts'
import { lineCounts } from '../text/numbers.ts'
import { plainLine } from '../text/plain.ts'
import type { BarChart } from './bars.ts'

export const maxFiles = 15
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
    summary: `${formatCount(files.touched, 'file')} changed: ${countWords([
      [files.created, 'created'],
      [files.edited, 'edited'],
      [files.deleted, 'deleted'],
    ])}; ${lineCounts(files, ' lines')}. Most changed is ${plainLine(first.path)}.${drawnWords(files.touched)}`,
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

/** A chart of fewer bars than the count beside it says so. */
export function drawnWords(count: number): string {
  return count > maxFiles ? ` The first ${maxFiles} are drawn.` : ''
}

/** `3 passed, 1 failed`: what there is none of is not named. */
function countWords(counts: ReadonlyArray<readonly [count: number, word: string]>): string {
  return counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${formatNumber(count)} ${word}`)
    .join(', ')
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

const verdictNames: { [verdict in CheckVerdict]: string } = {
  pass: 'passed',
  fail: 'failed',
  unknown: 'without verdict',
  not_run: 'did not run',
}
// The keys of both tables are checked by the compiler; the page need not load the schema for the lists.
const checkVerdicts = Object.keys(verdictNames) as CheckVerdict[]
const checkKinds = Object.keys(checkNames) as CheckKind[]

/** Next to passed and failed, runs without a verdict and runs that did not start share one number, since there is no room for four. */
function checkNote(runsOf: (verdict: CheckVerdict) => number): string {
  const counts = checkVerdicts.map(verdict => [runsOf(verdict), verdictNames[verdict]] as const)
  const [unknown, notRun] = [runsOf('unknown'), runsOf('not_run')]
  const isLong = unknown > 0 && notRun > 0 && runsOf('pass') + runsOf('fail') > 0
  return countWords(isLong ? [...counts.slice(0, 2), [unknown + notRun, 'others']] : counts)
}

/** Results of check runs, by kind. */
export function checksChart({ check_kinds }: Pick<Statistics, 'check_kinds'>): BarChart | undefined {
  // Reports of earlier versions do not count what did not run.
  const runsOf = (kind: CheckKind, verdict: CheckVerdict) => check_kinds[kind][verdict] ?? 0
  const kinds = checkKinds.filter(kind => checkVerdicts.some(verdict => runsOf(kind, verdict) > 0))
  if (kinds.length === 0) return undefined
  const totals = checkVerdicts
    .map(verdict => ({ verdict, runs: sum(kinds.map(kind => runsOf(kind, verdict))) }))
    .filter(({ runs }) => runs > 0)
  return {
    title: 'Checks',
    summary: `${formatCount(sum(totals.map(({ runs }) => runs)), 'check run')}: ${countWords(totals.map(({ verdict, runs }) => [runs, verdictNames[verdict]]))}.`,
    legend: totals.map(({ verdict }) => [`check-${verdict}`, verdictNames[verdict]]),
    bars: kinds.map(kind => {
      const parts = checkVerdicts.map(verdict => ({
        swatch: `check-${verdict}`,
        value: runsOf(kind, verdict),
        text: `${runsOf(kind, verdict)} ${verdictNames[verdict]}`,
      }))
      return { key: kind, label: checkNames[kind], parts, note: checkNote(verdict => runsOf(kind, verdict)) }
    }),
    head: ['Kind', ...checkVerdicts.map(verdict => verdictNames[verdict])],
    rows: kinds.map(kind => [checkNames[kind], ...checkVerdicts.map(verdict => formatNumber(runsOf(kind, verdict)))]),
  }
}
