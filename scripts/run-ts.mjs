// Runs one TypeScript file on Node 20: node scripts/run-ts.mjs <entry.ts> [args …]
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as esbuild from 'esbuild'

const [entry, ...args] = process.argv.slice(2)
if (!entry) {
  process.stderr.write('Name the TypeScript file to run: node scripts/run-ts.mjs <entry.ts> [args …]\n')
  process.exit(2)
}
const root = fileURLToPath(new URL('..', import.meta.url))
const outfile = join(root, `node_modules/.cache/daybook/run-${randomUUID()}.mjs`)
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
    // Once it runs it is loaded, and a benchmark that is killed could not tidy up later.
    banner: { js: `import { rmSync as __rmSync } from 'node:fs'; __rmSync(${JSON.stringify(outfile)});` },
    define: { __DAYBOOK_VERSION__: JSON.stringify(version) },
    plugins: [{ name: 'own-url', setup: keepOwnUrl }],
    logLevel: 'warning',
  })
} catch {
  // esbuild has printed what is wrong.
  process.exit(1)
}
await esbuild.stop()

process.setSourceMapsEnabled(true)
process.argv = [process.execPath, resolve(entry), ...args]
await import(pathToFileURL(outfile).href)

// import.meta.url stays the address of the source file, so that it finds its neighbours as it does under vitest.
function keepOwnUrl(build) {
  build.onLoad({ filter: /\.(ts|mjs)$/ }, ({ path }) => {
    const url = JSON.stringify(pathToFileURL(path).href)
    return {
      contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', url),
      loader: path.endsWith('.ts') ? 'ts' : 'js',
    }
  })
}
