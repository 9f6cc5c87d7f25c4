import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { profiles } from '../src/toolsets.ts'
import { connect } from './mcp/clients.ts'
import { environment } from './support/binary.ts'
import { ensureBuilt } from './support/built.ts'
import { tempHome } from './support/tempdir.ts'
import { readZip } from './support/zip-reader.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const core = profiles.flatMap(({ name, operations }) => (name === 'core' ? operations : []))
const run = promisify(execFile)
const quietly = ['--no-audit', '--no-fund', '--loglevel=error']
/** `npm ci` has fetched the packages already. */
const fromCache = { env: { ...process.env, npm_config_prefer_offline: 'true' } }

let folder: string
let tarball: string

beforeAll(async () => {
  ensureBuilt('program')
  ensureBuilt('web')
  folder = mkdtempSync(join(inject('tempRoot'), 'packed-'))
  await run('npm', ['pack', '--pack-destination', folder, ...quietly], { cwd: root, ...fromCache })
  tarball = join(folder, readdirSync(folder).find(name => name.endsWith('.tgz')) ?? '')
})

describe('the packed program, installed in an empty folder', () => {
  it('the packed program, installed in an empty folder has at most 45 MB, without maps, caches and packages that are in the bundle', async () => {
    await install()
    const files = filesUnder(join(folder, 'app/node_modules'))
    expect(files.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(45_000_000)
    const own = files.map(({ name }) => name).filter(name => name.startsWith('daybook/'))
    expect(own.filter(name => /\.map$|\.code-cache|\.stamp/.test(name))).toEqual([])
    expect(own).toEqual(expect.arrayContaining(['daybook/dist/licences.txt', 'daybook/dist/web/licences.txt']))
    const packages = Object.keys(
      JSON.parse(readFileSync(join(folder, 'app/node_modules/.package-lock.json'), 'utf8')).packages,
    )
    expect(packages.map(name => name.replace('node_modules/', '')).sort()).toEqual([
      '@photostructure/sqlite',
      'daybook',
      'node-addon-api',
      'node-gyp-build',
    ])
  })

  it('npx daybook says its version, serves the page, and serves a chat', async () => {
    await install()
    const env = environment({ home: tempHome() })
    const cwd = join(folder, 'app')
    expect((await run('npx', ['daybook', '--version'], { cwd, env })).stdout).toBe(`${version}\n`)

    const server = spawn('npx', ['daybook', 'start', '--no-open', '--no-read', '--no-sample', '--port', '0'], {
      cwd,
      env,
      detached: true,
    })
    const url = await firstAddress(server.stdout)
    const page = await fetch(url)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>Daybook</title>')])
    // As Ctrl-C does: npx itself passes no signal on.
    process.kill(-Number(server.pid), 'SIGINT')
    await once(server, 'exit')

    const args = ['--prefix', cwd, 'daybook', 'mcp', '--toolsets', 'core']
    const chat = await connect['the client that finds out']({ command: 'npx', args, env })
    expect((await chat.tools()).map(({ name }) => name).sort()).toEqual([...core].sort())
    expect((await chat.call('get_project_overview')).isError).not.toBe(true)
    await chat.close()
  })

  it('the steps of the Containerfile leave a program that serves', async () => {
    const steps = readFileSync(join(root, 'deploy/Containerfile'), 'utf8')
    const command = /^RUN (npm install [^\\]+)/m.exec(steps)?.[1] ?? ''
    const prefix = join(folder, 'image')
    const words = command.trim().replace('/tmp/daybook-*.tgz', tarball).split(' ').slice(1)
    await run('npm', [...words, '--prefix', prefix, '--loglevel=error'], { cwd: folder, ...fromCache })
    const env = environment({ home: tempHome() })
    const started = /^CMD (\[.*\])$/m.exec(steps)?.[1] ?? '[]'
    const [program, ...args]: string[] = JSON.parse(started)
    expect(program).toBe('daybook')
    const server = spawn(
      join(prefix, 'bin/daybook'),
      args.map(word => (word === '4470' ? '0' : word)),
      {
        env: { ...env, DAYBOOK_TOKEN: 'a-token-of-this-test-only' },
      },
    )
    const url = new URL(await firstAddress(server.stdout))
    expect(await (await fetch(`http://127.0.0.1:${url.port}/api/health`)).json()).toEqual({ status: 'ok' })
    server.kill('SIGTERM')
    await once(server, 'exit')
  })
})

describe('what npx installs from the packed file', () => {
  // One of a terminal and one of a desktop; the files of all are compared in test/cli/install.test.ts.
  const clients = ['claude', 'claude-desktop']
  let home: string
  let person: string
  let env: { [name: string]: string }
  const npx = (...words: string[]) =>
    run('npx', ['--yes', `--package=file:${tarball}`, 'daybook', ...words, '--yes'], { cwd: home, env })
  const emptyNpx = () => rmSync(join(home, 'npm/_npx'), { recursive: true })

  beforeAll(async () => {
    home = tempHome()
    person = join(home, 'person')
    mkdirSync(person)
    const variables = { HOME: person, USERPROFILE: person, XDG_CONFIG_HOME: '', CLAUDE_CONFIG_DIR: '', CODEX_HOME: '' }
    env = { ...environment({ home: join(home, 'daybook'), env: variables }), npm_config_cache: join(home, 'npm') }
    for (const client of clients) await npx('install', client)
  })

  it('what npx installs from the packed file serves a chat when npm has emptied its cache', async () => {
    emptyNpx()
    const desktop = readFileSync(join(person, '.config/Claude/claude_desktop_config.json'), 'utf8')
    const entry = JSON.parse(desktop).mcpServers.daybook
    // As a desktop starts it: with the variables of the entry and hardly any other.
    const few = { HOME: person, PATH: '/usr/bin:/bin', npm_config_cache: join(home, 'npm'), ...entry.env }
    const chat = await connect['the client of 2025-11-25']({ ...entry, env: few })
    expect((await chat.call('get_project_overview')).isError).not.toBe(true)
    await chat.close()
  })

  it('what npx installs from the packed file answers a hook when npm has emptied its cache, and goes without a trace', async () => {
    emptyNpx()
    const { hooks } = JSON.parse(readFileSync(join(person, '.claude/settings.json'), 'utf8'))
    const { command } = hooks.SessionStart[0].hooks[0]
    const hook = run('sh', ['-c', command], { cwd: home, env })
    hook.child.stdin?.end('{"source":"startup"}')
    expect((await hook).stdout).toBe('')
    for (const client of clients) await npx('uninstall', client)
    expect(readdirSync(person)).toEqual([])
  })
})

describe('the bundle for desktop clients', () => {
  let entries: Map<string, { bytes: Buffer }>

  beforeAll(async () => {
    await run('npm', ['run', '-s', 'pack:mcpb', '--', folder, tarball], { cwd: root, ...fromCache, maxBuffer: 1e8 })
    entries = readZip(readFileSync(join(folder, `daybook-${version}.mcpb`)))
  }, 180_000)

  it('its manifest names the program, its version and the tools a chat gets', () => {
    const manifest = JSON.parse(entries.get('manifest.json')?.bytes.toString() ?? '{}')
    expect(manifest).toMatchObject({ name: 'daybook', version, server: { type: 'node' } })
    expect(entries.has(manifest.server.entry_point)).toBe(true)
    expect(manifest.tools.map(({ name }: { name: string }) => name).sort()).toEqual([...core].sort())
    expect([...entries.keys()].filter(name => /sqlite3\.c$|\.map$|package-lock/.test(name))).toEqual([])
  })

  it('an unpacked bundle serves a chat as the manifest says', async () => {
    const unpacked = mkdtempSync(join(folder, 'bundle-'))
    for (const [name, { bytes }] of entries) {
      mkdirSync(dirname(join(unpacked, name)), { recursive: true })
      writeFileSync(join(unpacked, name), bytes)
    }
    const { server, user_config } = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8'))
    const filled: { [variable: string]: string } = {
      '${__dirname}': unpacked,
      '${user_config.toolsets}': user_config.toolsets.default,
    }
    const args = server.mcp_config.args.map((word: string) =>
      word.replace(/\$\{[\w.]+\}/g, name => filled[name] ?? name),
    )
    const place = { command: process.execPath, args, env: environment({ home: tempHome() }) }
    const chat = await connect['the client of 2025-11-25'](place)
    expect((await chat.tools()).map(({ name }) => name).sort()).toEqual([...core].sort())
    expect((await chat.call('get_project_overview')).isError).not.toBe(true)
    await chat.close()
  })
})

let installed: Promise<unknown> | undefined

/** Once for all tests of this file. */
function install(): Promise<unknown> {
  installed ??= (async () => {
    mkdirSync(join(folder, 'app'))
    writeFileSync(join(folder, 'app/package.json'), '{"private":true}\n')
    await run('npm', ['install', '--omit=dev', tarball, ...quietly], { cwd: join(folder, 'app'), ...fromCache })
  })()
  return installed
}

function filesUnder(folder: string): { name: string; size: number }[] {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return entries.map(name => ({ name, size: lstatSync(join(folder, name)).size }))
}

async function firstAddress(stdout: NodeJS.ReadableStream): Promise<string> {
  let printed = ''
  for await (const piece of stdout) {
    printed += String(piece)
    const address = /Daybook listening on (\S+)/.exec(printed)?.[1]
    if (address) return address
  }
  throw new Error(`The server did not start: ${printed}`)
}
