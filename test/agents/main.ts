// Real Claude Code and real Codex, each on a scripted model: they write genuine transcripts, which are prepared and
// read, and then generate the report of that day through our MCP server. Started by `npm run test:agents`.

import assert from 'node:assert/strict'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onlyRoots } from '../../src/transcripts/agents.ts'
import { anthropicService } from './anthropic-service.ts'
import { diaryStep, type Situation, type Step } from './brain.ts'
import { responsesService } from './responses-service.ts'
import { runProgram } from './run-program.ts'

const [claudeBin = 'claude', codexBin = 'codex'] = process.argv.slice(2)
const daybook = fileURLToPath(new URL('../../bin/daybook.js', import.meta.url))
// Codex keeps no helpers below the folder for temporary files, and says so in every run.
const home = realpathSync(mkdtempSync(join(process.env.DAYBOOK_AGENTS_TMP ?? tmpdir(), 'daybook-agents-')))
const project = join(home, 'ledger')
const asked = 'Round amounts half to even in money.js and check the file.'
const fixed =
  'export const round = cents => (cents % 1 === 0.5 && Math.floor(cents) % 2 === 0 ? Math.floor(cents) : Math.round(cents))'
const checking = 'node --test'
const tools: { [source: string]: object } = {
  'claude-code': { Read: 1, Edit: 1, Bash: 1 },
  codex: { exec_command: 2, apply_patch: 1 },
}

const messages = await anthropicService(situation => stepFor(situation, claudeWork))
const responses = await responsesService(situation => stepFor(situation, codexWork))
try {
  await work()
  await generate('claude')
  await generate('codex')
  process.stdout.write('All of it holds.\n')
} finally {
  messages.close()
  responses.close()
  if (process.env.DAYBOOK_AGENTS_KEEP) process.stdout.write(`Kept: ${home}\n`)
  else rmSync(home, { recursive: true, force: true, maxRetries: 5 })
}

