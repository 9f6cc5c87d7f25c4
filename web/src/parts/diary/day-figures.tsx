import type { ReactNode } from 'react'
import type { Statistics } from '../../../../src/diary/report/statistics.ts'
import { costAmount, costRemarks } from '../../../../src/diary/report/text/costs.ts'
import { checkFigure, compact, lineCounts } from '../../../../src/diary/report/text/numbers.ts'
import { formatCount, formatNumber } from '../../../../src/kernel/numbers.ts'

/** A day or a project in five numbers. */
export function DayFigures({ statistics }: { statistics: Statistics }) {
  const { work_items, turns, sessions, coverage, files, checks, tokens, cost_usd } = statistics
  const check = checkFigure(checks)
  return (
    <dl className="figures">
      <Figure name="Work items" value={formatNumber(work_items.material_work_item ?? 0)}>
        {formatCount(sessions, 'session')}
      </Figure>
      <Figure name="Turns" value={formatNumber(turns)}>
        {coverage.covered === turns ? 'all accounted for' : `${formatNumber(turns - coverage.covered)} in no item`}
      </Figure>
      <Figure name="Files changed" value={formatNumber(files.touched)}>
        {lineCounts(files, ' lines')}
      </Figure>
      <Figure name="Checks" value={check.value}>
        {check.more}
      </Figure>
      <Figure name="Cost" value={costAmount(cost_usd)}>
        {[
          `${compact(tokens.input + tokens.output + tokens.cache_read + tokens.cache_write)} tokens`,
          ...costRemarks(cost_usd),
        ].join('; ')}
      </Figure>
    </dl>
  )
}

function Figure({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong className="tabular">{value}</strong>
        <span>{children}</span>
      </dd>
    </div>
  )
}
