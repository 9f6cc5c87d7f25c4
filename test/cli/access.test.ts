import { expect, test } from 'vitest'
import { startServer } from '../support/binary.ts'
import { tempDaybook } from './temp-daybook.ts'

test('a token is shown once, works for its principal with its role, and is revoked by its id', async () => {
  const { home, run, runAlone, call } = tempDaybook()
  await call('create_project', { name: 'Team' })
  const added = await runAlone(['token', 'add', 'anna', '--label', 'laptop'])
  expect([added.code, added.stdout]).toEqual([0, expect.stringMatching(/^dbk_[0-9A-Za-z]{22}\n$/)])
  const secret = added.stdout.trim()
  expect((await run(['member', 'set', 'anna', 'team', 'reader'])).stdout).toBe('anna  team  reader\n')

  const server = await startServer({ home, args: ['--token', 'server-wide'] })
  const ask = (operation: string, args: object) =>
    fetch(`${server.url}/api/records/${operation}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(args),
    })
  expect(await (await ask('list_projects', {})).json()).toMatchObject({ projects: [{ id: 'team' }] })

  const listed = await run(['token', 'list'])
  expect(listed.stdout).toMatch(/^[0-9a-f]{12} {2}anna .* laptop\n$/)
  expect(listed.stdout).not.toContain(secret)
  expect((await run(['token', 'revoke', listed.stdout.slice(0, 12)])).code).toBe(0)
  expect((await ask('list_projects', {})).status).toBe(401)
})

test('unknown principals, projects, roles and tokens are refused', async () => {
  const { run } = tempDaybook()
  await run(['token', 'add', 'anna'])
  expect((await run(['member', 'set', 'anna', 'default', 'owner'])).code).toBe(2)
  expect((await run(['member', 'set', 'anna', 'nowhere', 'reader'])).code).toBe(3)
  expect((await run(['member', 'set', 'berta', 'default', 'reader'])).code).toBe(2)
  expect((await run(['token', 'revoke', 'nothing'])).code).toBe(2)
  expect((await run(['token', 'add', 'an na'])).code).toBe(2)
})

test('the lists are JSON when asked for', async () => {
  const { run } = tempDaybook()
  await run(['token', 'add', 'anna', '--name', 'Anna A.'])
  await run(['member', 'set', 'ANNA', 'Default', 'writer'])
  const { members } = JSON.parse((await run(['member', 'list', '--json'])).stdout)
  expect(members).toContainEqual({ project_id: 'default', principal: 'anna', name: 'Anna A.', role: 'writer' })
  const { tokens } = JSON.parse((await run(['token', 'list', '--json'])).stdout)
  expect(tokens).toMatchObject([{ principal: 'anna', label: '' }])
})

test('a token expires when it was set to, keeps its limits and can be renewed', async () => {
  const { run } = tempDaybook()
  const limits = ['--expires', '12h', '--project', 'default', '--role', 'reader']
  const { token } = JSON.parse((await run(['token', 'add', 'anna', ...limits, '--json'])).stdout)
  expect(token).toMatchObject({ projects: ['default'], role: 'reader' })
  const hours = (given: { expires: string }) => Math.round((Date.parse(given.expires) - Date.now()) / 3_600_000)
  expect(hours(token)).toBe(12)
  expect((await run(['token', 'list'])).stdout).toMatch(/ expires .* default as reader at most/)

  expect(hours(JSON.parse((await run(['token', 'renew', token.id, '--json'])).stdout))).toBe(90 * 24)
  const forever = await run(['token', 'renew', token.id, '--expires', 'never'])
  expect([forever.stdout, forever.stderr]).toEqual([`${token.id}\n`, expect.stringContaining('It never expires.')])
  expect((await run(['token', 'list'])).stdout).toContain('never expires')

  for (const wrong of ['', '0d', '90', 'd', '-1d', '9999w', 'tomorrow']) {
    expect([wrong, (await run(['token', 'add', 'anna', `--expires=${wrong}`])).code]).toEqual([wrong, 2])
  }
  expect((await run(['token', 'add', 'anna', '--role', 'owner'])).code).toBe(2)
  expect((await run(['token', 'add', 'anna', '--project', 'nowhere'])).code).toBe(3)
  expect((await run(['token', 'renew', 'nothing'])).code).toBe(2)
})
