import { expect } from 'vitest'
import type { App } from '../../../src/app.ts'
import { callOperation, type TestStore } from '../../support/engines.ts'
import { cutting } from './cutting-db.ts'
import { handleOf } from './sessions.ts'
import { dump } from './store.ts'
import { project } from './world.ts'

/** Every call that writes breaks off before a statement, each `stride` later than the one before, and changes no row. */
export async function breakCalls(store: TestStore, stride: number): Promise<void> {
  const all = calls(await furnish(store))
  const before = await dump(store.app.db)
  for (const [name, args] of all) {
    let statements = 0
    for (let finished = false; !finished; statements += stride) {
      const db = cutting(store.app.db, statements + 1)
      const app: App = { ...store.app, db, log: () => {}, makeSessionId: () => handleOf('new') }
      const answer = await callOperation(app, name, args)
      expect(answer.error?.code, `${name} cut before statement ${statements + 1}`).toBe('INTERNAL')
      expect(await dump(store.app.db)).toEqual(before)
      finished = db.finished
    }
    expect(statements, name).toBeGreaterThan(4)
  }
}

const text = { type: 'note', title: 'T', summary: 'S', body: 'B' }
const one = { session_id: handleOf('one') }
const two = { session_id: handleOf('two') }

/** Two sessions on a small tree, one of them behind, and a third one closed. */
async function furnish(store: TestStore): Promise<string> {
  const { call } = store
  const as = (who: string): App => ({ ...store.app, makeSessionId: () => handleOf(who) })
  await call('create_project', { name: project, id: project })
  await callOperation(as('one'), 'create_record', { ...text, project_id: project })
  await call('create_record', { ...text, parent_id: 'R001', ...one })
  await call('create_record', { ...text, parent_id: 'R002', ...one })
  await callOperation(as('two'), 'activate', { id: 'R002' })
  await call('activate', { id: 'R001', override: true, ...two })
  await call('update_record', { id: 'R002', body: 'Newer', metadata: { k: 'v' }, related: ['R003'], ...one })
  await callOperation(as('three'), 'create_record', { ...text, project_id: project })
  await call('close_session', { session_id: handleOf('three') })
  store.time.now += 7_200_000
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