/** Both agents change a file and check it; what they write about it is what Daybook is made to read. */
async function work(): Promise<void> {
  mkdirSync(project, { recursive: true })
  writeFileSync(join(project, 'package.json'), '{"type":"module"}\n')
  writeFileSync(join(project, 'money.js'), 'export const round = cents => Math.round(cents)\n')
  const test = "import test from 'node:test'\nimport { round } from './money.js'\ntest('rounds', () => round(1.5))\n"
  writeFileSync(join(project, 'money.test.js'), test)
  await run(
    claudeBin,
    ['-p', '--output-format', 'stream-json', '--verbose', '--permission-mode', 'acceptEdits', '--allowedTools', 'Bash'],
    asked,
  )
  const codex = ['exec', '--json', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', ...provider()]
  await run(codexBin, [...codex, '-'], asked)

  const { counters } = await diary('prepare', '--today', '--json')
  assert.equal(counters.sessions_included, 2, 'both sessions are read')
  assert.equal(counters.turns_in_window, 2, 'each is one turn')
  assert.equal(counters.malformed_lines, 0)
  const { files_found, files_unchanged, files_appended, files_parsed, files_unreadable } = counters
  assert.equal(
    files_found,
    files_unchanged + files_appended + files_parsed + files_unreadable,
    'files are accounted for',
  )
  const excluded = Object.values<number>(counters.sessions_excluded).reduce((sum, count) => sum + count, 0)
  assert.equal(counters.sessions_found, counters.sessions_included + excluded, 'sessions are accounted for')
  const [key = ''] = readdirSync(join(workspace(), 'projects'))
  assert.match(key, /^ledger-/, 'both belong to the folder they worked in')
  const facts = lines(join(workspace(), 'projects', key, 'turn-facts.jsonl'))
  assert.deepEqual(facts.map(({ source }) => source).sort(), ['claude-code', 'codex'])
  for (const fact of facts) {
    process.stdout.write(
      `${fact.source}: ${JSON.stringify({ files: fact.files, tools: fact.tools, tokens: fact.tokens, models: fact.models, checks: fact.checks })}\n`,
    )
    assert.deepEqual(
      fact.files.map(({ path }: { path: string }) => path),
      ['money.js'],
      `${fact.source}: the edit is seen`,
    )
    assert.ok(fact.tokens?.output > 0, `${fact.source}: its tokens are counted`)
    assert.deepEqual(
      fact.checks.map(({ kind, verdict }: Record<string, string>) => [kind, verdict]),
      [['test', 'pass']],
      `${fact.source}: the check is seen`,
    )
    assert.equal(fact.interrupted, false)
    assert.deepEqual(fact.tools, tools[fact.source], `${fact.source}: every call is counted once`)
  }
  const sources: { source: string; warnings: object }[] = (await diary('sources', '--json')).sources
  for (const { source, warnings } of sources) assert.deepEqual(warnings, {}, `${source}: nothing drifted`)
}

/** The whole day once more, by the agent itself. */
async function generate(name: 'claude' | 'codex'): Promise<void> {
  const result = await diary('generate', '--today', '--with', name, '--yes', '--fresh', 'all', '--json')
  process.stdout.write(`${name}: ${JSON.stringify(result.totals ?? result)}\n`)
  assert.deepEqual(result.totals.chains_by_producer, { [name]: 2 }, `${name} wrote every chain`)
  assert.equal(result.totals.uncovered_turns, 0)
  assert.equal(result.totals.fallbacks, 0)
  assert.ok(result.totals.tokens > 0, 'what it used is known')
  const report = JSON.parse(readFileSync(join(workspace(), 'daily-report.json'), 'utf8'))
  assert.deepEqual([report.title.text, report.title.by], ['Money is rounded half to even', 'agent'])
  // Its own conversations are no work of the user's.
  const { counters } = await diary('prepare', '--today', '--refresh', '--json')
  assert.equal(counters.turns_in_window, 2)
}

function stepFor(situation: Situation, ownWork: (situation: Situation) => Step): Step {
  if (/# (Extract evidence|Synthesize a project|Narrate a day)\n/.test(situation.prompt)) {
    const operation = diaryStep(situation)
    if (!operation) return { say: 'All of it is written.' }
    const tool = situation.tools.find(name => name.endsWith(operation.call))
    return tool ? { use: tool, input: operation.input } : { say: `There is no ${operation.call}.` }
  }
  return situation.prompt.includes(asked) ? ownWork(situation) : { say: 'A change of money' }
}

function claudeWork({ steps }: Situation): Step {
  const file_path = join(project, 'money.js')
  const all: Step[] = [
    { use: 'Read', input: { file_path } },
    {
      use: 'Edit',
      input: { file_path, old_string: 'export const round = cents => Math.round(cents)', new_string: fixed },
    },
    { use: 'Bash', input: { command: checking, description: 'Run the tests' } },
    { say: 'Amounts are rounded half to even now.' },
  ]
  return all[steps.length] ?? { say: 'Done.' }
}

function codexWork({ steps }: Situation): Step {
  const patch = `apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: money.js\n@@\n-${fixed}\n+${fixed} // both signs\n*** End Patch\nEOF`
  const all: Step[] = [
    { use: 'exec_command', input: { cmd: 'cat money.js' } },
    { use: 'exec_command', input: { cmd: patch } },
    { use: 'exec_command', input: { cmd: checking } },
    { say: 'The comment says so now.' },
  ]
  return all[steps.length] ?? { say: 'Done.' }
}

function provider(): string[] {
  const table = `{name="scripted",base_url=${JSON.stringify(responses.url)},env_key="SCRIPTED_KEY",wire_api="responses"}`
  return ['-c', 'model_provider="scripted"', '-c', `model_providers.scripted=${table}`, '-m', 'gpt-5.1-codex']
}

function environment(): NodeJS.ProcessEnv {
  const codexWithProvider = join(home, 'codex')
  // Daybook has Codex ignore the user's settings, so the scripted service is named on the command line.
  const [, ...args] = ['', ...provider()].map(arg => `'${arg.replaceAll("'", "'\\''")}'`)
  writeFileSync(
    codexWithProvider,
    `#!/bin/sh\ncase "$*" in *--version*|*--help*) exec '${codexBin}' "$@";; esac\nshift\nexec '${codexBin}' exec ${args.join(' ')} "$@"\n`,
  )
  chmodSync(codexWithProvider, 0o755)
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME ?? homedir(),
    ANTHROPIC_BASE_URL: messages.url,
    ANTHROPIC_API_KEY: 'scripted',
    CLAUDE_CONFIG_DIR: join(home, 'claude-home'),
    CODEX_HOME: join(home, 'codex-home'),
    SCRIPTED_KEY: 'scripted',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    IS_SANDBOX: '1',
    DAYBOOK_HOME: join(home, 'daybook'),
    ...onlyRoots({
      'claude-code': join(home, 'claude-home', 'projects'),
      codex: join(home, 'codex-home', 'sessions'),
    }),
    DAYBOOK_TIMEZONE: 'UTC',
    DAYBOOK_CLAUDE_BIN: claudeBin,
    DAYBOOK_CODEX_BIN: codexWithProvider,
  }
}

function run(program: string, args: string[], input: string): Promise<string> {
  mkdirSync(join(home, 'codex-home'), { recursive: true })
  return runProgram(program, args, { cwd: project, env: environment(), input })
}

async function diary(...args: string[]) {
  return JSON.parse(await run(process.execPath, [daybook, 'diary', ...args], ''))
}

function workspace(): string {
  const [day = ''] = readdirSync(join(home, 'daybook', 'diary', 'work')).filter(name => /^\d{4}-/.test(name))
  return join(home, 'daybook', 'diary', 'work', day)
}

function lines(path: string) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
}
