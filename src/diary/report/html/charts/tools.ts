import { plural } from '../../../extract/text.ts'
import type { Statistics } from '../../statistics.ts'
import { grouped } from '../../text/numbers.ts'
import type { Markup } from '../markup.ts'
import { figure } from './chart.ts'
import { barRows, rowsHeight } from './rows.ts'

const most = 12

/** The most used tools, those of a family side by side. */
export function toolsChart({ tools }: Pick<Statistics, 'tools'>): Markup | false {
  if (tools.length === 0) return false
  const shown = tools.slice(0, most)
  const weight = (family: string) =>
    shown.filter(tool => tool.family === family).reduce((sum, { count }) => sum + count, 0)
  const families = [...new Set(shown.map(({ family }) => family))].sort((a, b) => weight(b) - weight(a))
  const rest = tools.slice(most).reduce((sum, { count }) => sum + count, 0)
  const all = tools.reduce((sum, { count }) => sum + count, 0)
  const rows = families.flatMap(family =>
    shown
      .filter(tool => tool.family === family)
      .map(({ name, count }, index) => ({
        label: name,
        ...(index === 0 && { group: family }),
        parts: [{ swatch: 'tool', value: count, says: `${name}: ${plural(count, 'call')}` }],
        note: grouped(count),
      })),
  )
  const others =
    rest > 0
      ? [
          {
            label: 'other',
            parts: [{ swatch: 'tool-rest', value: rest, says: `Other tools: ${plural(rest, 'call')}` }],
            note: grouped(rest),
          },
        ]
      : []
  const [first] = shown
  return figure({
    id: 'tools',
    title: 'Tools',
    summary: `${plural(all, 'call')} of ${plural(tools.length, 'tool')}; most used is ${first?.name} with ${grouped(first?.count ?? 0)}.`,
    height: rowsHeight([...rows, ...others]),
    body: barRows([...rows, ...others]),
    head: ['Tool', 'Family', 'Calls'],
    rows: tools.map(({ name, family, count }) => [name, family, grouped(count)]),
  })
}
