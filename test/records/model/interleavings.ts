import { expect, it } from 'vitest'
import { explore } from './explore.ts'
import type { Step } from './steps.ts'

export interface Interleavings {
  on: keyof typeof situations
  length: number
  /** How many different states are reached, so that nothing is passed over unnoticed. */
  states: number
}

export function testInterleavings(all: Interleavings[]): void {
  it.each(all)('every interleaving of two sessions to length $length on $on goes as the model says', async run => {
    const found = await explore({ ...situations[run.on], length: run.length })
    expect(found.states).toBe(run.states)
  })
}

const root: Step = { op: 'create_record', who: 'maker', title: 'a' }
const child: Step = { ...root, parent_id: 'R001' }
const left: Step = { op: 'close_session', who: 'maker' }
const loaded: Step[] = [
  { op: 'activate', who: 'one', id: 'R001' },
  { op: 'activate', who: 'two', id: 'R001' },
]

/** What two sessions may find when they begin. */
const situations = {
  'one record': { setup: [root, left], records: ['R001'] },
  'one record both have loaded': { setup: [root, left, ...loaded], records: ['R001'] },
  'a parent and its child': { setup: [root, child, left], records: ['R001', 'R002'] },
  'two roots': { setup: [root, root, left], records: ['R001', 'R002'] },
}
