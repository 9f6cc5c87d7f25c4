import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as esbuild from 'esbuild'
import type { Construction, Pattern } from './find.ts'

/**
 * The patterns that are constructed while the modules are loaded, or by `lazy` when they are first used, by loading the
 * modules with a `RegExp` that records them. What is constructed later, from data, is not found here.
 */
export async function constructedOnLoad(root: string, constructions: readonly Construction[]): Promise<Pattern[]> {
  const made: Pattern[] = []
  const files = [...new Set(constructions.map(({ file }) => file))]
  const outfile = join(root, `node_modules/.cache/daybook/regexes-${randomUUID()}.mjs`)
  await esbuild.build({
    stdin: { contents: files.map(file => `import ${JSON.stringify(`./${file}`)}`).join('\n'), resolveDir: root },
    outfile,
    bundle: true,
    // Modules are loaded for what they do while loading, although nothing of them is used.
    treeShaking: false,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    define: { __DAYBOOK_VERSION__: '"0"' },
    plugins: [{ name: 'record-constructions', setup: build => recordConstructions(build, root, constructions) }],
    logLevel: 'warning',
  })
  const lazies: (() => unknown)[] = []
  Object.assign(globalThis, {
    [lazyMakers]: lazies,
    [recorder]: (place: string) =>
      function constructed(source: string | RegExp, flags?: string) {
        const regex = new RegExp(source, flags)
        made.push({ source: regex.source, flags: regex.flags, place })
        return regex
      },
  })
  try {
    await import(pathToFileURL(outfile).href)
    // Only now, because a maker may use what its module declares further down.
    for (const make of lazies) make()
  } finally {
    rmSync(outfile, { force: true })
  }
  return made
}

const recorder = '__recordRegExp'
const lazyMakers = '__lazyMakers'

function recordConstructions(build: esbuild.PluginBuild, root: string, constructions: readonly Construction[]): void {
  build.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
    const file = relative(root, path).replaceAll('\\', '/')
    let contents = readFileSync(path, 'utf8')
    if (file === 'src/kernel/lazy.ts') contents = contents.replace('{\n', `{\n  globalThis.${lazyMakers}.push(make)\n`)
    const own = constructions.filter(each => each.file === file).sort((one, other) => other.start - one.start)
    for (const { place, start, end } of own)
      contents = `${contents.slice(0, start)}(globalThis.${recorder}(${JSON.stringify(place)}))${contents.slice(end)}`
    return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' }
  })
}
