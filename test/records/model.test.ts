import { it } from 'vitest'
import { explore } from './model/explore.ts'
import type { Step } from './model/steps.ts'

const root: Step = { op: 'create_record', who: 'maker', title: 'a' }
const child: Step = { op: 'create_record', who: 'maker', title: 'a', parent_id: 'R001' }
const left: Step = { op: 'close_session', who: 'maker' }
const both = (...ids: string[]): Step[] => ids.flatMap(id => [
  { op: 'activate', who: 'one', id },
  { op: 'activate', who: 'two', id },
])

it.each([
  ['new1', [root, left], ['R001'], 5],
  ['both1', [root, left, ...both('R001')], ['R001'], 4],
  ['both1', [root, left, ...both('R001')], ['R001'], 5],
  ['both2', [root, child, left, ...both('R001')], ['R001', 'R002'], 3],
  ['both2', [root, root, left, ...both('R001', 'R002')], ['R001', 'R002'], 3],
] as const)('every %s', async (name, setup, records, length) => {
  const t = process.cpuUsage()
  const found = await explore({ setup: [...setup], records: [...records], length })
  console.log(name, length, found, process.cpuUsage(t).user/1e3)
}, 300000)
