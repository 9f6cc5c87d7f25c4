import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { bundlePrograms } from '../../scripts/bundle.mjs'
import { cacheFolder, projectRoot } from './workspace.ts'

/** A program with everything inside, built and started the way Daybook itself is. Returns the file to run. */
export async function bundleProgram(entry: string, name: string): Promise<string> {
  const folder = join(cacheFolder, name)
  rmSync(folder, { recursive: true, force: true })
  const [file = ''] = await bundlePrograms({ [name]: entry }, folder, { entryFileNames: '[name]-[hash].cjs' })
  const start = join(folder, 'start.cjs')
  writeFileSync(
    start,
    `const { enableCompileCache } = require('node:module')
if (enableCompileCache) {
  enableCompileCache()
  require('./${file}')
} else require(${JSON.stringify(join(projectRoot, 'bin/code-cache.js'))}).loadProgram(${JSON.stringify(join(folder, file))})
`,
  )
  return start
}

/** A child process of the benchmark itself; packages are loaded from where they are installed. */
export async function bundleChild(entry: string, name: string): Promise<string> {
  const outfile = join(cacheFolder, `${name}.mjs`)
  await build({
    entryPoints: [join(projectRoot, entry)],
    outfile,
    packages: 'external',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'warning',
  })
  return outfile
}
