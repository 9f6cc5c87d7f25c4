import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount, formatNumber } from '../../../../src/kernel/numbers.ts'
import { capitalize } from '../../../../src/kernel/words.ts'
import { BarRows } from '../../parts/diary/charts/bar-rows.tsx'
import { Patterns } from '../../parts/diary/charts/patterns.tsx'
import { SettingsTabs } from '../../parts/room/settings/settings-tabs.tsx'
import { RefusalCharts } from '../../parts/room/telemetry/refusal-charts.tsx'
import { TelemetryLimits } from '../../parts/room/telemetry/telemetry-limits.tsx'
import { TurnCharts } from '../../parts/room/telemetry/turn-charts.tsx'
import { useProject } from '../../state/addresses.ts'
import { type Counters, isEmpty, ranked, refusals } from '../../state/room/counters.ts'
import { roomQuery } from '../../state/room/queries.ts'
import { toolWords } from '../../state/room/tool-words.ts'
import { timeWords } from '../../state/words.ts'
import { Empty } from '../../ui/empty.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Segmented } from '../../ui/segmented.tsx'

/** How turns end in this room, counted. */
export function TelemetryPage() {
  const project = useProject()
  const [isSession, setIsSession] = useState(false)
  const summary = useQuery(roomQuery(project, 'room_telemetry_summary', {}))
  const status = useQuery(roomQuery(project, 'room_status_show', {}))
  const hasModel = status.data?.agents.some(agent => agent.status !== 'builtin') ?? false
  return (
    <div className="page wide">
      <PageHead
        title="Telemetry"
        lead="Only counts, no texts. They stay on this machine, and nothing depends on them."
        actions={
          <Segmented
            label="Counted since"
            options={[
              [false, 'All time'],
              [true, 'Since Daybook started'],
            ]}
            value={isSession}
            onChange={setIsSession}
          />
        }
      />
      <SettingsTabs />
      <Patterns />
      <Loaded query={summary} label="counts" lines={8}>
        {all => {
          const scopes = isSession ? all.session : all
          return (
            <>
              {isSession && <p className="muted">Since {timeWords(all.session.startedAt)}.</p>}
              {isEmpty(scopes) ? (
                <Empty title="No counts yet">Ask an agent something, or run a tool, and check again.</Empty>
              ) : (
                <>
                  <h2 className="hidden-text">Counts</h2>
                  <CountTiles totals={scopes.totals} hasModel={hasModel} />
                  <div className="chart-grid stack items-start gap-16 mt-12">
                    <RefusalCharts totals={scopes.totals} />
                    <TurnCharts title="Turns by agent" name="Agent" of={scopes.agents} wordsOf={capitalize} />
                    <TurnCharts title="Turns by place" name="Place" of={scopes.surfaces} wordsOf={capitalize} />
                    <ToolCounts tools={scopes.tools} />
                  </div>
                </>
              )}
            </>
          )
        }}
      </Loaded>
      <TelemetryLimits project={project} />
    </div>
  )
}

/** The most important numbers. */
function CountTiles({ totals, hasModel }: { totals: Counters; hasModel: boolean }) {
  const tiles: readonly (readonly [name: string, count: number])[] = [
    ['Turns', totals.activations],
    ['Accepted', totals.accepted],
    ['Abstained', totals.abstains],
    ['Refusals', refusals(totals)],
    ['Tool runs', totals.tool_runs],
    // The built-in responder is no model and uses no tokens that anyone pays for.
    ...(hasModel
      ? ([
          ['Model calls', totals.model_calls],
          ['Tokens in', totals.tokens_in],
          ['Tokens out', totals.tokens_out],
        ] as const)
      : []),
  ]
  return (
    <dl className="tiles small mt-4">
      {tiles.map(([name, count]) => (
        <div className="py-10 px-12 border rounded-m bg-surface" key={name}>
          <dt className="muted text-xs">{name}</dt>
          <dd className="tabular text-xl weight-600 tracking-tight">{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Tool runs, and how many of them failed. */
function ToolCounts({ tools }: { tools: { readonly [id: string]: Counters } }) {
  const rows = ranked(tools, ({ tool_runs }) => tool_runs)
  const [first] = rows
  if (!first) return null
  const fine = ({ tool_runs, tool_errors }: Counters) => Math.max(0, tool_runs - tool_errors)
  return (
    <BarRows
      title="Tools"
      summary={`${formatCount(rows.length, 'tool')} used; most often ${toolWords(first[0])}.`}
      legend={[
        ['check-pass', 'ran'],
        ['swatch-removed', 'failed'],
      ]}
      bars={rows.map(([id, counters]) => ({
        key: id,
        label: toolWords(id),
        parts: [
          { swatch: 'check-pass', value: fine(counters), text: `${fine(counters)} ran` },
          { swatch: 'swatch-removed', value: counters.tool_errors, text: `${counters.tool_errors} failed` },
        ],
        note: formatCount(counters.tool_runs, 'run'),
      }))}
      head={['Tool', 'Runs', 'Failed']}
      rows={rows.map(([id, { tool_runs, tool_errors }]) => [
        toolWords(id),
        formatNumber(tool_runs),
        formatNumber(tool_errors),
      ])}
    />
  )
}
