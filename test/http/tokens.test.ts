import { expect, test } from 'vitest'
import { addToken, listMembers, listTokens, revokeToken, setMembership } from '../../src/projects/tokens.ts'
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
    { id: expect.stringMatching(/^[0-9a-f]{12}$/), principal: 'anna', label: 'test', created: expect.any(String) },
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

test('nobody unknown gets a token or a membership', async () => {
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

test('a server started with a token wants one from everybody, and its own makes the local user', async () => {
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

test('health tells up or down without a token, also behind a public address, and more only with one (soak M8)', async () => {
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
