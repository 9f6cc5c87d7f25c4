// Builds dist/: the program (dist/daybook.cjs and its chunks) and the page (dist/web), or the one that is named:
// node scripts/build.mjs [--if-needed] [program|web]
// With --if-needed it does nothing for a part whose inputs have not changed since its last build.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { DatabaseSync } from '@photostructure/sqlite'
import { filesUnder, inputsHash } from './inputs-hash.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const ifNeeded = process.argv.includes('--if-needed')

const parts = {
  program: {
    folder: dist,
    entries: ['catalog.json', 'callables.json', 'help.json', 'index-worker.cjs', 'daybook.cjs'],
    bundle: bundleProgram,
    warm: warmCodeCache,
  },
  web: {
    folder: join(dist, 'web'),
    entries: ['index.html.br', 'index.html.gz', 'index.html'],
    bundle: bundleWeb,
  },
}
const named = Object.keys(parts).filter(part => process.argv.includes(part))
const wanted = named.length > 0 ? named : Object.keys(parts)

if (stale().length > 0) {
  const unlock = lockBuilds()
  try {
    // Another build may have finished while this one waited for the lock.
    for (const part of stale()) await build(part)
  } catch (error) {
    say(`The build failed; dist is as it was.\n${error.stack}`)
    process.exitCode = 1
  } finally {
    unlock()
  }
}

function stale() {
  return ifNeeded ? wanted.filter(part => !isCurrent(part)) : wanted
}

function isCurrent(part) {
  const { folder, entries } = parts[part]
  if (!existsSync(stampFile(part)) || !entries.every(entry => existsSync(join(folder, entry)))) return false
  return readFileSync(stampFile(part), 'utf8') === inputsHash(root, part)
}

function stampFile(part) {
  return join(dist, `.stamp-${part}`)
}

// A SQLite transaction is a lock that the system releases when its process dies.
function lockBuilds() {
  const cache = join(root, 'node_modules/.cache/daybook')
  mkdirSync(cache, { recursive: true })
  const lock = new DatabaseSync(join(cache, 'build.lock'))
  lock.exec('pragma busy_timeout = 300000; begin exclusive')
  return () => lock.close()
}

async function build(part) {
  const started = performance.now()
  say(`Building the ${part} …`)
  const stamp = inputsHash(root, part)
  const { folder, entries, bundle, warm } = parts[part]
  const next = join(dist, `.next-${part}`)
  rmSync(next, { recursive: true, force: true })
  await bundle(next)
  replaceFiles(folder, next, entries)
  writeFileSync(stampFile(part), stamp)
  warm?.()
  say(`Built the ${part} in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
}

async function bundleProgram(outdir) {
  const { bundlePrograms } = await import('./bundle.mjs')
  // By itself, since every thread loads all of its code again: what it would share comes with much that it does not need.
  // First, because the file of licences is that of the last bundle, which has the packages of both.
  await bundlePrograms({ 'index-worker': 'src/diary/threads/worker.ts' }, outdir, {
    chunkFileNames: 'thread-[name]-[hash].cjs',
    codeSplitting: undefined,
  })
  await bundlePrograms({ daybook: 'src/main.ts', 'describe-program': 'src/entry/cli/describe-program.ts' }, outdir)
  const { describeProgram } = createRequire(import.meta.url)(join(outdir, 'describe-program.cjs'))
  for (const [file, content] of Object.entries(await describeProgram())) {
    writeFileSync(join(outdir, file), JSON.stringify(content))
  }
}

async function bundleWeb(outDir) {
  const vite = await import('vite')
  const { licences } = await import('./licences.mjs')
  await vite.build({
    root: join(root, 'web'),
    build: { outDir, emptyOutDir: true },
    plugins: [licences()],
    logLevel: 'warn',
  })
  for (const file of filesUnder(outDir).filter(file => /\.(html|js|css|svg)$/.test(file))) compress(join(outDir, file))
}

// Once per build at the highest level, so that the server only picks a file.
function compress(file) {
  const content = readFileSync(file)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  writeFileSync(`${file}.br`, brotliCompressSync(content, quality))
  writeFileSync(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }))
}

// Each run keeps the compiled code of what it loaded; the first chat and the first command should find it there.
function warmCodeCache() {
  rmSync(join(dist, '.code-cache'), { recursive: true, force: true })
  const home = mkdtempSync(join(tmpdir(), 'daybook-build-'))
  const message = (id, method, params) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`
  const call = (id, name) => message(id, 'tools/call', { name, arguments: {} })
  const client = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'build', version: '0' } }
  const chat = [
    message(1, 'initialize', client),
    message(undefined, 'notifications/initialized'),
    message(2, 'tools/list'),
    ...['get_project_overview', 'context_build', 'diary_status', 'file_locator'].map((name, at) => call(at + 3, name)),
  ].join('')
  const env = { ...process.env, DAYBOOK_HOME: home }
  for (const [input, ...args] of [
    [chat, 'mcp'],
    ['', 'projects', 'list'],
    ['', 'call', 'list_projects'],
  ]) {
    spawnSync(process.execPath, [join(root, 'bin/daybook.js'), ...args], { env, input, timeout: 60_000 })
  }
  rmSync(home, { recursive: true, force: true })
}

// Chunks and assets carry a hash in their name: with the entries moved last, a process that starts meanwhile
// finds either the old program whole or the new one whole.
function replaceFiles(folder, next, entries) {
  const made = filesUnder(next)
  const old = filesUnder(folder).filter(file => !/^(\.|web\/)/.test(file) && !made.includes(file))
  for (const file of [...made.filter(file => !entries.includes(file)), ...entries]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    renameSync(join(next, file), join(folder, file))
  }
  for (const file of old) rmSync(join(folder, file))
  rmSync(next, { recursive: true })
}

function say(line) {
  process.stderr.write(`${line}\n`)
}
