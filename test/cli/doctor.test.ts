import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { runDaybook, startServer } from '../support/binary.ts'
import { createPostgresDatabase } from '../support/postgres.ts'
import { tempHome } from '../support/tempdir.ts'
import { note, tempDaybook } from './temp-daybook.ts'

interface Finding {
  check: string
  status: 'ok' | 'warn' | 'fail'
  found: string
  todo?: string
}

const good = tempDaybook(tempHome())
// A developer's own chat clients must not show up here.
const person = { HOME: join(good.home, 'person'), XDG_CONFIG_HOME: '', CLAUDE_CONFIG_DIR: '', CODEX_HOME: '' }

beforeAll(async () => {
  mkdirSync(person.HOME)
  // Through a program that has ended, so that everything is in the one file that the tests below copy.
  await runDaybook(['call', 'create_record', JSON.stringify(note)], { home: good.home })
})

async function doctor(home: string, { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {}) {
  const { code, stdout, stderr } = await tempDaybook(home).run(['doctor', '--json', ...args], {
    env: { ...person, ...env },
  })
  expect(stderr).toBe('')
  const { ok, findings }: { ok: boolean; findings: Finding[] } = JSON.parse(stdout)
  expect(ok).toBe(code === 0)
  return { code, findings, named: (check: string) => findings.filter(finding => finding.check === check) }
}

function homeWith(prepare: (file: string) => void): string {
  const home = tempHome()
  const file = join(home, 'daybook.db')
  cpSync(good.file('daybook.db'), file)
  chmodSync(file, 0o600)
  prepare(file)
  return home
}

test('a good installation passes, and nothing in it is changed by looking', async () => {
  const before = snapshot(good.home)
  const { code, findings, named } = await doctor(good.home)
  expect(code).toBe(0)
  expect(findings.filter(finding => finding.status === 'fail')).toEqual([])
  for (const check of [
    'node',
    'home',
    'disk',
    'database',
    'schema',
    'integrity',
    'write-ahead log',
    'records',
    'sessions',
  ]) {
    expect(named(check)).toMatchObject([{ status: 'ok' }])
  }
  expect(snapshot(good.home)).toEqual(before)
})

test('the report for people has one line per check and says what to do', async () => {
  const { code, stdout, stderr } = await good.run(['doctor', '--quick'], { env: person })
  expect(code).toBe(0)
  expect(stdout).toMatch(/^ok {4}node +Node \d/m)
  expect(stdout).toMatch(/^– {5}Codex +not found on this machine\n +→ To add Daybook: \S.* install codex$/m)
  expect(stderr).toMatch(/^0 failed, /)
})

test('a home that is not there yet is in order and is not made', async () => {
  const home = join(tempHome(), 'none')
  const { code, named } = await doctor(home)
  expect(code).toBe(0)
  expect(named('database')).toMatchObject([{ status: 'ok', found: expect.stringContaining('not there yet') }])
  expect(statSync(home, { throwIfNoEntry: false })).toBeUndefined()
})

test('a database in use by a server is looked at without disturbing it', async () => {
  const server = await startServer({ home: good.home })
  const port = new URL(server.url).port
  writeFileSync(good.file('port.json'), JSON.stringify({ server: { port: Number(port) } }))
  const { code, named } = await doctor(good.home, { env: { DAYBOOK_CONFIG: good.file('port.json') } })
  expect(code).toBe(0)
  expect(named('port')).toMatchObject([{ status: 'ok', found: expect.stringMatching(/Daybook .* is running/) }])
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
})

describe('a database that is not as it should be', () => {
  test.each<[what: string, prepare: (file: string) => void, check: string, found: RegExp]>([
    ['is garbage', file => writeFileSync(file, 'not a database at all '.repeat(400)), 'database', /not a database/],
    ['was cut in its first page', file => truncateSync(file, 700), 'database', /cannot be read/],
    [
      'lost its second half',
      file => truncateSync(file, Math.floor(statSync(file).size / 2 / 4096) * 4096),
      'database',
      /malformed/,
    ],
    ['has overwritten pages', file => overwrite(file, 8192, 40_000), 'integrity|database', /damaged|malformed/],
    [
      'is newer than the program',
      file => sql(file, 'update daybook_schema set version = 999'),
      'schema',
      /version 999 is newer/,
    ],
    ['belongs to another program', otherProgram, 'schema', /another program/],
    ['is a folder', folder, 'database', /not a file/],
  ])('%s: the doctor says so, exits 1 and leaves it alone', async (_, prepare, check, found) => {
    const home = homeWith(prepare)
    const before = snapshot(home)
    const { code, findings } = await doctor(home)
    expect(code).toBe(1)
    const failed = findings.filter(finding => finding.status === 'fail')
    expect(failed).toMatchObject([{ check: expect.stringMatching(check), found: expect.stringMatching(found) }])
    expect(failed[0]?.todo).toBeTruthy()
    expect(snapshot(home)).toEqual(before)
  })

  test('an empty file is the beginning of a database', async () => {
    const { code, named } = await doctor(homeWith(file => truncateSync(file, 0)))
    expect(code).toBe(0)
    expect(named('schema')).toMatchObject([{ found: expect.stringContaining('empty') }])
  })

  test('a broken invariant is found unless --quick was asked for', async () => {
    const home = homeWith(file => sql(file, 'update projects set tick = tick + 1'))
    const { code, named } = await doctor(home)
    expect(code).toBe(1)
    expect(named('records')).toMatchObject([{ status: 'fail', found: expect.stringMatching(/I1/) }])
    expect((await doctor(home, { args: ['--quick'] })).code).toBe(0)
  })

  test('every other command refuses it too, with exit code 1 and the way to the doctor', async () => {
    const home = homeWith(file => writeFileSync(file, 'garbage '.repeat(1000)))
    const before = snapshot(home)
    const { run, runAlone } = tempDaybook(home)
    const commands = [run(['records', 'tree']), run(['call', 'list_projects']), runAlone(['serve', '--port', '0'])]
    for (const { code, stdout, stderr } of await Promise.all(commands)) {
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/daybook doctor/)
    }
    // A chat goes on, and each of its calls gets the fault.
    const input = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_projects' } })}\n`
    const { stdout } = await runAlone(['mcp'], { input })
    expect(JSON.parse(stdout)).toMatchObject({ result: { isError: true } })
    expect(stdout).toMatch(/daybook doctor/)
    expect(snapshot(home)).toEqual(before)
  })
})

