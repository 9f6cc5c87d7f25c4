// Makes the modules of WebAssembly that the program carries from their sources: node scripts/assemble.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'
import wabt from 'wabt'

const sources = new URL('../src/', import.meta.url)

/** Each source, the file its module is written to, and the name it has there. */
export const modules = [
  { source: 'transcripts/json-scan/json-scan.as', file: 'transcripts/json-scan/module.ts', name: 'jsonScanModule' },
  {
    source: 'diary/search/count-terms/count-terms.wat',
    file: 'diary/search/count-terms/module.ts',
    name: 'countTermsModule',
  },
]

/** The module's bytes, as its source gives them. */
export async function assembled({ source }) {
  const text = readFileSync(new URL(source, sources), 'utf8')
  return source.endsWith('.as') ? compiled(text) : translated(source, text)
}

/** AssemblyScript. Its own data, a few texts, is put where the sources leave room: below the long strings of json-scan.as. */
async function compiled(text) {
  const options =
    '-O3 --noAssert --runtime stub --enable simd --initialMemory 75 --memoryBase 640000 --outFile module.wasm'
  let bytes
  const { error, stderr } = await asc.main(['source.ts', ...options.split(' ')], {
    readFile: name => (name === 'source.ts' ? text : null),
    writeFile: (_, content) => {
      bytes = Buffer.from(content)
    },
    listFiles: () => [],
  })
  if (error) throw new Error(stderr.toString(), { cause: error })
  return bytes
}

/** The text form of WebAssembly itself. */
async function translated(name, text) {
  const { parseWat } = await wabt()
  const parsed = parseWat(name, text, { simd: true, bulk_memory: true })
  parsed.validate()
  return Buffer.from(parsed.toBinary({}).buffer)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const module of modules) {
    const lines = (await assembled(module)).toString('base64').match(/.{1,100}/g) ?? []
    const text = `/** ${module.source.split('/').at(-1)}, made by scripts/assemble.mjs. */
export const ${module.name} = [
${lines.map(line => `  '${line}',`).join('\n')}
].join('')
`
    writeFileSync(new URL(module.file, sources), text)
  }
}
