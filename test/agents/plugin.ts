// Real Claude Code and real Codex with the plugin, each on a scripted model: a person works, compacts, goes on and ends,
// and types no command of Daybook. Started by `npm run test:agents`.

import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import { withLock } from '../../src/files/lock.ts'
import { anthropicService } from './anthropic-service.ts'
import type { Situation, Step } from './brain.ts'
import { responsesService } from './responses-service.ts'
import { runProgram } from './run-program.ts'

const [claudeBin = 'claude', codexBin = 'codex'] = process.argv.slice(2)
const root = fileURLToPath(new URL('../..', import.meta.url))
const daybook = join(root, 'bin/daybook.js')
const home = realpathSync(mkdtempSync(join(process.env.DAYBOOK_AGENTS_TMP ?? tmpdir(), 'daybook-plugin-')))
const project = join(home, 'ledger')
const rule = 'Never touch the file ledger.sql.'
const asked = `Write the rounding into money.js. ${rule}`
const goOn = 'Go on with the tests.'
const told = 'The user’s own words from before this chat was compacted'

/** What the models were sent, newest last. */
const seen: string[] = []
const messages = await anthropicService(claudeStep)
const responses = await responsesService(situation => {
  seen.push(situation.shown)
  return { say: 'Done.' }
})
const table = `{name="scripted",base_url=${JSON.stringify(responses.url)},env_key="SCRIPTED_KEY",wire_api="responses"}`
const codexFlags = [
  ...[
    '--json',
    '--skip-git-repo-check',
    '--dangerously-bypass-approvals-and-sandbox',
    '--dangerously-bypass-hook-trust',
  ],
  // The model reports 1,050 tokens for every answer, so that every turn after the first begins with a compaction.
  ...['-c', 'model_auto_compact_token_limit=1000', '-c', 'model_provider="scripted"'],
  ...['-c', `model_providers.scripted=${table}`, '-m', 'gpt-5.1-codex'],
]
try {
  prepare()
  for (const client of [claude('plugin'), codex('plugin')]) await workWithPlugin(client)
  await lookAtTheDay()
  for (const client of [claude('installed'), codex('installed')]) await workAfterInstall(client)
  await withoutDatabase()
  // A reading beside the last chat still writes to the home.
  await withLock(join(home, 'daybook/hooks/reading.lock'), 'exclusive', 60_000, async () => {})
  process.stdout.write('The plugin holds.\n')
} finally {
  messages.close()
  responses.close()
  if (process.env.DAYBOOK_AGENTS_KEEP) process.stdout.write(`Kept: ${home}\n`)
  else rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
}

/** A chat client with settings of its own. */
interface Client {
  name: 'claude' | 'codex'
  folder: string
  addPlugin(): Promise<unknown>
  begin(prompt: string): Promise<string>
  goOn(prompt: string): Promise<string>
  compact(): Promise<unknown>
}

function claude(name: string): Client {
  const folder = join(home, `claude-${name}`)
  const run = (...args: string[]) => runIn(folder, claudeBin, args)
  const session = crypto.randomUUID()
  const tools = ['--permission-mode', 'acceptEdits', '--allowedTools', 'mcp__plugin_daybook_daybook']
  return {
    ...{ name: 'claude', folder },
    async addPlugin() {
      await run('plugin', 'validate', '--strict', join(root, 'assets/plugin'))
      await run('plugin', 'marketplace', 'add', root)
      await run('plugin', 'install', 'daybook@daybook')
    },
    begin: prompt => run('-p', ...tools, '--session-id', session, prompt),
    goOn: prompt => run('-p', '--resume', session, prompt),
    compact: () => run('-p', '--resume', session, '/compact'),
  }
}

function codex(name: string): Client {
  const folder = join(home, `codex-${name}`)
  const run = (args: string[], input = '') => runIn(folder, codexBin, args, input)
  return {
    ...{ name: 'codex', folder },
    async addPlugin() {
      await run(['plugin', 'marketplace', 'add', root])
      await run(['plugin', 'add', 'daybook@daybook'])
    },
    begin: prompt => run(['exec', ...codexFlags, '-'], prompt),
    goOn: prompt => run(['exec', 'resume', '--last', ...codexFlags, '-'], prompt),
    // It has no command for that here; it compacts by itself.
    compact: async () => {},
  }
}

/** A person who adds the plugin, works, compacts, goes on and ends; the model is told again what the compaction dropped. */
async function workWithPlugin(client: Client): Promise<void> {
  await client.addPlugin()
  await client.begin(asked)
  await client.goOn('And the signs?')
  await client.compact()
  await client.goOn(goOn)
  const last = seen.at(-1) ?? ''
  assert.ok(last.includes(goOn), `${client.name}: it went on`)
  assert.ok(last.includes(told), `${client.name}: it is told what the compaction dropped`)
  assert.ok(last.slice(last.indexOf(told)).includes(rule), `${client.name}: the person’s constraint, verbatim`)
}

