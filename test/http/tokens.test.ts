import { describe, expect, test } from 'vitest'
import {
  addToken,
  listMembers,
  listTokens,
  type NewToken,
  renewToken,
  revokeToken,
  setMembership,
} from '../../src/projects/tokens.ts'
import { createEmptyStore, testedEngines } from '../support/engines.ts'
import { rootRecord } from './root-record.ts'
import { call, member, send, serving } from './serving.ts'

test('at the machine itself no token is needed', async () => {
  const { port } = await serving()
  expect((await call(port, 'list_projects', {})).status).toBe(200)
})

test('a token acts for its principal, who sees only the projects it is a member of', async () => {
  const { port, app } = await serving()
  await call(port, 'create_project', { name: 'Orchard' })
  await call(port, 'create_project', { name: 'Secret' })
  const { headers } = await member(app, 'anna', 'orchard', 'reader')
  const ids = (await call(port, 'list_projects', {}, headers)).json().projects.map(({ id }: { id: string }) => id)

  expect(ids).toEqual(['orchard'])
  expect((await call(port, 'get_project', { id: 'secret' }, headers)).json().error.code).toBe('PROJECT_NOT_FOUND')
  expect((await call(port, 'get_project', { id: 'orchard' }, headers)).status).toBe(200)
})

test('an unknown token is refused even at the machine itself', async () => {
  const { port } = await serving()
  for (const authorization of ['Bearer dbk_0000000000000000000000', 'Bearer ', 'Basic bG9jYWw6', 'dbk_x', '']) {
    const answer = await call(port, 'list_projects', {}, { authorization })
    expect([authorization, answer.status]).toEqual([authorization, 401])
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="Daybook", error="invalid_token"/)
    expect(answer.json().error).toMatchObject({ code: 'FORBIDDEN', details: { reason: 'invalid_token' } })
  }
})

test('a revoked token opens nothing from the next request on', async () => {
  const { port, app } = await serving()
  const { secret, headers } = await member(app, 'anna', 'default', 'reader')
  const [token] = await app.db.read(listTokens)
  expect((await call(port, 'list_projects', {}, headers)).status).toBe(200)
  await app.db.write(tx => revokeToken(tx, token?.id ?? ''))

  expect((await call(port, 'list_projects', {}, headers)).status).toBe(401)
  await expect(app.db.write(tx => revokeToken(tx, secret))).rejects.toThrow('No such token.')
})

test('secrets are not stored, only their hashes', async () => {
  const { app } = await serving()
  const { secret } = await member(app, 'anna', 'default', 'writer')
  const rows = await app.db.read(tx => tx.raw('select * from tokens'))

  expect(secret).toMatch(/^dbk_[0-9A-Za-z]{22}$/)
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(await app.db.read(listTokens)).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{12}$/),
      principal: 'anna',
      label: 'test',
      created: expect.any(String),
      expires: null,
      projects: null,
      role: null,
    },
  ])
})

test('a membership can be changed and taken away', async () => {
  const { port, app } = await serving()
  const { headers } = await member(app, 'anna', 'default', 'reader')
  await app.db.write(tx => setMembership(tx, { principal: 'Anna', project: 'Default', role: 'admin' }))
  expect(await app.db.read(listMembers)).toContainEqual({
    project_id: 'default',
    principal: 'anna',
    name: 'anna',
    role: 'admin',
  })
  await app.db.write(tx => setMembership(tx, { principal: 'anna', project: 'default', role: 'none' }))

  expect((await call(port, 'list_projects', {}, headers)).json()).toEqual({ projects: [] })
})

test('an unknown principal gets no token and no membership', async () => {
  const { app } = await serving()
  const { db } = app
  const now = new Date().toISOString()

  await expect(db.write(tx => addToken(tx, { principal: 'ghost', label: '', now }))).rejects.toThrow(
    'No such principal.',
  )
  await expect(
    db.write(tx => setMembership(tx, { principal: 'ghost', project: 'default', role: 'admin' })),
  ).rejects.toThrow('No such principal.')
  await expect(
    db.write(tx => setMembership(tx, { principal: 'local', project: 'nowhere', role: 'admin' })),
  ).rejects.toThrow('No such project.')
})

