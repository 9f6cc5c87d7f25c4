import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { dynamicImportVarsPlugin, importGlobPlugin } from 'rolldown/experimental'
import { licences } from './licences.mjs'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

// Messages of zod in fifty languages would be loaded with every command.
const english = "export { default as en } from './en.js'"

/**
 * Bundles programs and what they share as CommonJS, because Node 20 can keep compiled code only of that:
 * bin/code-cache.js. Returns the names of the files, entries first.
 */
export async function bundlePrograms(input, outdir, names = {}) {
  const bundle = await rolldown({
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    input,
    platform: 'node',
    // Its main file finds its own parts only where Node runs it.
    resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
    external: ['@photostructure/sqlite', 'pg-native', 'cloudflare:sockets'],
    transform: { target: 'node20.19', define: { __DAYBOOK_VERSION__: JSON.stringify(version) } },
    plugins: [
      dynamicImportVarsPlugin(),
      importGlobPlugin(),
      licences(),
      { name: 'english-only', load: id => (id.endsWith('/zod/v4/locales/index.js') ? english : null) },
    ],
    logLevel: 'warn',
  })
  const { output } = await bundle.write({
    dir: outdir,
    format: 'cjs',
    // Code that V8 takes from the cache cannot load modules by import().
    dynamicImportInCjs: false,
    // Flat, so that a path relative to import.meta.url means the same in every chunk.
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    // The patterns of secrets are many, and must not be loaded with some small module that many commands share.
    codeSplitting: {
      groups: [
        // A group takes what its modules import as well, so these come first.
        { name: 'zod', test: /node_modules\/zod\//, priority: 3 },
        { name: 'kysely', test: /node_modules\/kysely\//, priority: 3 },
        { name: 'text', test: /kernel\/text\.ts$/, priority: 2 },
        // Small modules that every command needs: one file to find and read instead of many.
        {
          name: 'terminal',
          test: /entry\/cli\/(command-line|diff-text|failure|format|input|json|nearest|rows|terminal|visible)\.ts$|report\/text\/numbers\.ts$/,
        },
        // What every chat needs before its first call, what every command needs of the store, and what every command on
        // records needs besides. Nothing in the first may import from the second, which loads SQLite.
        {
          name: 'operation',
          priority: 1,
          test: /src\/(kernel\/(operation|shape)|projects\/roles|catalog\/built|entry\/cli\/installed)\.ts$/,
        },
        {
          name: 'store',
          test: /src\/((app|invoke|config|toolsets|load-operation|jobs\/jobs|models\/providers|room\/(faults|rooms-later|workspace-rows))\.ts|kernel\/(depth|handles|instants|json|text)\.ts|db\/(migrations\/.+|(location|migrations|mutex|open|sqlite|sqlite-connection|sqlite-faults|start|statement|write-groups))\.ts|projects\/(at-folder|call-operation|owner|slug|store)\.ts|diary\/(config|failure|settings|dates\/(zone|calendar))\.ts|(context|records)\/context\.ts|context\/(echoed|failure)\.ts|records\/open-records\.ts|entry\/cli\/(callables|operation-fields|parts|store|verb)\.ts)/,
        },
        {
          name: 'records',
          test: /src\/(records\/(store\/(sessions|activity|records)|filters|fields|session|find|locate|record-id|states|schema|wire)|db\/tables|projects\/activity)\.ts$/,
        },
        { name: 'records-writing', test: /src\/records\/(idempotency|write-schema)\.ts$|canonicalize/ },
        { name: 'context', test: /src\/context\/(schema|limits|store\/[a-z-]+)\.ts$/ },
        // Searches of records and of sessions make terms alike.
        { name: 'terms', test: /\/(term-runs|terms|snippet)\.ts$|records\/(store\/search|text-fields)\.ts$/ },
        { name: 'secret-rules', priority: 1, test: /evidence\/secret|@secretlint/ },
      ],
    },
    sourcemap: true,
    // Half the text to read at every start; names stay for messages and stacks.
    minify: { compress: false, mangle: false, codegen: true },
    sourcemapExcludeSources: true,
    ...names,
  })
  await bundle.close()
  return output.map(({ fileName }) => fileName)
}
