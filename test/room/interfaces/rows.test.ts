import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, openApp } from '../../../src/app.ts'
import { invoke } from '../../../src/invoke.ts'
import { operationNamed } from '../../../src/operations.ts'
import { createEmptyStore, testedEngines } from '../../support/engines.ts'
import { tempHome } from '../../support/tempdir.ts'
import { scene } from './room-server.ts'

const local = { principal: 'local', by: 'cli' }

describe.each(testedEngines)('the rows of a room on %s', engine => {
  let app: App
  let root: string
  let drop: () => Promise<void>
  const log: string[] = []
  beforeAll(async () => {
    const store = await createEmptyStore(engine)
    drop = store.drop
    app = await openApp({ location: store.location, log: line => log.push(line), room: { home: tempHome(), env: {} } })
    root = tempHome()
    await call('room_workspace_bind', { path: root, sample: true })
  })
  afterAll(async () => {
    await app.close()
    await drop()
  })

  async function call(name: string, args: object = {}) {
    const operation = operationNamed(name)
    if (!operation) throw new Error(`There is no operation ${name}.`)
    const outcome = await invoke(app, operation, args, local)
    // What an operation answers is looked at field by field below.
    return (outcome.ok ? outcome.result : outcome.failure) as ReturnType<JSON['parse']>
  }

  const rowsOf = (table: string) => app.db.read(tx => tx.raw(`select * from ${table}`))

  test('the rows of a room say which folder is whose, once', async () => {
    expect(await rowsOf('room_workspaces')).toEqual([
      expect.objectContaining({ project_id: 'default', path: root, bound_by: 'local' }),
    ])
    await call('room_workspace_bind', { path: root })
    expect(await rowsOf('room_workspaces')).toHaveLength(1)
  })

  test('the rows of a room are made again from the files', async () => {
    const { session_id, receipt_id } = await call('file_reader', { file_path: scene })
    const answer = await call('room_ask', { agentId: 'critic', message: `Look at ${scene} for problems.` })
    expect(answer.state).toBe('accepted')
    const tables = ['room_receipts', 'room_evidence', 'room_sessions']
    const before = await Promise.all(tables.map(rowsOf))
    expect(before.map(rows => rows.length > 0)).toEqual([true, true, true])

    await app.db.write(async tx => {
      for (const table of tables) await tx.raw(`delete from ${table}`)
    })
    expect(await call('room_receipt_show', { receiptId: receipt_id })).toMatchObject({ error: { code: 'not_found' } })
    expect((await call('room_receipts', { sessionId: session_id })).receipts).toEqual([receipt_id])
    expect(await call('room_reindex')).toEqual({
      receipts: before[0]?.length,
      sessions: before[2]?.length,
      evidence: before[1]?.length,
    })
    const after = await Promise.all(tables.map(rowsOf))
    const named = (rows: readonly unknown[] = []) =>
      rows.map(row => JSON.stringify({ ...Object(row), created: '' })).sort()
    expect(named(after[0])).toEqual(named(before[0]))
    expect(named(after[1])).toEqual(named(before[1]))
    expect(named(after[2])).toEqual(named(before[2]))
  })

  test('the rows of a room notify once of a session that does not verify', async () => {
    const { session_id } = await call('file_locator', { search_criteria: 'bell' })
    rmSync(join(root, '.control-room/audit/sessions', session_id, 'head.json'))
    expect((await call('room_verify', {})).status).toBe('tampered')
    await call('room_receipts', { sessionId: session_id })
    await call('room_verify', { sessionId: session_id })

    const failures = (await rowsOf('activity')).filter(row => Object(row).type === 'room_audit_failed')
    expect(failures).toHaveLength(1)
    expect(JSON.stringify(failures)).toContain(session_id)
  })
})
