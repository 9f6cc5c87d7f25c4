import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const done = new Set<string>()

/** Builds the program or the page unless it is built from these sources; `npm test` without files has done so before. */
export function ensureBuilt(part: 'program' | 'web'): void {
  if (done.has(part) || process.env.DAYBOOK_TEST_BUILT) return
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs', '--if-needed', part], {
    cwd: root,
    encoding: 'utf8',
    // vitest sets it to "test", which would build the page for development.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error(`The build failed.\n${stderr}`)
  done.add(part)
}
