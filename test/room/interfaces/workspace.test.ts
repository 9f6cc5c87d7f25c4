import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { member } from '../../http/serving.ts'
import { tempHome } from '../../support/tempdir.ts'
import { bytesOf, type RoomServer, refusal, roomServer, scene } from './room-server.ts'

let server: RoomServer
beforeAll(async () => {
  server = await roomServer()
})
afterAll(() => server.close())

async function project(name: string): Promise<{ [name: string]: string }> {
  const { id } = (await server.post('/api/records/create_project', { name })).json()
  return { 'x-daybook-project': id }
}

test('a bound folder becomes a workspace with a key and a roster, and what stood there stays', async () => {
  const headers = await project('Fresh')
  const folder = tempHome()
  mkdirSync(join(folder, 'Story'))
  writeFileSync(join(folder, 'Story/mine.md'), 'my own words')
  const bound = await server.post('/api/workspace', { path: folder, sample: true }, headers)

  expect([bound.status, bound.json()]).toMatchObject([201, { displayName: 'Fresh', roots: ['Story', 'Compendium'] }])
  expect(readFileSync(join(folder, 'Story/mine.md'), 'utf8')).toBe('my own words')
  expect(statSync(join(folder, '.control-room/audit/secret.key')).mode & 0o777).toBe(0o600)
  const { chief, agents, audit, workspace } = (await server.get('/api/room/status', headers)).json()
  expect([chief, agents.length, audit.status, workspace.projectId]).toEqual(['chief', 6, 'ok', 'fresh'])

  const before = bytesOf(folder)
  expect((await server.post('/api/workspace', { path: folder, sample: true }, headers)).status).toBe(201)
  expect(bytesOf(folder)).toEqual(before)
})

test('the sample needs no folder of anybody: it is put below the home of the program, and nothing else is', async () => {
  const headers = await project('Looking')
  expect(refusal(await server.post('/api/workspace', {}, headers))).toEqual([400, 'invalid_request'])
  const bound = await server.post('/api/workspace', { sample: true }, headers)
  expect([bound.status, bound.json().displayName]).toEqual([201, 'Looking'])
  expect(readFileSync(join(server.home, 'rooms/looking', scene), 'utf8')).toContain('Ines')
  expect((await server.post('/api/workspace', { sample: true }, headers)).status).toBe(201)
})

test('a folder is refused that is none, a link, inside a hidden folder, or of another project', async () => {
  const headers = await project('Picky')
  const folder = tempHome()
  writeFileSync(join(folder, 'file'), '')
  symlinkSync(server.root, join(folder, 'link'))
  const bind = (path: string) => server.post('/api/workspace', { path }, headers)

  expect(refusal(await bind(join(folder, 'none')))).toEqual([400, 'invalid_request'])
  expect(refusal(await bind(join(folder, 'file')))).toEqual([400, 'invalid_request'])
  expect(refusal(await bind(join(folder, 'link')))).toEqual([400, 'invalid_request'])
  expect(refusal(await bind(`${folder}\0`))).toEqual([400, 'invalid_request'])
  expect(refusal(await bind(join(server.root, '.control-room/audit')))).toEqual([400, 'invalid_request'])
  expect(refusal(await bind(server.root))).toEqual([409, 'workspace_exists'])
  expect(refusal(await server.get('/api/tree', headers))).toEqual([409, 'no_workspace'])

  expect((await bind(tempHome())).status).toBe(201)
  expect(refusal(await bind(tempHome()))).toEqual([409, 'workspace_exists'])
})

test('of many who bind at once one wins, and the others are refused', async () => {
  const [one, other] = [await project('First'), await project('Second')]
  const [folder, elsewhere] = [tempHome(), tempHome()]
  const answers = await Promise.all([
    server.post('/api/workspace', { path: folder }, one),
    server.post('/api/workspace', { path: folder }, other),
    server.post('/api/workspace', { path: elsewhere }, one),
  ])

  expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(2)
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expect(answer.status).toEqual(expect.toBeOneOf([400, 409]))
  }
  const bound = await Promise.all([one, other].map(headers => server.get('/api/workspace', headers)))
  for (const answer of bound.filter(({ status }) => status !== 200))
    expect(refusal(answer)).toEqual([409, 'no_workspace'])
})

