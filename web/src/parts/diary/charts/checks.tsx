import { checkNames } from '../../../../../src/diary/report/text/names.ts'
import { grouped } from '../../../../../src/diary/report/text/numbers.ts'
import type { CheckKind, CheckVerdict } from '../../../../../src/diary/schema.ts'
import { sum, type Totals } from '../../../state/diary/totals.ts'
import { counted } from '../../../state/words.ts'
import { BarRows } from './bar-rows.tsx'
import { Legend } from './chart.tsx'

const verdictWords: { [verdict in CheckVerdict]: string } = { pass: 'passed', fail: 'failed', unknown: 'no verdict' }
// Both lists are spelled out by their keys, and the compiler holds them against the schema.
const checkVerdicts = Object.keys(verdictWords) as CheckVerdict[]
const checkKinds = Object.keys(checkNames) as CheckKind[]

/** How check runs ended, by kind. */
export function ChecksChart({ check_kinds }: Pick<Totals, 'check_kinds'>) {
  const kinds = checkKinds.filter(kind => checkVerdicts.some(verdict => check_kinds[kind][verdict] > 0))
  if (kinds.length === 0) return null
  const ended = checkVerdicts.map(verdict => sum(kinds.map(kind => check_kinds[kind][verdict])))
  const words = (kind: (typeof kinds)[number]) =>
    checkVerdicts
      .filter(verdict => check_kinds[kind][verdict] > 0)
      .map(verdict => `${check_kinds[kind][verdict]} ${verdictWords[verdict]}`)
  return (
    <BarRows
      title="Checks"
      summary={`${counted(sum(ended), 'check run')}: ${checkVerdicts.map((verdict, index) => `${ended[index]} ${verdictWords[verdict]}`).join(', ')}.`}
      legend={<Legend entries={checkVerdicts.map(verdict => [`check-${verdict}`, verdictWords[verdict]])} />}
      bars={kinds.map(kind => ({
        label: checkNames[kind],
        parts: checkVerdicts.map(verdict => ({ swatch: `check-${verdict}`, value: check_kinds[kind][verdict] })),
        note: words(kind).join(', '),
        lines: words(kind),
      }))}
      head={['Kind', ...checkVerdicts.map(verdict => verdictWords[verdict])]}
      rows={() =>
        kinds.map(kind => [checkNames[kind], ...checkVerdicts.map(verdict => grouped(check_kinds[kind][verdict]))])
      }
    />
  )
}
