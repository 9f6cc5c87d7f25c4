// npm run test:conformance: the official MCP conformance suite against our server, for both protocol revisions.
// With --write the outcome also becomes docs/reference/conformance.md.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const suite = '@modelcontextprotocol/conformance'
const suiteVersion = '0.2.0-alpha.12'
const root = fileURLToPath(new URL('..', import.meta.url))
const notApplicable = JSON.parse(readFileSync(join(root, 'test/conformance/not-applicable.json'), 'utf8'))

const installed = await install()
const server = spawn(process.execPath, ['scripts/run-ts.mjs', 'test/conformance/serve-fixtures.ts'], {
  cwd: root,
  stdio: ['pipe', 'pipe', 'inherit'],
})
const outcomes = []
try {
  const url = await firstLine(server)
  for (const revision of Object.keys(notApplicable)) outcomes.push(...(await judge(revision, url)))
} finally {
  server.stdin.end()
}

const report = reportOf(outcomes)
process.stdout.write(report)
if (process.argv.includes('--write')) {
  mkdirSync(join(root, 'docs/reference'), { recursive: true })
  writeFileSync(join(root, 'docs/reference/conformance.md'), report)
}
if (outcomes.some(({ verdict }) => verdict === 'FAILS')) process.exitCode = 1

// The suite is not a dependency of ours: it has a cache of its own, with the Node it needs.
async function install() {
  const folder = join(root, `node_modules/.cache/daybook/conformance-${suiteVersion}`)
  const program = join(folder, `node_modules/${suite}/dist/index.js`)
  const needsNode = Number(process.versions.node.split('.')[0]) < 22
  const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const node = needsNode ? join(folder, `node_modules/${nodePackage}/bin/node`) : process.execPath
  if (existsSync(program) && existsSync(node)) return { program, node }

  process.stderr.write(`Installing ${suite} ${suiteVersion} …\n`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n')
  const packages = [`${suite}@${suiteVersion}`, ...(needsNode ? [`${nodePackage}@22`] : [])]
  const npm = ['npm', 'install', '--no-audit', '--no-fund', '--save-exact', '--loglevel=error', ...packages]
  const code = await run(npm, { cwd: folder, stdio: ['ignore', 2, 2] })
  if (code !== 0) throw new Error('The suite could not be installed. It comes from npm: check the network, try again.')
  return { program, node }
}

async function run([command, ...args], options) {
  const [code] = await once(spawn(command, args, options), 'exit')
  return code
}

async function firstLine(child) {
  for await (const line of createInterface(child.stdout)) return line
  throw new Error('The fixture server did not start.')
}

async function judge(revision, url) {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-conformance-results-'))
  try {
    const { node, program } = installed
    // Its exit code counts what does not apply to us as failed; the checks it saves are judged below instead.
    const command = [node, program, 'server', '--url', url, '--requirements', revision, '-o', folder]
    await run(command, { stdio: 'ignore' })
    const results = readdirSync(folder).map(name => ({
      scenario: name.replace(/^server-(.*)-\d{4}-\d\d-\d\dT.*$/, '$1'),
      checks: JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')),
    }))
    return [...results.map(result => outcomeOf(revision, result)), ...stale(revision, results)]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function outcomeOf(revision, { scenario, checks }) {
  const reasons = notApplicable[revision]
  if (reasons[scenario]) return { revision, scenario, verdict: 'does not apply', note: reasons[scenario] }
  const counted = checks.filter(({ id }) => !reasons[`${scenario}:${id}`])
  const failed = counted.filter(({ status }) => status === 'FAILURE')
  // Every scenario also checks the messages themselves; that alone does not exercise it.
  const passed = counted.filter(({ status, id }) => status === 'SUCCESS' && id !== 'wire-schema-valid')
  const left = [...new Set(checks.map(({ id }) => id))].filter(id => reasons[`${scenario}:${id}`])
  const note = [
    ...failed.map(({ id, errorMessage }) => `${id}: ${errorMessage ?? 'failed'}`),
    passed.length === 0 ? 'No check was exercised.' : `Checks that pass: ${passed.length}.`,
    ...left.map(id => `Without ${id}: ${reasons[`${scenario}:${id}`]}`),
  ].join(' ')
  return { revision, scenario, verdict: failed.length === 0 && passed.length > 0 ? 'passes' : 'FAILS', note }
}

// An entry that excuses nothing any more would excuse a new fault one day.
function stale(revision, results) {
  const known = results.flatMap(({ scenario, checks }) => [scenario, ...checks.map(({ id }) => `${scenario}:${id}`)])
  return Object.keys(notApplicable[revision])
    .filter(key => !known.includes(key))
    .map(key => ({
      revision,
      scenario: key,
      verdict: 'FAILS',
      note: 'Listed as not applicable, but not in the suite.',
    }))
}

function reportOf(outcomes) {
  const sections = Object.keys(notApplicable).map(revision => {
    const all = outcomes.filter(outcome => outcome.revision === revision)
    const named = verdict => all.filter(outcome => outcome.verdict === verdict)
    const [passing, failing, excluded] = ['passes', 'FAILS', 'does not apply'].map(named)
    return [
      `## ${revision}`,
      '',
      `${passing.length} of ${passing.length + failing.length} server scenarios that apply pass; ${excluded.length} do not apply.`,
      '',
      '| scenario | outcome | note |',
      '|---|---|---|',
      ...[...failing, ...passing, ...excluded].map(row => `| ${row.scenario} | ${row.verdict} | ${row.note} |`),
    ].join('\n')
  })
  const title = `# MCP conformance\n\nMade by \`npm run test:conformance -- --write\` with ${suite} ${suiteVersion}.`
  return `${[title, ...sections].join('\n\n')}\n`
}
