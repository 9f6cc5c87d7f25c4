import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type App, openApp } from '../../src/app.ts'
import { callOn, freshStore, onBothEngines } from '../support/engines.ts'
import { cutting } from './model/cutting-db.ts'
import { handleOf } from './model/sessions.ts'
import { dump } from './model/store.ts'
import { impulses, wander } from './model/wander.ts'
import { project } from './model/world.ts'

it.each([
  ['sqlite', 12],
  ['postgres', 3],
] as const)('I14: complete syncs list every foreign change exactly once (%s)', async (engine, runs) => {
  const property = fc.asyncProperty(impulses({ minLength: 60, maxLength: 120 }), async run => {
    const store = await freshStore(engine)
    const time = { now: Date.parse('2025-02-10T08:00:00.000Z') }
    const app = await openApp({ location: store.location, clock: () => time.now, log: line => console.error(line) })
    // By session: the ticks it was told of since it was last opened.
    const listed = new Map<string, number[]>()
    const hear = ({ session_id, changes }: { session_id: string; changes: Array<{ ticks: number[] }> }) =>
      listed.set(session_id, [...(listed.get(session_id) ?? []), ...changes.flatMap(change => change.ticks)])
    await wander(
      {
        app,
        time,
        adapt: step => (step.op === 'sync_session' ? { ...step, detail: 'all' } : step),
        told(step, answer) {
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
        const answer = await callOn(app, 'sync_session', { session_id: id, detail: 'all', limit: 3 })
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
})

onBothEngines('A call that breaks off', bench => {
  const { call } = bench
  const text = { type: 'note', title: 'T', summary: 'S', body: 'B' }
  const one = { session_id: handleOf('one') }
  const two = { session_id: handleOf('two') }

  /** Two sessions on a small tree, one of them behind, and a third one closed. */
  async function furnish(): Promise<string> {
    const as = (who: string): App => ({ ...bench.app, makeSessionId: () => handleOf(who) })
    await call('create_project', { name: project, id: project })
    await callOn(as('one'), 'create_record', { ...text, project_id: project })
    await call('create_record', { ...text, parent_id: 'R001', ...one })
    await call('create_record', { ...text, parent_id: 'R002', ...one })
    await callOn(as('two'), 'activate', { id: 'R002' })
    await call('activate', { id: 'R001', override: true, ...two })
    await call('update_record', { id: 'R002', body: 'Newer', metadata: { k: 'v' }, related: ['R003'], ...one })
    await callOn(as('three'), 'create_record', { ...text, project_id: project })
    await call('close_session', { session_id: handleOf('three') })
    bench.time.now += 7_200_000
    return (await call('export_records', { project_id: project })).jsonl
  }

  const calls = (jsonl: string): Array<[name: string, args: object]> => {
    const key = { idempotency_key: 'key' }
    return [
      ['create_project', { name: 'Other', ...key }],
      ['activate', { id: 'R003', conversation_id: 'new', parent_session: one.session_id }],
      ['activate', { id: 'R002', override: true, ...two }],
      ['activate', { id: 'R002', session_id: handleOf('three') }],
      ['create_record', { ...text, project_id: project, ...key }],
      ['create_record', { ...text, parent_id: 'R002', related: ['R001'], metadata: { a: 1 }, ...two }],
      ['update_record', { id: 'R002', body: 'Forced', force: true, related: ['R001'], ...two, ...key }],
      ['update_record', { id: 'R002', body: 'In conflict', ...two }],
      ['update_record', { id: 'R002', body: 'Newer', ...one }],
      ['transition', { id: 'R002', to_state: 'RESOLVED', resolved_by: 'R003', ...one, ...key }],
      ['sync_session', two],
      ['save_session', { summary: 'Saved', ...one, ...key }],
      ['close_session', two],
      ['move_record', { id: 'R002', parent_id: null, base_version: 2 }],
      ['retype_record', { id: 'R002', type: 'question', base_version: 2 }],
      ['purge_record', { id: 'R003', confirm: 'R003' }],
      ['close_old_sessions', { older_than: '1h', dry_run: false, project_id: project }],
      ['import_records', { project_id: 'default', jsonl, dry_run: false }],
    ]
  }

  it('leaves no row changed, before whichever statement it breaks', async () => {
    const all = calls(await furnish())
    const before = await dump(bench.app.db)
    for (const [name, args] of all) {
      let statements = 0
      for (let finished = false; !finished; statements++) {
        const db = cutting(bench.app.db, statements + 1)
        const app: App = { ...bench.app, db, log: () => {}, makeSessionId: () => handleOf('new') }
        const answer = await callOn(app, name, args)
        expect(answer.error?.code, `${name} cut before statement ${statements + 1}`).toBe('INTERNAL')
        expect(await dump(bench.app.db)).toEqual(before)
        finished = db.finished
      }
      expect(statements, name).toBeGreaterThan(4)
    }
  })
})
