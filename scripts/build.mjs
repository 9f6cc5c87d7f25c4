// Builds dist/: the program (dist/daybook.js and its chunks) and the web app (dist/web).
// With --if-needed it does nothing when no input changed since the last build.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import { filesUnder, inputsHash } from './inputs-hash.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const stampFile = join(dist, '.stamp')
const ifNeeded = process.argv.includes('--if-needed')

if (!(ifNeeded && isCurrent())) {
  const unlock = lockBuilds()
  try {
    // Another build may have finished while this one waited for the lock.
    if (!(ifNeeded && isCurrent())) await build()
  } catch (error) {
    // esbuild has already told what is wrong; the others have not.
    say(Array.isArray(error.errors) ? 'The build failed; dist is as it was.' : error.stack)
    process.exitCode = 1
  } finally {
    unlock()
  }
}

function isCurrent() {
  if (!existsSync(stampFile) || !existsSync(join(dist, 'daybook.js'))) return false
  return readFileSync(stampFile, 'utf8') === inputsHash(root)
}

// A SQLite transaction is a lock that the system releases when its process dies.
function lockBuilds() {
  const cache = join(root, 'node_modules/.cache/daybook')
  mkdirSync(cache, { recursive: true })
  const lock = new DatabaseSync(join(cache, 'build.lock'))
  lock.exec('pragma busy_timeout = 300000; begin exclusive')
  return () => lock.close()
}

async function build() {
  const started = performance.now()
  const stamp = inputsHash(root)
  const next = join(dist, '.next')
  rmSync(next, { recursive: true, force: true })
  await bundleProgram(next)
  if (existsSync(join(root, 'web/index.html'))) await bundleWeb(join(next, 'web'))
  replaceDist(next)
  writeFileSync(stampFile, stamp)
  say(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
}

async function bundleProgram(outdir) {
  say('Bundling the program …')
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
  say('Bundling the web app …')
  const vite = await import('vite')
  await vite.build({ root: join(root, 'web'), build: { outDir, emptyOutDir: true }, logLevel: 'warn' })
}

// Chunks and assets carry a hash in their name: with the entries moved last, whoever reads dist meanwhile
// finds either the old program whole or the new one whole.
function replaceDist(next) {
  const entries = ['index-worker.js', 'daybook.js', 'web/index.html']
  const made = filesUnder(next)
  const stale = filesUnder(dist).filter(file => !file.startsWith('.') && !made.includes(file))
  for (const file of [
    ...made.filter(file => !entries.includes(file)),
    ...entries.filter(file => made.includes(file)),
  ]) {
    mkdirSync(dirname(join(dist, file)), { recursive: true })
    renameSync(join(next, file), join(dist, file))
  }
  for (const file of stale) rmSync(join(dist, file))
  rmSync(next, { recursive: true })
}

function say(line) {
  process.stderr.write(`${line}\n`)
}
