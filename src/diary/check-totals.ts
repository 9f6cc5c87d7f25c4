import type { CheckTotals, CheckVerdict } from './schema.ts'

/** How many runs ended in which way. */
export function countVerdicts(checks: ReadonlyArray<{ verdict: CheckVerdict }>): CheckTotals {
  const ended = (verdict: CheckVerdict) => checks.filter(check => check.verdict === verdict).length
  return { pass: ended('pass'), fail: ended('fail'), unknown: ended('unknown'), not_run: ended('not_run') }
}

/** The totals of several parts together. */
export function addTotals(totals: readonly CheckTotals[]): CheckTotals {
  const all = (verdict: CheckVerdict) => totals.reduce((sum, each) => sum + each[verdict], 0)
  return { pass: all('pass'), fail: all('fail'), unknown: all('unknown'), not_run: all('not_run') }
}
