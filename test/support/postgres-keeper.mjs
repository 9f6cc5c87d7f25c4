// Owns one PostgreSQL server for as long as its stdin stays open, so that the server and its folder go away
// however the process that wanted it ends: a return, a signal to the group, or kill -9.
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findPostgres, readyPostgres } from './postgres-binaries.mjs'

const { durable, revive, source, log } = JSON.parse(process.argv[2] ?? '{}')
const fast = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
const folder = mkdtempSync(join(tmpdir(), 'daybook-postgres-'))
const data = join(folder, 'data')
const password = randomBytes(12).toString('hex')
let child
let leaving = false

process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
process.stdin.resume().once('close', leave)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, leave)

try {
  const account = unprivilegedAccount()
  const bin = readyPostgres(findPostgres(source), folder, account.uid !== undefined)
  await createCluster(bin, account)
  const port = await startServer(bin, account)
  process.stdout.write(`${JSON.stringify({ url: `postgres://daybook:${password}@127.0.0.1:${port}/postgres` })}\n`)
  for (await once(child, 'exit'); !leaving; await once(child, 'exit')) {
    if (!revive) throw new Error('The PostgreSQL server stopped by itself.')
    await startServer(bin, account, port)
  }
} catch (error) {
  if (!leaving) process.stderr.write(`${error.message}\n`)
  process.exitCode = leaving ? 0 : 1
}
process.exit()

function leave() {
  if (leaving) return
  leaving = true
  if (!child || child.exitCode !== null) process.exit(0)
  // The data is thrown away, so the server need not write it out first.
  child.kill('SIGQUIT')
  globalThis.setTimeout(() => child.kill('SIGKILL'), 5000).unref()
}

// PostgreSQL refuses to run as root.
function unprivilegedAccount() {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const uid = idOf('-u', name)
    const gid = idOf('-g', name)
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  throw new Error('PostgreSQL does not run as root. Add a user for it: useradd --system postgres')
}

function idOf(flag, name) {
  try {
    return Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    return undefined
  }
}

async function createCluster(bin, account) {
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  mkdirSync(data, { mode: 0o700 })
  if (account.uid !== undefined)
    for (const path of [folder, data, passwordFile]) chownSync(path, account.uid, account.gid)

  const options = ['--username=daybook', '--auth=scram-sha-256', '--encoding=UTF8', '--no-sync', '--lc-messages=C']
  const args = [`--pgdata=${data}`, `--pwfile=${passwordFile}`, `--locale=${unicodeLocale()}`, ...options]
  const report = run(join(bin, 'initdb'), args, account)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`initdb failed.\n${report()}`)
}

// Full-text search lowers letters by the locale, and plain C knows only ASCII ones.
function unicodeLocale() {
  try {
    const known = execFileSync('locale', ['-a'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n')
    return known.find(name => /^(C|en_US)\.utf-?8$/i.test(name)) ?? 'C'
  } catch {
    return 'C'
  }
}

async function startServer(bin, account, known) {
  for (let attempt = 1; ; attempt += 1) {
    const port = known ?? (await freePort())
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200']
    const args = [...settings, ...(durable ? [] : fast)].flatMap(setting => ['-c', setting])
    const report = run(join(bin, 'postgres'), ['-D', data, ...args], account)
    if (await ready()) return port
    // Another process may take the free port between asking for it and using it; the children of a killed server
    // take a moment to notice.
    if (leaving || attempt === (known ? 50 : 3)) throw new Error(`PostgreSQL did not start.\n${report()}`)
    if (known) await setTimeout(100)
  }
}

function run(file, args, account) {
  let tail = ''
  child = spawn(file, args, { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  child.stderr.setEncoding('utf8').on('data', text => {
    tail = (tail + text).slice(-8000)
    if (log) appendFileSync(log, text)
    if (tail.includes('ready to accept connections')) child.emit('ready')
  })
  child.on('error', error => {
    tail += error.message
    child.emit('exit', 1)
  })
  return () => tail
}

function ready() {
  return new Promise(resolve => {
    child.once('ready', () => resolve(true))
    child.once('exit', () => resolve(false))
  })
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}
