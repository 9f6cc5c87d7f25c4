import { grouped } from '../../../../../src/diary/report/text/numbers.ts'
import { plainLine } from '../../../../../src/diary/report/text/plain.ts'
import { sum, type Tool } from '../../../state/diary/totals.ts'
import { counted } from '../../../state/words.ts'
import { BarRows } from './bar-rows.tsx'
import { Legend } from './chart.tsx'

const most = 12

/** The most used tools, those of a family side by side. */
export function ToolsChart({ tools }: { tools: readonly Tool[] }) {
  const shown = tools.slice(0, most)
  const [first] = shown
  if (!first) return null
  const weight = (family: string) => sum(shown.filter(tool => tool.family === family).map(({ count }) => count))
  const families = [...new Set(shown.map(({ family }) => family))].sort((a, b) => weight(b) - weight(a))
  const rest = sum(tools.slice(most).map(({ count }) => count))
  const bars = families.flatMap(family =>
    shown
      .filter(tool => tool.family === family)
      .map(({ name, count }) => ({
        label: plainLine(name),
        parts: [
          {
            swatch: `${families.indexOf(family) < 4 ? `family-${families.indexOf(family)}` : 'swatch-unknown'}`,
            value: count,
          },
        ],
        note: grouped(count),
        lines: [counted(count, 'call'), `Family: ${family}`],
      })),
  )
  const others = {
    label: 'other',
    parts: [{ swatch: 'swatch-unknown', value: rest }],
    note: grouped(rest),
    lines: [`${counted(rest, 'call')} of ${counted(tools.length - most, 'tool')}`],
  }
  const all = sum(tools.map(({ count }) => count))
  return (
    <BarRows
      title="Tools"
      summary={`${counted(all, 'call')} of ${counted(tools.length, 'tool')}; most used is ${plainLine(first.name)} with ${grouped(first.count)}.`}
      legend={
        <Legend
          entries={[
            ...families.slice(0, 4).map((family, index) => [`family-${index}`, family] as const),
            ...(families.length > 4 || rest > 0 ? [['swatch-unknown', 'others'] as const] : []),
          ]}
        />
      }
      bars={rest > 0 ? [...bars, others] : bars}
      head={['Tool', 'Family', 'Calls']}
      rows={() => tools.map(({ name, family, count }) => [plainLine(name), family, grouped(count)])}
    />
  )
}
