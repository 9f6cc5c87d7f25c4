import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Patterns } from '../../parts/diary/charts/patterns.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { SettingsTabs } from '../../parts/room/settings/settings-tabs.tsx'
import { CountTiles } from '../../parts/room/telemetry/count-tiles.tsx'
import { RefusalCharts } from '../../parts/room/telemetry/refusal-charts.tsx'
import { TelemetryLimits } from '../../parts/room/telemetry/telemetry-limits.tsx'
import { ToolCounts } from '../../parts/room/telemetry/tool-counts.tsx'
import { TurnCharts } from '../../parts/room/telemetry/turn-charts.tsx'
import { Segmented } from '../../parts/segmented.tsx'
import { useProject } from '../../state/addresses.ts'
import { isEmpty } from '../../state/room/counters.ts'
import { roomQuery } from '../../state/room/queries.ts'
import { timeWords } from '../../state/words.ts'

/** How turns end in this room, counted. */
export function TelemetryPage() {
  const project = useProject()
  const [isSession, setIsSession] = useState(false)
  const summary = useQuery(roomQuery(project, 'room_telemetry_summary', {}))
  return (
    <div className="page wide">
      <PageHead
        title="Telemetry"
        lead="Only counts, no texts. They stay on this machine, and nothing depends on them."
        actions={
          <Segmented
            label="Counted since"
            options={[
              [false, 'Always'],
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
                  <CountTiles totals={scopes.totals} />
                  <div className="chart-grid">
                    <RefusalCharts totals={scopes.totals} />
                    <TurnCharts title="Turns by agent" name="Agent" of={scopes.agents} />
                    <TurnCharts title="Turns by surface" name="Surface" of={scopes.surfaces} />
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
