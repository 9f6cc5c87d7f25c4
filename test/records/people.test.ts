import { expect, it } from 'vitest'
import { seededRandom } from '../../bench/harness/random.ts'
import { randomText } from '../fixtures/secrets/random-text.ts'
import { onBothEngines } from '../support/engines.ts'
import { applyDiff } from './apply-diff.ts'

const text = { type: 'question', summary: 'A summary.', body: 'A body.' }

onBothEngines('What people do with records', store => {
  const { call } = store

  /** R001 > R002 > R003, and R004 at the top. */
  async function tree() {
    const { session_id } = await call('create_record', { ...text, title: 'Root' })
    await call('create_record', { ...text, title: 'Middle', parent_id: 'R001', session_id })
    await call('create_record', { ...text, title: 'Leaf', parent_id: 'R002', session_id })
    await call('create_record', { ...text, title: 'Other', session_id })
    return session_id as string
  }
  const checked = () => call('check_records')

  it('check_records names the fields that contain secrets, by kind and never in full', async () => {
    const random = randomText(seededRandom(29))
    const token = `ghp_${random.base62(36)}`
    const password = random.password()
    const session_id = await tree()
    expect(await checked()).not.toHaveProperty('secrets')
    const spilled = {
      title: `Use ${token}`,
      summary: 'No secret.',
      body: `export DB_PASSWORD=${password}\nand ${token}`,
    }
    await call('create_record', { ...spilled, type: 'question', metadata: { db_password: password }, session_id })
    await call('transition', { id: 'R004', to_state: 'LATER', reason: `Wait for ${token}`, session_id })
    const answer = await checked()
    const project_id = answer.secrets?.[0]?.project_id
    expect(answer).toMatchObject({ ok: true, violations: [] })
    expect(answer.secrets).toEqual([
      { project_id, id: 'R004', field: 'state_reason', kinds: ['github_token'] },
      { project_id, id: 'R005', field: 'title', kinds: ['github_token'] },
      { project_id, id: 'R005', field: 'body', kinds: expect.arrayContaining(['github_token', 'assigned_secret']) },
      { project_id, id: 'R005', field: 'metadata', kinds: ['assigned_secret'] },
    ])
    expect(JSON.stringify(answer)).not.toContain(token)
    expect(JSON.stringify(answer)).not.toContain(password)
  })

  it('move_record moves a record with everything below it and keeps every invariant', async () => {
    await tree()
    const moved = await call('move_record', { id: 'R002', parent_id: 'R004', base_version: 1 })
    expect(moved).toMatchObject({ record: { parent_id: 'R004', depth: 2, version: 2 }, tick: 5 })
    const { records } = await call('list_records', { parent_id: 'R004', depth: 5 })
    expect(records.map((ref: { id: string; depth: number }) => [ref.id, ref.depth])).toEqual([
      ['R002', 2],
      ['R003', 3],
    ])
    const top = await call('move_record', { id: 'R002', parent_id: null, base_version: 2 })
    expect(top).toMatchObject({ record: { parent_id: null, depth: 1 }, tick: 6 })
    expect(await call('get_record_ref', { id: 'R003' })).toMatchObject({ depth: 2 })
    expect(await checked()).toMatchObject({ ok: true, violations: [] })
  })

  it('move_record refuses to move a record below itself, with another version or too deep', async () => {
    await tree()
    expect(await call('move_record', { id: 'R001', parent_id: 'R003', base_version: 1 })).toMatchObject({
      error: { code: 'INVALID_INPUT', details: { reason: 'cycle' } },
    })
    expect(await call('move_record', { id: 'R001', parent_id: 'R004', base_version: 7 })).toMatchObject({
      error: { code: 'CONFLICT', details: { base_version: 7, current_version: 1 } },
    })
    store.app.records.max_depth = 3
    expect(await call('move_record', { id: 'R001', parent_id: 'R004', base_version: 1 })).toMatchObject({
      error: { code: 'DEPTH_EXCEEDED', details: { depth: 4, max: 3 } },
    })
  })

  it('purge_record erases a record everywhere and keeps its id taken', async () => {
    const session_id = await tree()
    await call('update_record', { id: 'R003', body: 'a secret', session_id, idempotency_key: 'k' })
    expect(await call('purge_record', { id: 'R002', confirm: 'R002' })).toMatchObject({
      error: { details: { reason: 'has_children' } },
    })
    expect(await call('purge_record', { id: 'R003', confirm: 'R004' })).toMatchObject({
      error: { code: 'INVALID_INPUT' },
    })
    const watcher = (await call('activate', { id: 'R001' })).session_id
    expect(await call('purge_record', { id: 'R003', confirm: 'r3' })).toEqual({ id: 'R003', purged: true, tick: 6 })
    for (const [name, args] of [
      ['get_record_ref', { id: 'R003' }],
      ['get_record_history', { id: 'R003' }],
      ['activate', { id: 'R003' }],
      ['show_record', { id: 'R003' }],
    ] as const) {
      expect(await call(name, args)).toMatchObject({ error: { code: 'RECORD_NOT_FOUND' } })
    }
    expect(await call('search_records', { query: 'secret' })).toMatchObject({ total: 0 })
    const synced = await call('sync_session', { session_id: watcher })
    expect(synced.changes).toMatchObject([{ record_id: 'R003', change_type: 'deleted', at_tick: 6 }])
    const left = await store.app.db.read(async tx => {
      const rows: unknown[] = []
      for (const table of ['records', 'record_versions', 'activity', 'idempotency', 'record_meta']) {
        rows.push(...(await tx.raw(`select * from ${table}`)))
      }
      return rows
    })
    expect(JSON.stringify(left)).not.toMatch(/a secret|Leaf/)
    expect((await call('create_record', { ...text, title: 'Next', session_id })).record.id).toBe('R005')
    expect(await checked()).toMatchObject({ ok: true, violations: [] })
  })

  it('an export and its import carry records with their whole history into another project', async () => {
    const session_id = await tree()
    await call('update_record', { id: 'R002', body: 'Second text', related: ['R004'], session_id })
    await call('transition', { id: 'R002', to_state: 'RESOLVED', resolved_by: 'R003', session_id })
    await call('save_session', { session_id })
    const { jsonl, records, versions } = await call('export_records')
    expect([records, versions]).toEqual([4, 6])
    await call('create_project', { name: 'Copy', id: 'copy' })

    const dry = await call('import_records', { project_id: 'copy', jsonl })
    expect(dry).toMatchObject({ imported: 4, dry_run: true, ids: { R001: 'R005', R004: 'R008' } })
    expect(await call('get_project', { id: 'copy' })).toMatchObject({ tick: 0 })

    expect(await call('import_records', { project_id: 'copy', jsonl, dry_run: false })).toEqual({
      ...dry,
      dry_run: false,
    })
    expect(await call('get_project', { id: 'copy' })).toMatchObject({ tick: 6 })
    const { record } = await call('show_record', { id: 'R006' })
    expect(record).toMatchObject({
      parent_id: 'R005',
      related: ['R008'],
      resolved_by: 'R007',
      state: 'RESOLVED',
      version: 3,
    })
    const diff = await call('get_record_diff', { id: 'R006', from: 'first' })
    expect(applyDiff('A body.', diff.diff.body)).toBe('Second text')
    expect(await call('search_records', { query: 'second', project_id: 'copy' })).toMatchObject({ total: 1 })
    expect(await checked()).toMatchObject({ ok: true, violations: [] })
  })

  it('an import refuses an export that was tampered with, changing nothing', async () => {
    await tree()
    const { jsonl } = await call('export_records')
    for (const broken of [
      jsonl.replace('"format":"daybook-records"', '"format":"other"'),
      jsonl.replace('"title":"Leaf"', '"title":""'),
      `${jsonl}{"id":"R001"`,
      jsonl.replaceAll('"parent_id":null', '"parent_id":"R003"'),
    ]) {
      expect(await call('import_records', { project_id: 'default', jsonl: broken, dry_run: false })).toMatchObject({
        error: { code: 'INVALID_INPUT' },
      })
    }
    expect(await call('get_project')).toMatchObject({ tick: 4 })
    expect(await checked()).toMatchObject({ ok: true })
  })

  it('close_old_sessions closes idle sessions only when it is not a dry run', async () => {
    const session_id = await tree()
    store.time.now += 40 * 86_400_000
    const fresh = (await call('activate', { id: 'R001' })).session_id
    expect(await call('close_old_sessions', { older_than: '30d' })).toMatchObject({
      closed: [session_id],
      dry_run: true,
    })
    expect((await call('list_sessions', { status: 'active' })).sessions).toHaveLength(2)
    store.time.now += 1000
    await call('close_old_sessions', { older_than: '30d', dry_run: false })
    const { sessions } = await call('list_sessions')
    expect(sessions.map((each: { id: string; status: string }) => [each.id, each.status])).toEqual([
      [session_id, 'closed'],
      [fresh, 'active'],
    ])
  })

  it('check_records reports what is broken instead of repairing it', async () => {
    await tree()
    await store.app.db.write(async tx => {
      await tx.raw(`update records set title = 'Changed behind our back' where seq = 2`)
      await tx.raw(`update projects set tick = 9 where id = 'default'`)
    })
    const { ok, violations } = await checked()
    expect(ok).toBe(false)
    expect(violations.map((each: { invariant: string }) => each.invariant)).toEqual(['I1', 'I4', 'I9'])
  })
})
