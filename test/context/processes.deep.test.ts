import { describe, it } from 'vitest'
import { changeFieldsAtOnce, engines, killSummaries, startWriters, summarizeAtOnce } from './many-writers.ts'

const writers = startWriters()

it.each(engines)('8 processes × 200 summaries of one project: every one is in the history once (%s)', engine =>
  summarizeAtOnce(writers, engine, 200),
)

it.each(engines)(
  '8 processes × 200 changes of 8 different fields: each field has its writer’s last value (%s)',
  engine => changeFieldsAtOnce(writers, engine, 200),
)

describe.each(engines)('A writer killed with SIGKILL (%s)', engine => {
  it.each([1, 2, 3, 4, 5])('five times over has every summary that was acknowledged in the history (%i)', () =>
    killSummaries(writers, engine, { kills: 5, together: 4 }),
  )
})
