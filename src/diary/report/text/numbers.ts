import { formatNumber } from '../../../kernel/numbers.ts'
import type { CheckTotals, CheckVerdict } from '../../schema.ts'

/** `+12 −3`; of files whose lines the transcripts do not hold, nothing is known. */
export function lineCounts({ added, removed, unsized = 0 }: LineTotals, unit = ''): string {
  if (unsized > 0 && added + removed === 0) return 'lines not known'
  return `${unsized > 0 ? 'at least ' : ''}+${formatNumber(added)} −${formatNumber(removed)}${unit}`
}

interface LineTotals {
  added: number
  removed: number
  unsized?: number | undefined
}

/** `950`, `12.3k`, `4.2M`. */
export function compact(number: number): string {
  if (number < 1000) return String(Math.round(number))
  const [size, letter] = number < 999_950 ? [1000, 'k'] : number < 999_950_000 ? [1_000_000, 'M'] : [1_000_000_000, 'G']
  return `${(number / size).toFixed(1).replace(/\.0$/, '')}${letter}`
}

/** `$1.23`; small sums keep two digits that say something. */
export function dollars(amount: number): string {
  const shown = shownDollars(amount)
  if (shown > 0 && shown < 0.01) return `$${shown.toPrecision(2)}`
  const cents = Math.round(shown * 100)
  return `$${formatNumber(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, '0')}`
}

/** The amount as it is shown: whole cents, or two digits of less than a cent. */
export function shownDollars(amount: number): number {
  if (amount > 0 && amount < 0.01) return Number(amount.toPrecision(2))
  // Costs are known to a millionth. Rounded to that first, so that 0.075 and a sum of 0.0749999999 are the same cents.
  return Math.round(Math.round(amount * 1_000_000) / 10_000) / 100
}

/** What counts when runs of checks are counted: those that showed a result. */
function judgedRuns({ pass, fail }: CheckTotals): number {
  return pass + fail
}

/** `2 without verdict, 1 did not run`: the runs that count neither way. */
function unjudgedText({ unknown, not_run }: CheckTotals): string {
  return [
    unknown > 0 && `${formatNumber(unknown)} without verdict`,
    not_run > 0 && `${formatNumber(not_run)} did not run`,
  ]
    .filter(part => part !== false)
    .join(', ')
}

/** `check runs: 5 passed, 1 failed, 2 without verdict`: every state by itself; nothing where no check is known. */
export function checkVerdictsText(checks: CheckTotals): string {
  const { pass, fail } = checks
  const parts = [
    pass > 0 && `${formatNumber(pass)} passed`,
    fail > 0 && `${formatNumber(fail)} failed`,
    unjudgedText(checks),
  ].filter(part => part !== false && part !== '')
  return parts.length === 0 ? '' : `check runs: ${parts.join(', ')}`
}

/** The figure of a tile and the line below it: `5 passed` and `1 failed, 2 without verdict`. */
export function checkFigure(checks: CheckTotals): { value: string; more: string } {
  const isJudged = judgedRuns(checks) > 0
  const failed = checks.fail > 0 ? `${formatNumber(checks.fail)} failed` : 'none failed'
  return {
    value: isJudged ? `${formatNumber(checks.pass)} passed` : 'none',
    more: [isJudged && failed, unjudgedText(checks)].filter(Boolean).join(', ') || 'no check ran',
  }
}

/** `3 h 20 min`. */
export function duration(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 60) return `${minutes} min`
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

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
