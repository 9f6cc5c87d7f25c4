import { expect, test } from 'vitest'
import { rootRecord } from './root-record.ts'
import { call, member, serving } from './serving.ts'

/** A server with one record, and a principal with a role in its project. */
async function withRole(role: 'reader' | 'writer' | 'admin' | 'none') {
  const { port, app } = await serving()
  await call(port, 'create_project', { name: 'Orchard' })
  const { record, session_id } = (await call(port, 'create_record', rootRecord('orchard', 'Clock'))).json()
  const { headers } = await member(app, 'anna', 'orchard', role)
  const code = async (operation: string, args: object) =>
    (await call(port, operation, args, headers)).json().error?.code ?? 'ok'
  return { port, headers, id: record.id, local: session_id, code }
}

const writing = rootRecord('orchard', 'By Anna')

test('a reader reads, activates and syncs, but writes nothing', async () => {
  const { id, code, port, headers } = await withRole('reader')
  const { session_id } = (await call(port, 'activate', { id, override: true }, headers)).json()

  expect(await code('search_records', { query: 'clock', project_id: 'orchard' })).toBe('ok')
  expect(await code('sync_session', { session_id })).toBe('ok')
  expect(await code('create_record', writing)).toBe('FORBIDDEN')
  expect(await code('update_record', { id, title: 'Mine', session_id })).toBe('FORBIDDEN')
  expect(await code('transition', { id, to_state: 'LATER', reason: 'x', session_id })).toBe('FORBIDDEN')
  expect(await code('close_session', { session_id })).toBe('ok')
})

test('a writer may write', async () => {
  const { code } = await withRole('writer')
  expect(await code('create_record', writing)).toBe('ok')
})

test('an admin writes too', async () => {
  const { code } = await withRole('admin')
  expect(await code('create_record', writing)).toBe('ok')
})

test('for a principal who is not a member neither project nor record exists', async () => {
  const { id, code, port, headers } = await withRole('none')

  expect((await call(port, 'list_projects', {}, headers)).json()).toEqual({ projects: [] })
  expect(await code('get_project', { id: 'orchard' })).toBe('PROJECT_NOT_FOUND')
  expect(await code('get_record_ref', { id })).toBe('RECORD_NOT_FOUND')
  expect(await code('activate', { id })).toBe('RECORD_NOT_FOUND')
  expect(await code('create_record', writing)).toBe('PROJECT_NOT_FOUND')
})

test('a session of another principal does not exist, whatever the role', async () => {
  const { id, local, code } = await withRole('writer')
  expect(await code('update_record', { id, title: 'Mine', session_id: local })).toBe('SESSION_NOT_FOUND')
})

test('the creator of a project is its admin', async () => {
  const { port, headers, code } = await withRole('none')
  await call(port, 'create_project', { name: 'Anna’s own', id: 'own' }, headers)

  expect(await code('create_record', rootRecord('own', 'First'))).toBe('ok')
})

test.each(['reader', 'writer', 'admin'] as const)('whoami answers a %s with its role', async role => {
  const { port, headers } = await withRole(role)
  const answer = await call(port, 'whoami', { project_id: 'orchard' }, headers)

  expect(answer.json()).toEqual({ principal: 'anna', project_id: 'orchard', role, is_owner: false })
})

test('people operations that change more than one’s own work are the admin’s', async () => {
  const dangerous: Array<[operation: string, args: (id: string) => object]> = [
    ['close_old_sessions', () => ({ project_id: 'orchard', older_than: '30d' })],
    ['retype_record', id => ({ id, type: 'question', base_version: 1 })],
    ['move_record', id => ({ id, parent_id: null, base_version: 1 })],
    ['purge_record', id => ({ id, confirm: id })],
  ]
  const writer = await withRole('writer')
  const admin = await withRole('admin')
  for (const [operation, args] of dangerous) {
    expect([operation, await writer.code(operation, args(writer.id))]).toEqual([operation, 'FORBIDDEN'])
    expect([operation, await admin.code(operation, args(admin.id))]).not.toEqual([operation, 'FORBIDDEN'])
  }
})
