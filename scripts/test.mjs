// npm test and npm run test:deep: what the suite needs, then vitest. Arguments go on to vitest: npm test -- src/records
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findPostgres } from '../test/support/postgres-binaries.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureNginx } from './nginx.mjs'
import { ensureShells } from './shells.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const isDeep = process.argv[2] === '--deep'
const args = process.argv.slice(isDeep ? 3 : 2)
const isWhole = args.every(arg => arg.startsWith('-'))
const env = { ...process.env, ...(isDeep && { DAYBOOK_TEST_TIER: 'deep' }) }
// What runs on both engines does so where files are named; else each tier has one of them.
if (isWhole) env.DAYBOOK_TEST_ENGINE = isDeep ? 'postgres' : 'sqlite'

// Ctrl-C reaches vitest too; this process waits for it to clean up.
process.on('SIGINT', () => {})

// A run of some files makes what they turn out to need; a whole run makes everything first, and fails early.
if (isWhole) {
  try {
    findPostgres()
    ensureChromium()
    if (isDeep) ensureNginx()
    if (isDeep) ensureShells()
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
  if ((await node('scripts/build.mjs', '--if-needed')) !== 0) process.exit(1)
  env.DAYBOOK_TEST_BUILT = '1'
}

const cache = join(root, 'node_modules/.cache/daybook')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'test-'))
const report = join(folder, 'report.json')
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
const code = await node('node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args)
const { passed, failed } = existsSync(report)
  ? count(JSON.parse(readFileSync(report, 'utf8')))
  : { passed: 0, failed: 0 }
rmSync(folder, { recursive: true })

// A run can also fail outside any test, for example by an unhandled rejection.
process.stdout.write(`Tests: ${passed} passed, ${code === 0 ? failed : Math.max(failed, 1)} failed\n`)
process.exitCode = code

async function node(script, ...args) {
  const child = spawn(process.execPath, [join(root, script), ...args], { cwd: root, env, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  return code ?? 1
}

// A file that cannot be loaded holds no tests, so it counts as one failure of its own.
function count({ numPassedTests, numFailedTests, testResults }) {
  const unloaded = testResults.filter(file => file.status === 'failed' && file.assertionResults.length === 0)
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length }
}
