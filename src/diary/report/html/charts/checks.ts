import { plural } from '../../../extract/text.ts'
import { checkKinds, checkVerdicts } from '../../../schema.ts'
import type { Statistics } from '../../statistics.ts'
import { checkNames } from '../../text/names.ts'
import { grouped } from '../../text/numbers.ts'
import type { Markup } from '../markup.ts'
import { figure, legendOf } from './chart.ts'
import { barRows, rowsHeight } from './rows.ts'

const verdictNames = { pass: 'passed', fail: 'failed', unknown: 'no verdict' } as const

/** How check runs ended, by kind. */
export function checksChart({ checks, check_kinds }: Pick<Statistics, 'checks' | 'check_kinds'>): Markup | false {
  const runs = checkVerdicts.reduce((sum, verdict) => sum + checks[verdict], 0)
  if (runs === 0) return false
  const kinds = checkKinds.filter(kind => checkVerdicts.some(verdict => check_kinds[kind][verdict] > 0))
  const rows = kinds.map(kind => ({
    label: checkNames[kind],
    parts: checkVerdicts.map(verdict => ({
      swatch: `check-${verdict}`,
      value: check_kinds[kind][verdict],
      says: `${checkNames[kind]}: ${check_kinds[kind][verdict]} ${verdictNames[verdict]}`,
    })),
    note: checkVerdicts
      .filter(verdict => check_kinds[kind][verdict] > 0)
      .map(verdict => `${check_kinds[kind][verdict]} ${verdictNames[verdict]}`)
      .join(', '),
  }))
  return figure({
    id: 'checks',
    title: 'Checks',
    summary: `${plural(runs, 'check run')}: ${checkVerdicts.map(verdict => `${checks[verdict]} ${verdictNames[verdict]}`).join(', ')}.`,
    height: rowsHeight(rows),
    body: barRows(rows),
    legend: legendOf(checkVerdicts.map(verdict => [`check-${verdict}`, verdictNames[verdict]])),
    head: ['Kind', ...checkVerdicts.map(verdict => verdictNames[verdict])],
    rows: kinds.map(kind => [checkNames[kind], ...checkVerdicts.map(verdict => grouped(check_kinds[kind][verdict]))]),
  })
}
