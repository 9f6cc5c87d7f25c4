import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '../../../src/files/sha256.ts'
import { bytesOf, outline, type RoomServer, refusal, roomServer, scene } from './room-server.ts'

let server: RoomServer
beforeAll(async () => {
  server = await roomServer()
})
afterAll(() => server.close())

const query = (path: string) => `/api/file?path=${encodeURIComponent(path)}`

test('the tree is served on the short path, under its project, by header and by name', async () => {
  const tree = await server.get('/api/tree')

  expect(tree.status).toBe(200)
  expect(tree.json()).toMatchObject({ outline_path: outline, truncated: false, warnings: [] })
  expect(tree.json().files.map(({ path }: { path: string }) => path)).toContain(scene)
  expect(tree.text).not.toContain(server.root.slice(0, server.root.lastIndexOf('/')))
  expect((await server.get('/api/projects/default/tree')).json()).toEqual(tree.json())
  expect((await server.get('/api/tree', { 'x-daybook-project': 'default' })).json()).toEqual(tree.json())
  expect((await server.post('/api/room/room_tree_show')).json()).toEqual(tree.json())
})

test('a file comes with its text and hash, however its path is spelled', async () => {
  const bytes = readFileSync(join(server.root, scene))
  const exact = await server.get(query(scene))

  expect(exact.status).toBe(200)
  expect(exact.json()).toMatchObject({
    path: scene,
    resolved: 'exact',
    content: bytes.toString(),
    sha256: sha256(bytes),
    size_bytes: bytes.length,
    class: 'scene',
    origin: 'physical',
    readonly: false,
  })
  expect((await server.get(query(scene.toLowerCase()))).json()).toMatchObject({ path: scene, resolved: 'case' })
  expect((await server.get(query('SCN-04-the-causeway.md'))).json()).toMatchObject({
    path: scene,
    resolved: 'basename',
  })
})

test('each reason why a file is not served has its status and code', async () => {
  const put = (path: string, bytes: string | Buffer) => {
    mkdirSync(join(server.root, path, '..'), { recursive: true })
    writeFileSync(join(server.root, path), bytes)
  }
  put('Story/Twins/one/SAME.md', 'a')
  put('Story/Twins/two/SAME.md', 'b')
  put('Story/Odd/latin.md', Buffer.from([0xe9, 0x20]))
  put('Story/Odd/large.md', 'x'.repeat(3 * 1024 * 1024))
  await server.lookAgain()

  expect(refusal(await server.get('/api/file?path='))).toEqual([400, 'path_invalid'])
  expect(refusal(await server.get('/api/file'))).toEqual([400, 'invalid_request'])
  expect(refusal(await server.get(query('../x.md')))).toEqual([403, 'path_denied'])
  expect(refusal(await server.get(query('Story/none-such.md')))).toEqual([404, 'file_not_found'])
  expect(refusal(await server.get(query('SAME.md')))).toEqual([409, 'path_ambiguous'])
  expect((await server.get(query('SAME.md'))).json().error.details.candidates).toEqual([
    'Story/Twins/one/SAME.md',
    'Story/Twins/two/SAME.md',
  ])
  expect(refusal(await server.get(query('Story/Odd/large.md')))).toEqual([413, 'file_too_large'])
  expect(refusal(await server.get(query('Story/Odd/latin.md')))).toEqual([415, 'file_not_text'])
})

test('search finds lines in tree order and says how many there are', async () => {
  const found = await server.get('/api/search?q=green+eyes&class=scene&limit=1')

  expect(found.status).toBe(200)
  expect(found.json()).toMatchObject({ hits: [{ path: scene, line: 17 }] })
  expect(refusal(await server.get('/api/search?q='))).toEqual([400, 'invalid_request'])
  expect(refusal(await server.get('/api/search?q=a&limit=201'))).toEqual([400, 'invalid_request'])
  expect(refusal(await server.get('/api/search?q=a&class=poem'))).toEqual([400, 'invalid_request'])
})

test('a person writes new files and, knowing what is there, existing ones', async () => {
  const path = 'Story/Scenes/SCN-90-new.md'
  const made = await server.post('/api/file', { path, content: '# New\n' })
  expect([made.status, made.json()]).toEqual([
    201,
    { path, sha256: sha256('# New\n'), size_bytes: 6, total_lines: 1, created: true },
  ])
  expect(refusal(await server.post('/api/file', { path, content: 'again' }))).toEqual([409, 'stale_file'])
  expect(refusal(await server.put('/api/file', { path, content: 'blind' }))).toEqual([409, 'stale_file'])
  const changed = await server.put('/api/file', { path, content: 'Newer.\n', ifMatch: sha256('# New\n') })
  expect([changed.status, changed.json().created]).toEqual([200, false])
  expect(readFileSync(join(server.root, path), 'utf8')).toBe('Newer.\n')
})

test('a refused write changes no byte of the workspace', async () => {
  const before = bytesOf(server.root)
  const write = (path: string, more = {}) => server.put('/api/file', { path, content: 'x', ...more })

  expect(refusal(await write(outline))).toEqual([409, 'use_outline_api'])
  expect(refusal(await write('Canon.md'))).toEqual([409, 'readonly'])
  expect(refusal(await write('Elsewhere/x.md'))).toEqual([403, 'path_denied'])
  expect(refusal(await write('Story/x.exe'))).toEqual([403, 'path_denied'])
  expect(refusal(await write('.control-room/settings.json'))).toEqual([403, 'path_denied'])
  expect(refusal(await write('private/notes.md'))).toEqual([403, 'path_denied'])
  expect(refusal(await write(scene, { ifMatch: 'f'.repeat(64) }))).toEqual([409, 'stale_file'])
  expect(refusal(await write(scene, { extra: 1 }))).toEqual([400, 'invalid_request'])
  expect(bytesOf(server.root)).toEqual(before)
})

test('the outline is served as the tree serves it, and a change of it opens one issue', async () => {
  const shown = (await server.get('/api/outline')).json()
  expect(shown.content).toBe((await server.get(query(outline))).json().content)
  const scenes = shown.outline.scenes.map(({ number, title }: { number: number; title: string }) => ({ number, title }))
  const [first, second, ...rest] = scenes
  const issuesBefore = (await server.room()).issues
  const count = (await issuesBefore.all()).length

  const moved = await server.put('/api/outline', { ifMatch: shown.sha256, scenes: [second, first, ...rest] })
  expect(moved.status).toBe(200)
  expect(moved.json().changes.moved).toHaveLength(2)
  const issues = await issuesBefore.all()
  expect(issues).toHaveLength(count + 1)
  expect(issues.at(-1)).toMatchObject({ id: moved.json().issueId, tags: ['outline-change'], openedBy: 'user' })
  expect(issues.at(-1)?.body).toContain(first.title)

  const before = bytesOf(server.root)
  expect(refusal(await server.put('/api/outline', { ifMatch: shown.sha256, scenes }))).toEqual([409, 'stale_outline'])
  const twice = { ifMatch: moved.json().sha256, scenes: [first, first] }
  expect(refusal(await server.put('/api/outline', twice))).toEqual([400, 'invalid_request'])
  expect(bytesOf(server.root)).toEqual(before)

  const same = (await server.get('/api/outline')).json()
  const kept = same.outline.scenes.map(({ number, title }: { number: number; title: string }) => ({ number, title }))
  expect((await server.put('/api/outline', { ifMatch: same.sha256, scenes: kept })).json().issueId).toBeNull()
})
