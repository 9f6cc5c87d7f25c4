import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barAt, barHeight, outline, timelineLayout } from './timeline-layout.ts'

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

describe('the timeline', () => {
  it('is as long as the day and marks where the clocks change', () => {
    const spring = { start: '2026-03-08T00:00:00-05:00', end: '2026-03-09T00:00:00-04:00' }
    const timeline = [turn('2026-03-08T11:00:00-04:00', '2026-03-08T12:00:00-04:00')]
    const { bars, ticks, left, right } = timelineLayout(
      { window: spring, timezone: 'America/New_York', projects, timeline },
      1000,
    )
    // 11:00 is ten hours after midnight of a day that has twenty-three.
    expect(bars[0]?.x).toBe(Math.round(left + (10 / 23) * (right - left)))
    expect(ticks.filter(({ change }) => change)).toEqual([expect.objectContaining({ label: '03:00', change: '+1 h' })])

    const autumn = { start: '2026-11-01T00:00:00-04:00', end: '2026-11-02T00:00:00-05:00' }
    const long = timelineLayout({ window: autumn, timezone: 'America/New_York', projects, timeline: [] }, 1000)
    expect(long.ticks.map(({ label, change }) => change ?? label)).toContain('−1 h')
    expect(long.ticks.at(-1)).toEqual({ x: long.right, label: '24' })
  })

  it('points on when a turn outlasts the day, stacks what overlaps and keeps projects apart', () => {
    const window = { start: '2026-05-12T00:00:00Z', end: '2026-05-13T00:00:00Z' }
    const timeline = [
      turn('2026-05-12T22:00:00Z', '2026-05-13T02:00:00Z'),
      turn('2026-05-12T22:30:00Z', '2026-05-12T22:31:00Z', 'p', 'T0002'),
      turn('2026-05-12T22:30:00Z', '2026-05-12T23:00:00Z', 'q'),
    ]
    const layout = timelineLayout({ window, timezone: 'UTC', projects, timeline }, 1000)
    const [long, short, other] = layout.bars
    expect(long).toMatchObject({ goesOn: true })
    expect((long?.x ?? 0) + (long?.width ?? 0)).toBe(layout.right)
    expect(short?.y).toBeGreaterThan(long?.y ?? 0)
    expect(other?.y).toBeGreaterThanOrEqual(layout.lanes[1]?.y ?? Number.NaN)
    expect(outline(layout.bars).match(/M/g)).toHaveLength(3)
  })

  it('finds every bar again at its own place, whatever the day was like', () => {
    const minute = fc.integer({ min: 0, max: 1439 })
    const at = (minutes: number) => new Date(Date.UTC(2026, 4, 12) + minutes * 60_000).toISOString()
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(minute, fc.integer({ min: 0, max: 90 })), { selector: ([from]) => from, maxLength: 8 }),
        fc.integer({ min: 280, max: 1400 }),
        (turns, width) => {
          const timeline = turns.map(([from, length], index) => turn(at(from), at(from + length), 'p', `T${index}`))
          const window = { start: at(0), end: at(1440) }
          const layout = timelineLayout({ window, timezone: 'UTC', projects, timeline }, width)
          for (const [index, bar] of layout.bars.entries()) {
            const found = barAt(layout, bar.x + bar.width / 2, bar.y + barHeight / 2)
            expect(found).toBeDefined()
            // Bars closer than a finger may be taken for each other, but never one of another row.
            expect(layout.bars[found ?? -1]?.y).toBe(layout.bars[index]?.y)
          }
          expect(layout.bars.every(({ width, x }) => width >= 3 && x >= layout.left)).toBe(true)
        },
      ),
    )
  })
})
