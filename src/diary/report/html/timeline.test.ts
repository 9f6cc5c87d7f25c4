import { describe, expect, it } from 'vitest'
import { dayWindow } from '../../dates/window.ts'
import { formatInZone } from '../../dates/zone.ts'
import type { ReportView } from '../view.ts'
import { timelineChart } from './charts.ts'

/** Only what the timeline looks at. */
function viewOf(day: string, timezone: string, turns: Array<[start: string, end: string]>): ReportView {
  const { start, end } = dayWindow(day, timezone)
  const timeline = turns.map(([from, to], index) => ({
    project_key: 'p',
    session_ref: 'S0001',
    turn_ref: `T000${index + 1}`,
    start: formatInZone(Date.parse(from), timezone),
    end: formatInZone(Date.parse(to), timezone),
    terminal: 'material_result',
    materiality: 'material',
  }))
  const report = {
    timezone,
    window: { start: formatInZone(start, timezone), end: formatInZone(end, timezone) },
    projects: [{ project_key: 'p', project_label: 'p' }],
    statistics: { timeline },
  }
  // The other parts of a view are not read.
  return { report, evidence: new Map(), labels: new Map([['p', 'p']]) } as unknown as ReportView
}

const svgOf = (view: ReportView) => {
  const chart = timelineChart(view)
  return chart === false ? '' : chart.text
}
const bars = (svg: string) =>
  [...svg.matchAll(/<rect class="state-\w+ \w+" x="(\d+)" y="(\d+)" width="(\d+)"/g)].map(match =>
    match.slice(1).map(Number),
  )

describe('the timeline', () => {
  it('the timeline marks where the clocks change and is as long as the day', () => {
    const svg = svgOf(viewOf('2026-03-08', 'America/New_York', [['2026-03-08T15:00:00Z', '2026-03-08T16:00:00Z']]))
    expect(svg).toContain('03:00 (+1 h)')
    expect(svg).toContain('The clocks changed by +1 h that day.')
    const [[x = 0] = []] = bars(svg)
    // 15:00Z is ten hours after midnight of a day that has twenty-three.
    expect(x).toBe(Math.round(104 + (10 / 23) * (946 - 104)))
  })

  it('the timeline shows the shortest turn, points on when a turn outlasts the day, and stacks turns that overlap', () => {
    const svg = svgOf(
      viewOf('2026-05-12', 'UTC', [
        ['2026-05-12T09:00:00Z', '2026-05-12T09:00:01Z'],
        ['2026-05-12T22:00:00Z', '2026-05-13T02:00:00Z'],
        ['2026-05-12T22:30:00Z', '2026-05-12T23:00:00Z'],
      ]),
    )
    const [short, long, beside] = bars(svg)
    expect(short?.[2]).toBe(3)
    expect((long?.[0] ?? 0) + (long?.[2] ?? 0)).toBe(946)
    expect(beside?.[1]).toBe((long?.[1] ?? 0) + 17)
    expect(svg.match(/class="arrow"/g)).toHaveLength(1)
    expect(svg).toContain('the last ended at 02:00 on the next day')
  })
})
