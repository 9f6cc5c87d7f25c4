import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barAt, barHeight, layOutTimeline, outlineBars } from './timeline.ts'

const turn = (start: string, end: string, project_key = 'p', turn_ref = 'T0001') => ({
  project_key,
  session_ref: 'S0001',
  turn_ref,
  source: 'codex',
  start,
  end,
  terminal: null,
  materiality: null,
})
const projects = [
  { project_key: 'p', project_label: 'p' },
  { project_key: 'q', project_label: 'q' },
]

const ground = { left: 150, right: 986, top: 24, above: 8, below: 4, tickHours: 3 }

describe('the timeline', () => {
  it('the timeline is as long as the day and marks where the clocks change', () => {
    const spring = { start: '2026-03-08T00:00:00-05:00', end: '2026-03-09T00:00:00-04:00' }
    const timeline = [turn('2026-03-08T11:00:00-04:00', '2026-03-08T12:00:00-04:00')]
    const { lanes, ticks } = layOutTimeline(
      { window: spring, timezone: 'America/New_York', projects, timeline },
      ground,
    )
    // 11:00 is ten hours after midnight of a day that has twenty-three.
    expect(lanes[0]?.bars[0]?.x).toBe(Math.round(ground.left + (10 / 23) * (ground.right - ground.left)))
    expect(ticks.filter(({ change }) => change)).toEqual([expect.objectContaining({ label: '03:00', change: '+1 h' })])

    const autumn = { start: '2026-11-01T00:00:00-04:00', end: '2026-11-02T00:00:00-05:00' }
    const long = layOutTimeline({ window: autumn, timezone: 'America/New_York', projects, timeline: [] }, ground)
    expect(long.ticks.map(({ label, change }) => change ?? label)).toContain('−1 h')
    expect(long.ticks.at(-1)).toEqual({ x: ground.right, label: '24' })
  })

  it('the timeline points on when a turn outlasts the day, stacks what overlaps and keeps projects apart', () => {
    const window = { start: '2026-05-12T00:00:00Z', end: '2026-05-13T00:00:00Z' }
    const timeline = [
      turn('2026-05-12T22:00:00Z', '2026-05-13T02:00:00Z'),
      turn('2026-05-12T22:30:00Z', '2026-05-12T22:31:00Z', 'p', 'T0002'),
      turn('2026-05-12T22:30:00Z', '2026-05-12T23:00:00Z', 'q'),
    ]
    const { lanes } = layOutTimeline({ window, timezone: 'UTC', projects, timeline }, ground)
    const bars = lanes.flatMap(lane => lane.bars)
    const [long, short, other] = bars
    expect(long).toMatchObject({ goesOn: true })
    expect((long?.x ?? 0) + (long?.width ?? 0)).toBe(ground.right)
    expect(short?.y).toBeGreaterThan(long?.y ?? 0)
    expect(other?.y).toBeGreaterThanOrEqual(lanes[1]?.y ?? Number.NaN)
    expect(outlineBars(bars).match(/M/g)).toHaveLength(3)
  })

  it('the timeline finds every bar again at its own place, whatever the day was like', () => {
    const minute = fc.integer({ min: 0, max: 1439 })
    const at = (minutes: number) => new Date(Date.UTC(2026, 4, 12) + minutes * 60_000).toISOString()
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(minute, fc.integer({ min: 0, max: 90 })), { selector: ([from]) => from, maxLength: 8 }),
        fc.integer({ min: 280, max: 1400 }),
        (turns, width) => {
          const timeline = turns.map(([from, length], index) => turn(at(from), at(from + length), 'p', `T${index}`))
          const window = { start: at(0), end: at(1440) }
          const { lanes } = layOutTimeline(
            { window, timezone: 'UTC', projects, timeline },
            { ...ground, left: 10, right: width - 14 },
          )
          const bars = lanes.flatMap(lane => lane.bars)
          for (const [index, bar] of bars.entries()) {
            const found = barAt(bars, bar.x + bar.width / 2, bar.y + barHeight / 2)
            expect(found).toBeDefined()
            // Bars closer than a finger may be taken for each other, but never one of another row.
            expect(bars[found ?? -1]?.y).toBe(bars[index]?.y)
          }
          expect(bars.every(({ width, x }) => width >= 3 && x >= 10)).toBe(true)
        },
      ),
    )
  })
})