test.each(['ANNA', 'an na', '', '-x', 'x'.repeat(65)])('a second or malformed principal %j is refused', async id => {
  const { app } = await serving()
  await member(app, 'anna', 'default', 'reader')
  await expect(member(app, id, 'default', 'reader')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('a server started with a token wants one from each caller, and its own makes the local user', async () => {
  const { port, app } = await serving({ token: 'open-sesame' })
  const { headers } = await member(app, 'anna', 'default', 'reader')
  const without = await call(port, 'list_projects', {})

  expect([without.status, without.headers['www-authenticate']]).toEqual([401, 'Bearer realm="Daybook"'])
  expect(without.json().error.details).toEqual({ reason: 'token_required' })
  expect((await call(port, 'list_projects', {}, { authorization: 'Bearer open-sesam' })).status).toBe(401)
  expect((await call(port, 'list_projects', {}, { authorization: 'Bearer open-sesame' })).status).toBe(200)
  expect((await call(port, 'list_projects', {}, headers)).status).toBe(200)
})

test.each(['/', '/api/feed', '/api/openapi.json', '/mcp', '/assets/index.js'])(
  'on an open host %s needs a token',
  async path => {
    const { port } = await serving({ host: '0.0.0.0', token: 'open-sesame' })
    expect((await send(port, path)).status).toBe(401)
  },
)

test('health answers up or down without a token, also behind a public address, and more only with one', async () => {
  for (const options of [{ host: '0.0.0.0' }, { publicUrl: 'https://daybook.example.org' }]) {
    const { port, app } = await serving({ token: 'open-sesame', ...options })
    const ask = (headers: Record<string, string> = {}, method = 'GET') => send(port, '/api/health', { headers, method })
    const bare = await ask({ 'x-forwarded-for': '203.0.113.9' })
    expect([bare.status, bare.json()]).toEqual([200, { status: 'ok' }])
    expect((await ask({}, 'HEAD')).status).toBe(200)
    expect((await ask({}, 'POST')).status).toBe(401)
    expect((await ask({ authorization: 'Bearer guess' })).status).toBe(401)
    expect((await ask({ authorization: 'Bearer open-sesame' })).json()).toHaveProperty('version')
    await app.close()
    const down = await ask()
    expect([down.status, down.json()]).toEqual([503, { status: 'unavailable' }])
    app.close = async () => {}
  }
})

test('what a proxy passes on needs a token although it arrives from loopback', async () => {
  const { port } = await serving()
  expect((await call(port, 'list_projects', {}, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(401)
})

test('a page opened with a token keeps it in a cookie that only this site’s requests carry', async () => {
  const { port, app } = await serving({ host: '0.0.0.0', token: 'open-sesame' })
  await call(port, 'create_project', { name: 'Orchard' }, { authorization: 'Bearer open-sesame' })
  const { secret } = await member(app, 'anna', 'orchard', 'reader')
  const opened = await send(port, `/projects/orchard?tab=tree&token=${secret}`)
  const [cookie = ''] = opened.headers['set-cookie'] ?? []

  expect([opened.status, opened.headers.refresh]).toEqual([200, '0; url=/projects/orchard?tab=tree'])
  expect(cookie).toBe(`daybook_token=${secret}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict`)
  expect(opened.text).not.toContain(secret)
  const answer = await call(port, 'list_projects', {}, { cookie: cookie.split(';')[0] ?? '' })
  expect(answer.json().projects).toMatchObject([{ id: 'orchard' }])
})

test('a cookie is for encrypted connections only where the public address is encrypted', async () => {
  const { port } = await serving({ publicUrl: 'https://daybook.example.org', token: 'open-sesame' })
  const opened = await send(port, '/?token=open-sesame', { headers: { host: 'daybook.example.org' } })

  expect(opened.headers['set-cookie']?.[0]).toContain('; Secure')
})

test('a page opened with a wrong token asks for a right one and sets nothing', async () => {
  const { port } = await serving({ token: 'open-sesame' })
  const opened = await send(port, '/?token=guess')

  expect([opened.status, opened.headers['set-cookie']]).toEqual([401, undefined])
  expect(opened.text).toContain('<input type="password" name="token"')
})

test('an empty token forgets the cookie', async () => {
  const { port } = await serving({ token: 'open-sesame' })
  expect((await send(port, '/?token=')).headers['set-cookie']?.[0]).toMatch(/^daybook_token=; Max-Age=0;/)
})

test('the way on after signing in never leaves this server', async () => {
  const { port } = await serving({ token: 'open-sesame' })
  const opened = await send(port, '//evil.example/%22onload=x?token=open-sesame&next="><script>')

  expect(opened.headers.refresh).toMatch(/^0; url=\/evil\.example\//)
  expect(opened.text).not.toMatch(/<script|"onload/)
})

test('a cookie of another Daybook on this machine does not lock the local user out', async () => {
  const { port } = await serving()
  expect((await call(port, 'list_projects', {}, { cookie: 'daybook_token=dbk_other' })).status).toBe(200)
})

test('a token in the address of an operation is an unknown argument, not a key', async () => {
  const { port } = await serving({ token: 'open-sesame' })
  expect((await send(port, '/api/records/list_projects?token=open-sesame')).status).toBe(401)
})

const hour = 3_600_000
const inHours = (count: number) => new Date(Date.now() + count * hour).toISOString()

test.each(testedEngines)('a token ends at its time and goes on when renewed (%s)', async engine => {
  const { port, app } = await serving({ location: (await createEmptyStore(engine)).location })
  await member(app, 'anna', 'default', 'reader')
  const made = await app.db.write(tx =>
    addToken(tx, { principal: 'anna', label: 'old', now: inHours(-2), expires: inHours(-1) }),
  )
  const headers = { authorization: `Bearer ${made.secret}` }
  const answer = await call(port, 'list_projects', {}, headers)
  expect(answer.status).toBe(401)
  expect(answer.headers['www-authenticate']).toContain('error="invalid_token"')
  expect(answer.json().error).toMatchObject({
    message: 'That token has expired.',
    details: { reason: 'token_expired' },
  })

  const expires = inHours(1)
  const renewed = await app.db.write(tx => renewToken(tx, made.token.id, expires))
  expect(renewed).toEqual({ ...made.token, expires })
  expect((await call(port, 'list_projects', {}, headers)).status).toBe(200)
  expect(await app.db.read(listTokens)).toContainEqual({ ...made.token, expires })
  await expect(app.db.write(tx => renewToken(tx, 'nothing', null))).rejects.toThrow('No such token.')
})

test('an expired cookie is reported apart from a missing one where a token is needed', async () => {
  const { port, app } = await serving({ token: 'server-wide' })
  await member(app, 'anna', 'default', 'reader')
  const past = { now: inHours(-2), expires: inHours(-1) }
  const { secret } = await app.db.write(tx => addToken(tx, { principal: 'anna', label: '', ...past }))
  const reason = async (cookie: string) =>
    (await send(port, '/api/records/list_projects', { headers: { cookie } })).json().error.details.reason
  expect(await reason(`daybook_token=${secret}`)).toBe('token_expired')
  expect(await reason('daybook_token=other')).toBe('token_required')
  const entered = await send(port, `/?token=${secret}`)
  const remembered = await send(port, '/', { headers: { cookie: `daybook_token=${secret}` } })
  for (const { status, text } of [entered, remembered]) {
    expect([status, text]).toEqual([401, expect.stringContaining('That token has expired')])
  }
  expect((await send(port, '/')).text).toContain('Sign in to Daybook')
})

describe.each(testedEngines)('a limited token (%s)', engine => {
  async function limited(limits: Pick<NewToken, 'projects' | 'role'>, principal = 'anna') {
    const { port, app } = await serving({
      location: (await createEmptyStore(engine)).location,
      toolsets: ['records', 'context'],
    })
    await call(port, 'create_project', { name: 'Orchard' })
    await call(port, 'create_project', { name: 'Cellar' })
    const made = await call(port, 'create_record', rootRecord('cellar', 'Cold'))
    if (principal !== 'local') {
      await member(app, principal, 'orchard', 'admin')
      await app.db.write(tx => setMembership(tx, { principal, project: 'cellar', role: 'writer' }))
    }
    const now = inHours(0)
    const { secret, token } = await app.db.write(tx => addToken(tx, { principal, label: '', now, ...limits }))
    const headers = { authorization: `Bearer ${secret}` }
    const ask = (name: string, args: object) => call(port, name, args, headers)
    const code = async (name: string, args: object) => (await ask(name, args)).json().error?.code
    return { port, headers, token, ask, code, record: made.json().record.id }
  }

  test('a limited token opens its projects only, by whatever way', async () => {
    const { ask, code, token, record, port, headers } = await limited({ projects: ['Orchard'] })
    expect(token.projects).toEqual(['orchard'])
    const projects = (await ask('list_projects', {})).json().projects
    expect(projects.map(({ id }: { id: string }) => id)).toEqual(['orchard'])
    expect(await code('get_project', { id: 'orchard' })).toBeUndefined()
    expect(await code('get_project', { id: 'cellar' })).toBe('PROJECT_NOT_FOUND')
    expect(await code('get_record_ref', { id: record })).toBe('RECORD_NOT_FOUND')
    expect(await code('create_project', { name: 'Attic' })).toBe('FORBIDDEN')
    expect((await send(port, '/api/feed?project=cellar', { headers })).status).toBe(404)
  })

  test('a limited token acts with its role at most, and with less where its principal has less', async () => {
    const { ask } = await limited({ role: 'writer' })
    const roles = async (project_id: string) => (await ask('whoami', { project_id })).json().role
    expect([await roles('orchard'), await roles('cellar')]).toEqual(['writer', 'writer'])
    const reader = await limited({ role: 'reader' })
    expect((await reader.ask('whoami', { project_id: 'orchard' })).json().role).toBe('reader')
    expect(await reader.code('create_record', rootRecord('orchard', 'Wet'))).toBe('FORBIDDEN')
    expect(await reader.code('create_project', { name: 'Attic' })).toBe('FORBIDDEN')
  })

  test('a limited token of the owner is not the owner', async () => {
    const { port, headers, ask } = await limited({ projects: ['orchard'], role: 'reader' }, 'local')
    expect((await ask('whoami', { project_id: 'orchard' })).json()).toMatchObject({
      principal: 'local',
      role: 'reader',
      // The page shows no keys then, which the server would refuse.
      is_owner: false,
    })
    const body = JSON.stringify({ path: '/' })
    const post = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }
    expect((await send(port, '/api/context/project_import', post)).json()).toMatchObject({ code: 'FORBIDDEN' })
  })

  test('a limited token is limited over MCP as well', async () => {
    const { port, headers } = await limited({ projects: ['orchard'] })
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_projects', arguments: {} } }
    const answer = await send(port, '/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify(message),
    })
    expect(answer.text).toContain('orchard')
    expect(answer.text).not.toContain('cellar')
  })
})

test('the id of a new project shows no caller projects they cannot see', async () => {
  const { port, app } = await serving({ toolsets: ['records', 'context'] })
  await call(port, 'create_project', { name: 'Merger' })
  await call(port, 'create_project', { name: 'Gone' })
  const { headers } = await member(app, 'eve', 'default', 'none')
  const made = async (name: string) => (await call(port, 'create_project', { name }, headers)).json().id
  expect(await made('Merger')).toMatch(/^merger-[0-9a-f]{8}$/)
  expect(await made('Orchard')).toMatch(/^orchard-[0-9a-f]{8}$/)
  const refusal = async (id: string) => {
    const { status, text } = await call(port, 'create_project', { name: 'x', id }, headers)
    return [status, text.replaceAll(id, 'ID')]
  }
  const hidden = await refusal('merger')
  expect(hidden[0]).toBe(409)
  expect([await refusal('secret'), await refusal('Merger')]).toEqual([hidden, hidden])
  expect((await call(port, 'create_project', { name: 'Secret' })).json().id).toBe('secret')
  expect((await call(port, 'create_project', { name: 'x', id: 'eves' }, headers)).json().id).toBe('eves')
})
