// npm run docs: writes docs/reference/ from what the program itself declares. With --check it writes nothing and fails
// naming each file that is not up to date.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { referencePages } from './docs/pages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const stale: string[] = []
for (const { file, text } of await referencePages()) {
  if (committed(file) === text) continue
  stale.push(file)
  if (process.argv.includes('--check')) continue
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}
report()

function committed(file: string): string | undefined {
  try {
    return readFileSync(join(root, file), 'utf8')
  } catch {
    return undefined
  }
}

function report(): void {
  const check = process.argv.includes('--check')
  const said = check ? 'is not what the program declares' : 'written'
  for (const file of stale) process.stderr.write(`${file}: ${said}\n`)
  if (stale.length === 0) process.stderr.write('The reference is up to date.\n')
  if (!check || stale.length === 0) return
  process.stderr.write('Run `npm run docs` and commit the result.\n')
  process.exitCode = 1
}
