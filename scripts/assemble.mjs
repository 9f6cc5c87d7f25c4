// Assembles the texts of WebAssembly into the modules the program carries: node scripts/assemble.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import wabt from 'wabt'

const sources = new URL('../src/', import.meta.url)

/** Each text, the file its module is written to, and the name it has there. */
export const modules = [
  { text: 'transcripts/json-scan/json-scan.wat', file: 'transcripts/json-scan/module.ts', name: 'jsonScanModule' },
  {
    text: 'diary/search/count-terms/count-terms.wat',
    file: 'diary/search/count-terms/module.ts',
    name: 'countTermsModule',
  },
]

/** The module's bytes, as the text gives them. */
export async function assembled({ text }) {
  const { parseWat } = await wabt()
  const parsed = parseWat(text, readFileSync(new URL(text, sources), 'utf8'), { simd: true, bulk_memory: true })
  parsed.validate()
  return Buffer.from(parsed.toBinary({}).buffer)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const module of modules) {
    const lines = (await assembled(module)).toString('base64').match(/.{1,100}/g) ?? []
    const text = `/** ${module.text.split('/').at(-1)}, assembled by scripts/assemble.mjs. */
export const ${module.name} = [
${lines.map(line => `  '${line}',`).join('\n')}
].join('')
`
    writeFileSync(new URL(module.file, sources), text)
  }
}
