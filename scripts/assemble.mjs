// Assembles the JSON scanner's WebAssembly text into the module the program carries: node scripts/assemble.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import wabt from 'wabt'

const folder = new URL('../src/transcripts/json-scan/', import.meta.url)

/** The module's bytes, as the text gives them. */
export async function assembled() {
  const { parseWat } = await wabt()
  const text = readFileSync(new URL('json-scan.wat', folder), 'utf8')
  const parsed = parseWat('json-scan.wat', text, { simd: true })
  parsed.validate()
  return Buffer.from(parsed.toBinary({}).buffer)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lines = (await assembled()).toString('base64').match(/.{1,100}/g) ?? []
  const text = `/** json-scan.wat, assembled by scripts/assemble.mjs. */
export const jsonScanModule = [
${lines.map(line => `  '${line}',`).join('\n')}
].join('')
`
  writeFileSync(new URL('module.ts', folder), text)
}