test('a folder says itself whose workspace it is', async () => {
  const headers = await project('Taker')
  const other = await roomServer()
  await other.close()

  expect(refusal(await server.post('/api/workspace', { path: other.root }, headers))).toEqual([409, 'workspace_exists'])
})

test('people of other machines bind no folder of this one', async () => {
  const remote = await member(server.app, 'remote', 'default', 'admin')
  expect(refusal(await server.post('/api/workspace', { path: server.root }, remote.headers))).toEqual([
    403,
    'forbidden',
  ])
})

test('what the workspace is called and shows can be changed, within its rules', async () => {
  const changed = await server.put('/api/workspace', { displayName: 'The Bell', extraRoots: ['Notes'] })
  expect(changed.json()).toMatchObject({ displayName: 'The Bell', extraRoots: ['Notes'] })
  mkdirSync(join(server.root, 'Notes'))
  await server.post('/api/file', { path: 'Notes/one.md', content: 'x' })
  const { files } = (await server.get('/api/tree')).json()
  expect(files.map(({ path }: { path: string }) => path)).toContain('Notes/one.md')

  for (const wrong of [
    { extraRoots: ['.git'] },
    { extraRoots: ['private'] },
    { extraRoots: ['a/b'] },
    { displayName: 'x'.repeat(81) },
    { projectId: 'mine' },
  ]) {
    expect(refusal(await server.put('/api/workspace', wrong))).toEqual([400, 'invalid_request'])
  }
})

test('settings are shown whole and changed one by one; what does not fit is named', async () => {
  const shown = (await server.get('/api/room/settings')).json()
  expect(shown).toMatchObject({ chat: { malformedRetries: 0 }, evidence: { retries: 1, receiptRule: 'explicit' } })
  const changed = await server.put('/api/room/settings', { 'evidence.retries': 2, chat: { malformedRetries: 1 } })
  expect(changed.json()).toMatchObject({ chat: { malformedRetries: 1 }, evidence: { retries: 2 } })
  expect((await server.get('/api/room/settings')).json()).toEqual(changed.json())

  const refused = await server.put('/api/room/settings', { 'evidence.retries': 3, 'strict.parsing': false })
  expect(refusal(refused)).toEqual([400, 'invalid_request'])
  expect(refused.json().error.details.keys).toEqual(['evidence.retries', 'strict'])
  expect((await server.get('/api/room/settings')).json()).toEqual(changed.json())
})

test('a file of the workspace that cannot be read is named, and left alone', async () => {
  const headers = await project('Broken')
  const folder = tempHome()
  await server.post('/api/workspace', { path: folder }, headers)
  writeFileSync(join(folder, '.control-room/settings.json'), '{"chat":')
  const answer = await server.get('/api/room/settings', headers)

  expect(refusal(answer)).toEqual([409, 'store_corrupt'])
  expect(answer.json().error.details).toEqual({ file: 'settings.json' })
  expect(refusal(await server.put('/api/room/settings', { 'evidence.retries': 0 }, headers))).toEqual([
    409,
    'store_corrupt',
  ])
  expect(readFileSync(join(folder, '.control-room/settings.json'), 'utf8')).toBe('{"chat":')
})

test('a key that others may read signs nothing until it is mended', async () => {
  const headers = await project('Open')
  const folder = tempHome()
  await server.post('/api/workspace', { path: folder, sample: true }, headers)
  chmodSync(join(folder, '.control-room/audit/secret.key'), 0o644)

  const refused = await server.post('/api/room/file_reader', { file_path: scene }, headers)
  expect(refusal(refused)).toEqual([409, 'key_unsafe'])
  expect((await server.get('/api/tree', headers)).status).toBe(200)
  expect((await server.post('/api/room/room_keys_fix', {}, headers)).json().fixed).toHaveLength(1)
  expect((await server.post('/api/room/file_reader', { file_path: scene }, headers)).status).toBe(200)
})
