import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startServer } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'
import { note, tempDaybook } from './temp-daybook.ts'

test('the home folder, the database and its log are made for their owner alone', async () => {
  const home = join(tempHome(), 'not', 'there')
  await startServer({ home })
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)
  expect(mode(home)).toBe('700')
  for (const name of ['daybook.db', 'daybook.db-wal', 'daybook.db-shm']) expect(mode(join(home, name))).toBe('600')
})

describe('which database', () => {
  test('flag, then environment, then config file, then the one in the home folder', async () => {
    const { home, run } = tempDaybook()
    writeFileSync(join(home, 'config.json'), JSON.stringify({ db: 'from-config.db' }))
    await run(['call', 'list_projects', '--db', join(home, 'from-flag.db')], {
      env: { DAYBOOK_DB: join(home, 'from-env.db') },
    })
    expect(made(home)).toEqual(['from-flag.db'])
    await run(['call', 'list_projects'], { env: { DAYBOOK_DB: join(home, 'from-env.db') } })
    expect(made(home)).toEqual(['from-flag.db', 'from-env.db'])
    await run(['call', 'list_projects'])
    expect(made(home)).toEqual(['from-flag.db', 'from-env.db', 'from-config.db'])
    writeFileSync(join(home, 'config.json'), '{}')
    await run(['call', 'list_projects'])
    expect(made(home)).toEqual(['from-flag.db', 'from-env.db', 'from-config.db', 'daybook.db'])
  })

  test('an empty variable counts as none', async () => {
    const { home, run } = tempDaybook()
    expect((await run(['call', 'list_projects'], { env: { DAYBOOK_DB: '', DAYBOOK_PROJECT: '' } })).code).toBe(0)
    expect(made(home)).toEqual(['daybook.db'])
  })
})

test('settings of a part reach its operations', async () => {
  const { home, call } = tempDaybook()
  const root = await call('create_record', note)
  writeFileSync(join(home, 'config.json'), JSON.stringify({ records: { stale_threshold: 0 } }))
  const other = await call('activate', { id: 'R001' })
  await call('update_record', { id: 'R001', body: 'changed', session_id: other.session_id })
  const { sessions } = await call('get_active_sessions', { record_id: 'R001' })
  const idle = sessions.find((session: { session_id: string }) => session.session_id === root.session_id)
  expect(idle).toMatchObject({ status: 'stale', tick_gap: 1 })
})

test('the port comes from the config file when no flag names one', async () => {
  const { home } = tempDaybook()
  const other = await startServer({ home })
  writeFileSync(join(home, 'config.json'), JSON.stringify({ server: { port: Number(new URL(other.url).port) } }))
  const { code, stdout, stderr } = await tempDaybook(home).runAlone(['serve'])
  expect({ code, stdout }).toEqual({ code: 6, stdout: '' })
  expect(stderr).toMatch(/port is in use/)
})

describe('a config file that cannot be used', () => {
  test.each([
    ['is not JSON', 'tok_SECRET not json', /not valid JSON/],
    ['has an unknown section', '{"recrods":{}}', /recrods: known key; known: db, records/],
    ['has an unknown setting', '{"records":{"max_dept":3}}', /records\.max_dept: known key/],
    ['has a setting out of range', '{"server":{"port":70000}}', /server\.port: at most 65535, is 70000/],
    ['has a setting of the wrong kind', '{"records":{"implicit_sessions":"maybe"}}', /one of process, off/],
    ['is a folder', undefined, /cannot be read/],
  ])('%s: exit code 2, its path, and never its content', async (_, text, message) => {
    const { home, run } = tempDaybook()
    const file = join(home, 'config.json')
    if (text === undefined) mkdirSync(file)
    else writeFileSync(file, text)
    const { code, stdout, stderr } = await run(['records', 'tree'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(file)
    expect(stderr).toMatch(message)
    expect(stderr).not.toContain('SECRET')
    expect(existsSync(join(home, 'daybook.db'))).toBe(false)
  })

  test('a config file that cannot be used is named by DAYBOOK_CONFIG and is not there', async () => {
    const { code, stderr } = await tempDaybook().run(['records', 'tree'], {
      env: { DAYBOOK_CONFIG: '/nowhere/config.json' },
    })
    expect([code, stderr]).toEqual([2, expect.stringContaining('/nowhere/config.json')])
  })

  test('a config file that cannot be used has mcp write nothing but answers on stdout', async () => {
    const { home, runAlone } = tempDaybook()
    writeFileSync(join(home, 'config.json'), '[')
    const asked = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_projects', arguments: {} } }
    const { stdout } = await runAlone(['mcp'], { input: `${JSON.stringify(asked)}\n` })
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { isError: true } })
  })
})

function made(home: string): string[] {
  const names = ['from-flag.db', 'from-env.db', 'from-config.db', 'daybook.db']
  return names.filter(name => existsSync(join(home, name)))
}
