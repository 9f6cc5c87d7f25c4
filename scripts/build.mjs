// Builds dist/: the program (dist/daybook.js and its chunks) and the page (dist/web), or the one that is named:
// node scripts/build.mjs [--if-needed] [program|web]
// With --if-needed it does nothing for a part whose inputs have not changed since its last build.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import { filesUnder, inputsHash } from './inputs-hash.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const ifNeeded = process.argv.includes('--if-needed')

const parts = {
  program: { folder: dist, entries: ['index-worker.js', 'daybook.js'], bundle: bundleProgram },
  web: { folder: join(dist, 'web'), entries: ['index.html'], bundle: bundleWeb },
}
const named = Object.keys(parts).filter(part => process.argv.includes(part))
const wanted = named.length > 0 ? named : Object.keys(parts)

if (stale().length > 0) {
  const unlock = lockBuilds()
  try {
    // Another build may have finished while this one waited for the lock.
    for (const part of stale()) await build(part)
  } catch (error) {
    // esbuild has already told what is wrong; the others have not.
    say(Array.isArray(error.errors) ? 'The build failed; dist is as it was.' : error.stack)
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
  const { folder, entries, bundle } = parts[part]
  const next = join(dist, `.next-${part}`)
  rmSync(next, { recursive: true, force: true })
  await bundle(next)
  replaceFiles(folder, next, entries)
  writeFileSync(stampFile(part), stamp)
  say(`Built the ${part} in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
}

async function bundleProgram(outdir) {
  const { build } = await import('esbuild')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  await build({
    absWorkingDir: root,
    entryPoints: { daybook: 'src/main.ts', 'index-worker': 'src/diary/prepare/index/worker.ts' },
    outdir,
    // Flat, so that a path relative to import.meta.url means the same in every chunk.
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: 'linked',
    sourcesContent: false,
    external: ['@photostructure/sqlite', 'pg-native', 'cloudflare:sockets'],
    define: { __DAYBOOK_VERSION__: JSON.stringify(version) },
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  })
}

async function bundleWeb(outDir) {
  const vite = await import('vite')
  await vite.build({ root: join(root, 'web'), build: { outDir, emptyOutDir: true }, logLevel: 'warn' })
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
