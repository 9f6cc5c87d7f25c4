import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ensureBuilt } from '../support/built.ts'

// Every thread loads all of its code again before it reads its first transcript.
it('a thread that prepares days loads neither the database nor the server', () => {
  ensureBuilt('program')
  const script = `require(${JSON.stringify(join(process.cwd(), 'dist/index-worker.cjs'))})
process.stdout.write(Object.keys(require.cache).join('\\n'))
process.exit()`
  const loaded = execFileSync(process.execPath, ['--eval', script], { encoding: 'utf8' }).split('\n')
  expect(loaded.some(file => file.endsWith('index-worker.cjs'))).toBe(true)
  expect(loaded.filter(file => /kysely|sqlite|hono|store-/.test(file))).toEqual([])
})
