import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openApp } from '../../src/app.ts'
import { call, member, send, serving } from '../http/serving.ts'
import { startServer } from '../support/binary.ts'
import { callOperation, storeIn } from '../support/engines.ts'
import { tempHome } from '../support/tempdir.ts'

// What anybody but the owner says about this machine has no effect. The numbers are those of the security review.

const words = { type: 'note', title: 'T', summary: 'S', body: 'B' }
const toolsets = ['records', 'diary', 'context', 'room']

/** A server with a project of the owner, and somebody who is admin of a project of her own. */
async function withEve(options: { pathRoots?: string[] } = {}) {
  const home = tempHome()
  const app = await openApp({ location: await storeIn(home), context: options, room: { home } })
  await callOperation(app, 'create_project', { name: 'Mine', id: 'mine' })
  await callOperation(app, 'create_project', { name: 'Hers', id: 'hers' })
  await member(app, 'eve', 'hers', 'admin')
  const eve = (name: string, args: object) => callOperation(app, name, args, { principal: 'eve', project: 'hers' })
  return { app, home, eve, close: () => app.close() }
}

test('only the owner says where the folder of a project is', async () => {
  const { app, home, eve, close } = await withEve()
  for (const [name, args] of [
    ['project_update', { id: 'hers', projectPath: home }],
    ['project_create', { name: 'Trap', id: 'trap', projectPath: home }],
  ] as const) {
    expect([name, await eve(name, args)]).toMatchObject([name, { text: expect.stringMatching(/owner/i) }])
  }
  expect(await callOperation(app, 'project_get', { id: 'hers' })).not.toHaveProperty('projectPath')
  expect(await callOperation(app, 'project_update', { id: 'hers', projectPath: home })).toMatchObject({
    projectPath: home,
  })
  await close()
})

test('evidence reveals nothing of this disk to other callers, unless the owner opened the folder', async () => {
  const folder = tempHome()
  writeFileSync(join(folder, 'secret.txt'), 'the line\n')
  const sha256 = createHash('sha256').update('the line\n').digest('hex')
  const metadata = { evidence: [{ kind: 'file', ref: 'secret.txt', lines: '1-1', sha256 }] }
  for (const [pathRoots, verdict] of [
    [[], 'unchecked'],
    [[folder], 'verified'],
  ] as const) {
    const { app, eve, close } = await withEve({ pathRoots: [...pathRoots] })
    await callOperation(app, 'project_update', { id: 'hers', projectPath: folder })
    const { record } = await eve('create_record', { ...words, project_id: 'hers', metadata })
    expect((await eve('show_record', { id: record.id })).evidence).toMatchObject([{ verdict }])
    expect((await callOperation(app, 'show_record', { id: record.id })).evidence).toMatchObject([
      { verdict: 'verified' },
    ])
    await close()
  }
})

test('hidden files of a folder that the owner opened are shown to nobody else', async () => {
  const folder = tempHome()
  mkdirSync(join(folder, '.git'))
  for (const file of ['.env', '.git/config', 'README.md']) writeFileSync(join(folder, file), 'the line\n')
  symlinkSync('.env', join(folder, 'linked.txt'))
  const { app, eve, close } = await withEve({ pathRoots: [folder] })
  await callOperation(app, 'project_update', { id: 'hers', projectPath: folder })
  const sha256 = createHash('sha256').update('the line\n').digest('hex')
  const seen = async (who: typeof eve, ref: string) => {
    const { text, verdict } = await who('show_evidence', { project_id: 'hers', kind: 'file', ref, sha256 })
    return [text, verdict]
  }
  for (const ref of ['.env', '.git/config', './.env', '.git/../.env', 'linked.txt', '.nothing']) {
    expect([ref, ...(await seen(eve, ref))]).toEqual([ref, null, 'unchecked'])
  }
  expect(await seen(eve, 'README.md')).toEqual(['the line\n', 'verified'])
  const owner: typeof eve = (name, args) => callOperation(app, name, args)
  expect(await seen(owner, '.env')).toEqual(['the line\n', 'verified'])
  await close()
})

test('only the owner can link the diary', async () => {
  const { eve, close } = await withEve()
  expect(await eve('project_link', { id: 'hers', diary_project_key: 'x-000000000000' })).toMatchObject({
    text: expect.stringMatching(/owner/i),
  })
  await close()
})

test('a path of this machine is not even looked at for others', async () => {
  const { eve, home, close } = await withEve()
  const there = join(home, 'there')
  mkdirSync(there)
  const answers = [
    await eve('room_workspace_bind', { path: there }),
    await eve('room_workspace_bind', { path: join(home, 'nowhere') }),
  ]
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]).toMatchObject({ error: { code: expect.stringMatching(/forbidden/i) } })
  expect(existsSync(join(there, '.control-room'))).toBe(false)
  await close()
})

test.each(['via', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-for', 'forwarded'])(
  'what a proxy passes on with %s alone does not act as the owner',
  async header => {
    const { port } = await serving()
    expect((await call(port, 'list_projects', {}, { [header]: '1.1 proxy' })).status).toBe(401)
  },
)

test('a page of another site neither signs a browser in nor out', async () => {
  const { port } = await serving({ token: 'open-sesame', webRoot: tempHome() })
  for (const token of ['open-sesame', '']) {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    const { status, headers: answered } = await send(port, `/?token=${token}`, { headers })
    expect([token, status, answered['set-cookie']]).toEqual([token, 401, undefined])
  }
})

test('an answer stays small however much is wrong with a call', async () => {
  const { port } = await serving({ toolsets })
  const keys = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key${index}`.padEnd(20, 'x'), 1]))
  for (const operation of ['records/list_projects', 'diary/diary_days', 'context/project_get', 'room/room_ask']) {
    const { status, text } = await send(port, `/api/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(keys),
    })
    expect([operation, status >= 400, text.length < 64_000]).toEqual([operation, true, true])
  }
})

test('deep JSON is a mistake of the caller', async () => {
  const { port, log } = await serving({ toolsets })
  const deep = `{"metadata":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  for (const operation of [
    'records/create_record',
    'context/project_update',
    'room/room_ask',
    'diary/write_evidence',
  ]) {
    const headers = { 'content-type': 'application/json' }
    const { status } = await send(port, `/api/${operation}`, { method: 'POST', headers, body: deep })
    expect([operation, status >= 400 && status < 500]).toEqual([operation, true])
  }
  expect(log).toEqual([])
})

test('a server with a public address opens no folder to others by itself', async () => {
  const home = tempHome()
  const folder = tempHome()
  mkdirSync(join(folder, '.daybook'))
  writeFileSync(join(folder, '.daybook/prompts.md'), '# Prompts\n\n## Leaked\n\nSecret words.\n')
  const server = await startServer({
    home,
    args: ['--public-url', 'https://daybook.example'],
    env: { DAYBOOK_TOKEN: 'open-sesame' },
  })
  const ask = async (name: string, args: object) => {
    const response = await fetch(`${server.url}/api/context/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer open-sesame', host: 'daybook.example' },
      body: JSON.stringify(args),
    })
    return response.text()
  }
  await ask('project_create', { name: 'P', id: 'p', projectPath: folder })
  expect(await ask('prompt_list', { projectId: 'p' })).not.toContain('Leaked')
  await server.stop()
})
