import { expect, it } from 'vitest'
import { explore } from './model/explore.ts'
import type { Step } from './model/steps.ts'

const root: Step = { op: 'create_record', who: 'maker', title: 'a' }
const child: Step = { ...root, parent_id: 'R001' }
const left: Step = { op: 'close_session', who: 'maker' }
const loaded: Step[] = [
  { op: 'activate', who: 'one', id: 'R001' },
  { op: 'activate', who: 'two', id: 'R001' },
]

it.each([
  { on: 'one record', length: 5, setup: [root, left], records: ['R001'], states: 841 },
  { on: 'one record both have loaded', length: 4, setup: [root, left, ...loaded], records: ['R001'], states: 1697 },
  { on: 'a parent and its child', length: 5, setup: [root, child, left], records: ['R001', 'R002'], states: 4463 },
  { on: 'two roots', length: 4, setup: [root, root, left], records: ['R001', 'R002'], states: 594 },
])('every interleaving of two sessions to length $length on $on goes as the model says', async run => {
  const found = await explore(run)
  expect(found.states).toBe(run.states)
})