test('files others can read and a long log are worth a warning', async () => {
  const home = homeWith(file => {
    chmodSync(file, 0o644)
    writeFileSync(`${file}-wal`, '')
    truncateSync(`${file}-wal`, 65 * 1024 * 1024)
  })
  chmodSync(home, 0o755)
  const { code, named } = await doctor(home, { args: ['--quick'] })
  expect(code).toBe(0)
  expect(named('permissions').map(finding => finding.todo)).toEqual([
    `chmod 700 ${home}`,
    `chmod 600 ${join(home, 'daybook.db')}`,
    expect.stringMatching(/^chmod 600 .*-wal$/),
  ])
  expect(named('write-ahead log')).toMatchObject([{ status: 'warn', found: expect.stringContaining('68.2 MB') }])
})

test('a read-only database can be looked at', async () => {
  const home = homeWith(file => chmodSync(file, 0o400))
  expect((await doctor(home)).code).toBe(0)
})

test('a config file that cannot be used is a failure, and the rest is still looked at', async () => {
  const home = homeWith(file =>
    writeFileSync(join(file, '..', 'config.json'), '{"server":{"prot":1}}', { mode: 0o600 }),
  )
  const { code, named } = await doctor(home)
  expect(code).toBe(1)
  expect(named('settings')).toMatchObject([{ status: 'fail', todo: expect.stringContaining('server.prot') }])
  expect(named('schema')).toMatchObject([{ status: 'ok' }])
})

test('a port used by another program is a warning', async () => {
  const server = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  writeFileSync(good.file('taken.json'), JSON.stringify({ server: { port } }))
  const { named } = await doctor(good.home, { args: ['--quick'], env: { DAYBOOK_CONFIG: good.file('taken.json') } })
  expect(named('port')).toMatchObject([{ status: 'warn', found: expect.stringContaining('another program') }])
})

describe('PostgreSQL', () => {
  test('PostgreSQL is looked at inside, and its URL is never shown', async () => {
    const database = await createPostgresDatabase()
    onTestFinished(() => database.drop())
    const home = tempHome()
    const empty = await doctor(home, { env: { DAYBOOK_DB: database.url } })
    expect(empty.named('schema')).toMatchObject([{ status: 'ok', found: expect.stringContaining('empty') }])
    await tempDaybook(home).runAlone(['call', 'list_projects', '--db', database.url])
    const { code, findings, named } = await doctor(home, { env: { DAYBOOK_DB: database.url } })
    expect(code).toBe(0)
    expect(named('database')).toMatchObject([{ found: expect.stringMatching(/^PostgreSQL \d/) }])
    expect(named('records')).toMatchObject([{ status: 'ok' }])
    expect(JSON.stringify(findings)).not.toContain(new URL(database.url).password)
  })

  test('PostgreSQL that cannot be reached is a failure', async () => {
    const { code, findings, named } = await doctor(tempHome(), {
      env: { DAYBOOK_DB: 'postgres://nell:s3cret@127.0.0.1:1/none' },
    })
    expect(code).toBe(1)
    expect(named('database')).toMatchObject([{ status: 'fail', found: expect.stringContaining('ECONNREFUSED') }])
    expect(JSON.stringify(findings)).not.toContain('s3cret')
  })
})

