import fc from 'fast-check'
import { expect } from 'vitest'
import { openApp } from '../../../src/app.ts'
import { callOperation, createEmptyStore } from '../../support/engines.ts'
import { impulses, runRandomWalk } from './random-walk.ts'
import { dump } from './store.ts'

/** After a random run of calls, complete syncs list every foreign change exactly once. */
export async function syncsListAll(engine: 'sqlite' | 'postgres', runs: number): Promise<void> {
  const property = fc.asyncProperty(impulses({ minLength: 60, maxLength: 120 }), async run => {
    const store = await createEmptyStore(engine)
    const time = { now: Date.parse('2025-02-10T08:00:00.000Z') }
    const app = await openApp({ location: store.location, clock: () => time.now, log: line => console.error(line) })
    // By session: the ticks it has received since it was last opened.
    const listed = new Map<string, number[]>()
    const hear = ({ session_id, changes }: { session_id: string; changes: Array<{ ticks: number[] }> }) =>
      listed.set(session_id, [...(listed.get(session_id) ?? []), ...changes.flatMap(change => change.ticks)])
    await runRandomWalk(
      {
        app,
        time,
        adapt: step => (step.op === 'sync_session' ? { ...step, detail: 'all' } : step),
        onStep(step, answer) {
          if (answer.reopened) listed.delete(answer.session_id)
          if (step.op === 'sync_session' && !answer.error) hear(answer)
        },
      },
      run,
      1000,
    )
    const { sessions = [], changes = [] } = await dump(app.db)
    for (const { id, start_tick } of sessions.filter(session => session.closed_ts === null)) {
      for (let more = true; more; ) {
        const answer = await callOperation(app, 'sync_session', { session_id: id, detail: 'all', limit: 3 })
        hear(answer)
        more = answer.more
      }
      const due = changes.filter(row => row.session_id !== id && row.seq !== null && row.tick > start_tick)
      expect(listed.get(id)).toEqual(due.map(row => row.tick))
    }
    await app.close()
    await store.drop()
  })
  await fc.assert(property, { numRuns: runs, endOnFailure: true })
}
