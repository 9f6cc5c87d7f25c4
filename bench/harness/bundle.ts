import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { cacheFolder, projectRoot } from './workspace.ts'

const shared = { bundle: true, platform: 'node', format: 'esm', target: 'node20.19', logLevel: 'warning' } as const

/** A program with everything inside, built and started the way Daybook itself is. Answers the file to run. */
export async function bundleProgram(entry: string, name: string): Promise<string> {
  const require = "import { createRequire as __createRequire } from 'node:module'"
  await build({
    ...shared,
    entryPoints: [join(projectRoot, entry)],
    outfile: join(cacheFolder, `${name}-program.mjs`),
    banner: { js: `${require}; const require = __createRequire(import.meta.url);` },
  })
  const start = join(cacheFolder, `${name}.mjs`)
  writeFileSync(
    start,
    `import module from 'node:module'\nmodule.enableCompileCache?.()\nawait import('./${name}-program.mjs')\n`,
  )
  return start
}

/** A child process of the benchmark itself; packages are loaded from where they are installed. */
export async function bundleChild(entry: string, name: string): Promise<string> {
  const outfile = join(cacheFolder, `${name}.mjs`)
  await build({ ...shared, entryPoints: [join(projectRoot, entry)], outfile, packages: 'external' })
  return outfile
}
