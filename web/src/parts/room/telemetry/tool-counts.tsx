import { type Counters, ranked } from '../../../state/room/counters.ts'
import { counted } from '../../../state/words.ts'
import { BarRows } from '../../diary/charts/bar-rows.tsx'
import { safeText } from '../../transcript/safe-text.ts'

/** Tool runs, and how many of them failed. */
export function ToolCounts({ tools }: { tools: { readonly [id: string]: Counters } }) {
  const rows = ranked(tools, ({ tool_runs }) => tool_runs)
  const [first] = rows
  if (!first) return null
  const fine = ({ tool_runs, tool_errors }: Counters) => Math.max(0, tool_runs - tool_errors)
  return (
    <BarRows
      title="Tools"
      summary={`${counted(rows.length, 'tool')} used; most often ${safeText(first[0])}.`}
      legend={[
        ['check-pass', 'ran'],
        ['swatch-removed', 'failed'],
      ]}
      bars={rows.map(([id, counters]) => ({
        key: id,
        label: safeText(id),
        parts: [
          { swatch: 'check-pass', value: fine(counters), text: `${fine(counters)} ran` },
          { swatch: 'swatch-removed', value: counters.tool_errors, text: `${counters.tool_errors} failed` },
        ],
        note: counted(counters.tool_runs, 'run'),
      }))}
      head={['Tool', 'Runs', 'Failed']}
      rows={rows.map(([id, { tool_runs, tool_errors }]) => [
        safeText(id),
        tool_runs.toLocaleString('en'),
        tool_errors.toLocaleString('en'),
      ])}
    />
  )
}