describe('chat clients', () => {
  const bin = process.execPath

  function personWith(files: Record<string, string>): Record<string, string> {
    const HOME = join(tempHome(), 'person')
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(HOME, name, '..'), { recursive: true })
      writeFileSync(join(HOME, name), text)
    }
    return { HOME }
  }

  test('chat clients are found in each of their own files', async () => {
    const server = { command: bin, args: ['/nowhere/daybook.js', 'mcp'] }
    const env = personWith({
      '.claude.json': JSON.stringify({ mcpServers: { daybook: server } }),
      '.codex/config.toml': `[mcp_servers.daybook]\ncommand = "${bin}" # comment\nargs = [\n  "${process.argv[1]}",\n  "mcp",\n]\n`,
      '.cursor/mcp.json': JSON.stringify({
        mcpServers: { records: { url: 'http://127.0.0.1:4470/mcp' }, daybook: { url: 'http://127.0.0.1:4470/mcp' } },
      }),
      '.config/Code/User/mcp.json': `{ // comment\n "servers": { "daybook": { "command": "not-on-the-path", "args": ["mcp"], }, } }`,
      '.config/Claude/claude_desktop_config.json': '{ broken',
    })
    const { code, named } = await doctor(good.home, { args: ['--quick'], env })
    expect(code).toBe(0)
    expect(named('Claude Code')).toMatchObject([{ status: 'warn', found: expect.stringContaining('is not there') }])
    expect(named('Codex')).toMatchObject([
      { status: 'ok', found: expect.stringContaining('config.toml names Daybook') },
    ])
    expect(named('Cursor')).toMatchObject([{ status: 'ok', found: expect.stringContaining('over HTTP') }])
    expect(named('VS Code')).toMatchObject([{ status: 'warn', found: expect.stringContaining('is not there') }])
    expect(named('Claude Desktop')).toMatchObject([
      { status: 'warn', found: expect.stringContaining('cannot be read') },
    ])
  })

  test('chat clients that keep their data in different places are reported, without showing what they hold', async () => {
    const server = (home: string) => ({
      command: bin,
      args: [process.argv[1], 'mcp'],
      env: { DAYBOOK_HOME: home, TOKEN: 'sk-secret' },
    })
    const env = personWith({
      '.claude.json': JSON.stringify({ mcpServers: { daybook: server('/one') } }),
      '.cursor/mcp.json': JSON.stringify({ mcpServers: { daybook: server('/two') } }),
    })
    const { findings, named } = await doctor(good.home, { args: ['--quick'], env })
    expect(named('clients')).toMatchObject([{ status: 'warn', found: expect.stringContaining('different places') }])
    expect(JSON.stringify(findings)).not.toMatch(/sk-secret|\/one|\/two/)
  })
})

/** Mode and content of every file, except SQLite's shared memory, where readers leave their marks. */
function snapshot(folder: string): string[] {
  const files = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !/\.json$|-shm$/.test(name))
  return files.map(entry => {
    const path = join(folder, entry.name)
    const content = entry.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'folder'
    return `${entry.name} ${statSync(path).mode} ${content}`
  })
}

function overwrite(file: string, from: number, length: number): void {
  const bytes = readFileSync(file)
  bytes.fill(0x5a, from, Math.min(bytes.length, from + length))
  writeFileSync(file, bytes)
}

function sql(file: string, text: string): void {
  const database = new DatabaseSync(file)
  database.exec(`pragma journal_mode=delete; ${text}`)
  database.close()
}

function otherProgram(file: string): void {
  truncateSync(file, 0)
  sql(file, 'create table theirs (x)')
}

function folder(file: string): void {
  rmSync(file)
  mkdirSync(file)
}

test('verifying a home that has no database makes none, and does not say that it holds', async () => {
  const home = tempHome()
  const { code, stdout, stderr } = await tempDaybook(home).run(['verify'])
  expect([code, stdout]).toEqual([3, ''])
  expect(stderr).toMatch(/^Error: There is no database here\./)
  expect(readdirSync(home)).toEqual([])
})
