// Runs one TypeScript file on Node 20: node scripts/run-ts.mjs <entry.ts> [args …]
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as esbuild from 'esbuild'

const [entry, ...args] = process.argv.slice(2)
if (!entry) {
  process.stderr.write('Name the TypeScript file to run: node scripts/run-ts.mjs <entry.ts> [args …]\n')
  process.exit(2)
}
const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, 'node_modules/.cache/daybook')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'run-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const outfile = join(folder, 'entry.mjs')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
try {
  await esbuild.build({
    entryPoints: [resolve(entry)],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: `node${process.versions.node}`,
    sourcemap: 'inline',
    define: { __DAYBOOK_VERSION__: JSON.stringify(version) },
    plugins: [{ name: 'own-url', setup: keepOwnUrl }],
    logLevel: 'warning',
  })
} catch {
  // esbuild has told on stderr what is wrong.
  process.exit(1)
}
await esbuild.stop()

process.setSourceMapsEnabled(true)
process.argv = [process.execPath, resolve(entry), ...args]
await import(pathToFileURL(outfile).href)

// import.meta.url stays the address of the source file, so that it finds its neighbours as it does under vitest.
function keepOwnUrl(build) {
  build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
    const url = JSON.stringify(pathToFileURL(path).href)
    return { contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', url), loader: 'ts' }
  })
}
