import { execFileSync } from 'node:child_process'
import { linkSync, lstatSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '../../../src/files/sha256.ts'
import { tempHome } from '../../support/tempdir.ts'
import { bytesOf, type RoomServer, roomServer } from './room-server.ts'

/** One room keeps its key in the workspace, the other elsewhere: to callers the two must look the same. */
let server: RoomServer
let keyless: RoomServer
let key: string
beforeAll(async () => {
  server = await roomServer()
  keyless = await roomServer({ env: { DAYBOOK_ROOM_KEY_FILE: join(tempHome(), 'elsewhere.key') } })
  key = readFileSync(join(server.root, secret), 'utf8').trim()
  symlinkSync(join(server.root, secret), join(server.root, 'Story/link-to-key.md'))
  symlinkSync(join(server.root, '.control-room'), join(server.root, 'Story/link-to-folder'))
  linkSync(join(server.root, secret), join(server.root, 'Story/hard-link.md'))
  linkSync(join(server.root, secret), join(server.root, 'Compendium/Characters/CHAR-hard.md'))
  execFileSync('mkfifo', [join(server.root, 'Story/fifo.md')])
  await server.lookAgain()
})
afterAll(async () => {
  await server.close()
  await keyless.close()
})

const secret = '.control-room/audit/secret.key'

const paths = [
  secret,
  `./${secret}`,
  `/${secret}`,
  `Story/../${secret}`,
  `Story/Scenes/../../${secret}`,
  `../../../../../..${'/x'.repeat(3)}/${secret}`,
  secret.toUpperCase(),
  '.Control-Room/Audit/Secret.Key',
  '.control-room\\audit\\secret.key',
  'Story\\..\\.control-room\\audit\\secret.key',
  `${secret}\0.md`,
  `${secret}%00.md`,
  `Story/x.md\0/../../${secret}`,
  `${secret}.`,
  `${secret} `,
  ` ${secret}`,
  `${secret}/`,
  `${secret}::$DATA`,
  `Story//../${secret}`,
  `%2e%2e/${secret}`,
  '%2econtrol-room%2faudit%2fsecret.key',
  '..%252f.control-room%252faudit%252fsecret.key',
  '\u2024control-room/audit/secret.key',
  '\uff0econtrol-room\uff0faudit\uff0fsecret.key',
  '.control\u200b-room/audit/secret.key',
  '.control\u2010room/audit/secret.key',
  '.contro\u217c-room/audit/secret.key',
  '.\u212aontrol-room/audit/secret.\u212aey',
  `\u202e${secret}`,
  'secret.key',
  'Secret.KEY',
  'Story/secret.key',
  'Story/con.md',
  'Story/CON',
  'Story/nul.txt',
  'Story/aux.md/../secret.key',
  'Story/link-to-key.md',
  'Story/link-to-folder/audit/secret.key',
  'Story/hard-link.md',
  'hard-link.md',
  'CHAR-hard.md',
  'Story/fifo.md',
  'file:///etc/passwd',
  '/etc/passwd',
  '/dev/fd/0',
  '/proc/self/environ',
  '~/.ssh/id_rsa',
  'private/conference_log.md',
]

/** Never the key, in whatever form it might travel. */
function expectNoKey(text: string): void {
  for (const form of [key, key.slice(0, 20), Buffer.from(key, 'base64').toString('hex')])
    expect(text).not.toContain(form)
}

test('no path leads a reader to the key, and the answer is the same where there is none', async () => {
  const before = bytesOf(server.root)
  for (const path of paths) {
    for (const spelled of [encodeURIComponent(path), encodeURIComponent(encodeURIComponent(path))]) {
      const answer = await server.get(`/api/file?path=${spelled}`)
      expect([path, answer.status]).toEqual([path, expect.toBeOneOf([400, 403, 404])])
      expectNoKey(answer.text)
      expect([path, answer.json()]).toEqual([path, (await keyless.get(`/api/file?path=${spelled}`)).json()])
    }
  }
  expect(bytesOf(server.root)).toEqual(before)
})

test('a write neither replaces the key nor shows that it exists', async () => {
  const before = bytesOf(server.root)
  for (const path of paths.filter(each => !each.startsWith('Story/') && !each.includes('hard'))) {
    const write = { path, content: 'x', ifMatch: sha256(`${key}\n`) }
    const [put, same] = [await server.put('/api/file', write), await keyless.put('/api/file', write)]
    expect([path, put.status]).toEqual([path, expect.toBeOneOf([400, 403])])
    expect([path, put.json()]).toEqual([path, same.json()])
    const post = await server.post('/api/file', { path, content: 'x' })
    expect([path, post.status]).toEqual([path, expect.toBeOneOf([400, 403])])
  }
  for (const path of [
    'Story/hard-link.md',
    'Story/link-to-key.md',
    'Story/link-to-folder/audit/secret.key',
    'Story/fifo.md',
  ]) {
    const put = await server.put('/api/file', { path, content: 'x', ifMatch: sha256(`${key}\n`) })
    expect([path, put.status]).toEqual([path, expect.toBeOneOf([403, 409])])
    const post = await server.post('/api/file', { path, content: 'x' })
    expect([path, post.status]).toEqual([path, expect.toBeOneOf([403, 409])])
  }
  expect(bytesOf(server.root)).toEqual(before)
})

test('tree and search know nothing of it', async () => {
  const tree = (await server.get('/api/tree')).json()
  const named = tree.files
    .map(({ path }: { path: string }) => path)
    .filter((path: string) => /key|hard|fifo|link/.test(path))
  expect(named).toEqual([])
  expectNoKey(JSON.stringify(tree))
  for (const piece of [key, key.slice(0, 12), key.slice(-12)]) {
    const found = await server.get(`/api/search?q=${encodeURIComponent(piece)}`)
    expect(found.json()).toEqual({ hits: [], total: 0, truncated: false })
  }
})

test('no tool opens it, dry or not, and nothing of it lands in outputs or receipts', async () => {
  const run = async (tool: string, args: object) => {
    const answer = await server.post(`/api/tools/${tool}/run`, { args })
    expectNoKey(answer.text)
    return answer.json()
  }
  for (const path of paths) {
    const { ok, error } = await run('file_reader', { file_path: path })
    expect([path, ok, error?.code]).toEqual([path, false, expect.toBeOneOf(['path_denied', 'file_not_found'])])
  }
  const some = [secret, 'Story/hard-link.md', 'Story/link-to-key.md']
  for (const path of some) {
    await run('file_reader', { file_path: path, dry_run: true })
    await run('file_locator', { search_criteria: path, scan_mode: 'DEEP_SCAN', include_globs: true })
    await run('outline_analyzer', { outline_path: path })
    await run('canon_checker', { scene_path: path })
    await run('canon_checker', { scene_path: 'Story/Scenes/SCN-04-the-causeway.md', canon_paths: [path] })
    await run('prose_analyzer', { scene_path: path })
    await run('consistency_checker', { file_paths: [path] })
    await run('scene_draft_validator', { scene_path: path, outline_path: path })
  }
  for (const file of filesBelow(server.root)) {
    if (!file.endsWith('secret.key') && !file.includes('hard')) expectNoKey(readFileSync(file, 'latin1'))
  }
  expectNoKey(server.log.join('\n'))
})

test('no segment of an address leads to it', async () => {
  const before = bytesOf(server.root)
  const segments = [
    '..%2f..%2fsecret.key',
    '%2e%2e%2fsecret.key',
    '..%5c..%5csecret.key',
    '%252e%252e%252fsecret.key',
    '..;/secret.key',
    'secret.key',
    'secret.key%00',
    '%c0%ae%c0%ae%c0%afsecret.key',
    '%E0%80%AE',
    '.',
    '..',
    '%2e%2e',
    'con',
    'x'.repeat(300),
  ]
  const addresses = (segment: string) => [
    `/api/audit/sessions/${segment}/receipts`,
    `/api/audit/sessions/${segment}/tool-receipts`,
    `/api/audit/issues/1/files/${segment}`,
    `/api/audit/issues/${segment}`,
    `/api/audit/receipts/${segment}`,
    `/api/audit/receipts/${segment}/output`,
    `/api/audit/export?sessionId=${segment}`,
    `/api/projects/${segment}/file?path=${secret}`,
    `/api/projects/default/${segment}`,
    `/api/${segment}/.control-room/audit/secret.key`,
    `/${segment}/.control-room/audit/secret.key`,
    `/assets/${segment}/${segment}/secret.key`,
  ]
  for (const address of segments.flatMap(addresses)) {
    const [here, there] = [await server.get(address), await keyless.get(address)]
    expectNoKey(here.text)
    expect([address, here.status, here.text]).toEqual([address, there.status, there.text])
    expect([address, here.status]).toEqual([address, expect.toBeOneOf([200, 400, 403, 404])])
  }
  expect(bytesOf(server.root)).toEqual(before)
})

test('exports, status, settings and errors name the key by its id at most', async () => {
  const { session_id } = (await server.post('/api/room/file_locator', { search_criteria: 'bell' })).json()
  const zip = Buffer.from(await (await fetch(`${server.url}/api/audit/export?sessionId=${session_id}`)).arrayBuffer())
  expect(zip.includes(key.slice(0, 20))).toBe(false)
  for (const address of ['/api/room/status', '/api/room/settings', '/api/workspace', '/api/agents', '/api/tools']) {
    expectNoKey((await server.get(address)).text)
  }
  expectNoKey((await server.post('/api/audit/verify')).text)
})

function filesBelow(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map(name => join(root, name))
    .filter(path => lstatSync(path).isFile())
}