/** Everything is kept though the clients' own files are gone, and the day's report has both sessions. */
async function lookAtTheDay(): Promise<void> {
  await until(() => keptTranscripts() === 2, 'both transcripts are archived')
  for (const folder of ['claude-plugin/projects', 'codex-plugin/sessions'])
    rmSync(join(home, folder), { recursive: true })
  const found = await run(process.execPath, [daybook, 'search', 'rounding', '--in', 'sessions', '--json'])
  assert.ok(found.includes(rule), 'past sessions are found')
  const made = JSON.parse(await run(process.execPath, [daybook, 'diary', 'generate', '--today', '--json']))
  assert.equal(made.totals.uncovered_turns, 0)
  const day = new Date().toISOString().slice(0, 10)
  const report = readFileSync(join(home, 'daybook/diary/work', day, 'daily-report.json'), 'utf8')
  const sessions = new Set(report.match(/"session_ref":\s*"[^"]+"/g))
  assert.equal(sessions.size, 2, 'the report of the day has both sessions')
}

/** The same hooks from `daybook install`, and nothing of them afterwards. */
async function workAfterInstall(client: Client): Promise<void> {
  const before = keptTranscripts()
  const install = (verb: string) => runIn(client.folder, process.execPath, [daybook, verb, client.name, '--yes'])
  mkdirSync(client.folder, { recursive: true })
  await install('install')
  await client.begin(`Look at ${client.name}.`)
  await until(() => keptTranscripts() === before + 1, `${client.name}: the end of a chat archives it`)
  await install('uninstall')
  for (const file of ['settings.json', 'hooks.json', 'commands', 'prompts', 'config.toml']) {
    const path = join(client.folder, file)
    const left =
      existsSync(path) && !file.includes('.') ? 'a folder' : existsSync(path) ? readFileSync(path, 'utf8') : ''
    assert.ok(!left.includes('daybook') && left !== 'a folder', `${client.name}: ${file} holds nothing of Daybook`)
  }
}

/** What a chat shows is the same when the database is missing, locked or damaged; the log has a line. */
async function withoutDatabase(): Promise<void> {
  const client = claude('plugin')
  const database = join(home, 'daybook/daybook.db')
  const said = await client.begin('Say when it is done.')
  for (const ending of ['', '-wal', '-shm']) rmSync(`${database}${ending}`, { force: true })
  assert.equal(await client.goOn('Without a database?'), said)
  // Hooks make none, as their own tests show; the plugin's server does when the client asks it for resources.
  await run(process.execPath, [daybook, 'records', 'list'])
  const holder = new DatabaseSync(database)
  holder.exec('pragma locking_mode = exclusive; begin exclusive; create table held (a)')
  assert.equal(await client.goOn('With a locked one?'), said)
  holder.exec('rollback')
  holder.close()
  writeFileSync(database, Buffer.alloc(40_000, 7))
  assert.equal(await client.goOn('With a damaged one?'), said)
  const log = readFileSync(join(home, 'daybook/hooks/hooks.log'), 'utf8').trim().split('\n')
  assert.ok(
    log.length >= 2 && log.every(line => /^\S+ session-start: /.test(line)),
    `only starts needed it:\n${log.join('\n')}`,
  )
}

/** Calls a tool of the plugin's server, then writes the file; otherwise it only answers. */
function claudeStep({ prompt, steps, tools, shown }: Situation): Step {
  seen.push(shown)
  if (!prompt.trimEnd().endsWith(asked)) return { say: 'Done.' }
  const overview = tools.find(name => name.endsWith('daybook__get_project_overview'))
  assert.ok(overview, 'the plugin brings its server')
  const all: Step[] = [
    { use: overview, input: {} },
    { use: 'Write', input: { file_path: join(project, 'money.js'), content: 'export const round = Math.round\n' } },
  ]
  return all[steps.length] ?? { say: 'Done.' }
}

function prepare(): void {
  mkdirSync(join(home, 'bin'))
  mkdirSync(join(project, '.git'), { recursive: true })
  for (const name of ['codex-plugin', 'codex-installed']) mkdirSync(join(home, name))
  // As a package that is installed puts it there.
  writeFileSync(join(home, 'bin/daybook'), `#!/bin/sh\nexec '${process.execPath}' '${daybook}' "$@"\n`)
  chmodSync(join(home, 'bin/daybook'), 0o755)
}

function run(program: string, args: string[], input = ''): Promise<string> {
  return runIn(join(home, 'none'), program, args, input)
}

function runIn(folder: string, program: string, args: string[], input = ''): Promise<string> {
  const env = {
    PATH: `${join(home, 'bin')}:${process.env.PATH}`,
    HOME: home,
    ANTHROPIC_BASE_URL: messages.url,
    ANTHROPIC_API_KEY: 'scripted',
    CLAUDE_CONFIG_DIR: folder,
    CODEX_HOME: folder,
    SCRIPTED_KEY: 'scripted',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    IS_SANDBOX: '1',
    DAYBOOK_HOME: join(home, 'daybook'),
    DAYBOOK_TIMEZONE: 'UTC',
  }
  return runProgram(program, args, { cwd: project, env, input })
}

function keptTranscripts(): number {
  try {
    const archive = new DatabaseSync(join(home, 'daybook/archive/transcripts.sqlite'), { readOnly: true })
    const { count } = Object(archive.prepare('select count(*) as count from kept').get())
    archive.close()
    return Number(count)
  } catch {
    return 0
  }
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  for (let left = 300; !isSo(); left--) {
    assert.ok(left > 0, what)
    await sleep(100)
  }
}
