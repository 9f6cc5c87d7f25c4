// Real Claude Code and real Codex with the plugin, each on a scripted model: a person works, compacts, goes on and ends,
// and types no command of Daybook. Started by `npm run test:agents`.

import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
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
import { processesIn } from '../support/processes.ts'
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
const decide = 'Decide how money.js rounds, and write it there.'
const told = 'The user’s own words from before this chat was compacted'

/** What the models were sent, newest last. */
const seen: string[] = []
const messages = await anthropicService(claudeStep)
const responses = await responsesService(situation => {
  seen.push(situation.shown)
  return decidingStep(situation) ?? commandStep(situation, 'exec_command', 'cmd') ?? { say: 'Done.' }
})
const table = `{name="scripted",base_url=${JSON.stringify(responses.url)},env_key="SCRIPTED_KEY",wire_api="responses"}`
const codexFlags = [
  ...[
    '--json',
    '--skip-git-repo-check',
    '--dangerously-bypass-approvals-and-sandbox',
    '--dangerously-bypass-hook-trust',
  ],
  ...['-c', 'model_provider="scripted"', '-c', `model_providers.scripted=${table}`],
]
// The model reports 1,050 tokens for every answer, so that every turn after the first begins with a compaction.
const compacting = ['-c', 'model_auto_compact_token_limit=1000']
try {
  prepare()
  for (const client of [claude('plugin'), codex('plugin')]) await workWithPlugin(client)
  await lookAtTheDay()
  for (const client of [claude('plugin'), codex('plugin')]) await tryCommands(client)
  for (const client of [claude('plugin'), codex('plugin')]) await editGoverned(client)
  for (const client of [claude('installed'), codex('installed')]) await workAfterInstall(client)
  await withoutDatabase()
  process.stdout.write('The plugin holds.\n')
} finally {
  messages.close()
  responses.close()
  // A reading beside the last chat still writes to the home; what failed before is what is told.
  await readingEnds().catch(() => {})
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
  /** A chat of its own whose model edits files with a tool of the client. */
  edit(prompt: string): Promise<unknown>
  /** What it shows after a command of Daybook in a chat of its own. */
  command(name: string, words: string): Promise<string>
}

function claude(name: string): Client {
  const folder = join(home, `claude-${name}`)
  const run = (...args: string[]) => runIn(folder, claudeBin, args)
  const session = crypto.randomUUID()
  const servers = 'mcp__plugin_daybook_daybook,mcp__daybook,Bash'
  const tools = ['--permission-mode', 'acceptEdits', '--allowedTools', servers]
  const ask = (prompt: string) => run('-p', prompt, ...tools)
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
    edit: ask,
    command: (word, words) => ask(`/${name === 'plugin' ? 'daybook:' : ''}${word} ${words}`),
  }
}

function codex(name: string): Client {
  const folder = join(home, `codex-${name}`)
  const run = (args: string[], input = '') => runIn(folder, codexBin, args, input)
  const ask = (prompt: string, model = 'gpt-5.1-codex') => run(['exec', ...codexFlags, '-m', model, '-'], prompt)
  return {
    ...{ name: 'codex', folder },
    async addPlugin() {
      await run(['plugin', 'marketplace', 'add', root])
      await run(['plugin', 'add', 'daybook@daybook'])
    },
    begin: prompt => run(['exec', ...codexFlags, ...compacting, '-m', 'gpt-5.1-codex', '-'], prompt),
    goOn: prompt => run(['exec', 'resume', '--last', ...codexFlags, ...compacting, '-m', 'gpt-5.1-codex', '-'], prompt),
    // It has no command for that here; it compacts by itself.
    compact: async () => {},
    // Codex gives its tool for patches to models that it knows, and shows those the tools of servers only when asked.
    edit: prompt => ask(prompt, 'gpt-5.5'),
    command: (word, words) => ask(`$${name === 'plugin' ? 'daybook:' : ''}${word} ${words}`),
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

/**
 * Without a command of Daybook until here: everything is kept though the clients' own files are gone, the day's report has both
 * sessions, and the next chat starts with them. What is read afterwards is what a person would look at.
 */
async function lookAtTheDay(): Promise<void> {
  await until(() => keptTranscripts() === 2, 'both transcripts are archived')
  const day = new Date().toISOString().slice(0, 10)
  const file = join(home, '.daybook/diary/work', day, 'daily-report.json')
  await until(() => sessionsIn(readIfThere(file)) === 2, 'the report of the day has both sessions')
  await readingEnds()
  for (const folder of ['claude-plugin/projects', 'codex-plugin/sessions'])
    rmSync(join(home, folder), { recursive: true })
  const before = seen.length
  await claude('plugin').begin('Where were we?')
  const started = seen.slice(before).join('\n')
  assert.ok(started.includes('Write the rounding into money.js'), `the next chat starts with the work: ${started}`)
  await readingEnds()
  const found = await run(process.execPath, [daybook, 'search', 'rounding', '--in', 'sessions', '--json'])
  assert.ok(found.includes(rule), 'past sessions are found')
  const report = await run(process.execPath, [daybook, 'diary', 'report', '--date', day])
  assert.ok(report.includes('rounding'), 'the command shows the work of the day')
  await lookAtThePage(day)
}

/** The page is given the same report. */
async function lookAtThePage(day: string): Promise<void> {
  const server = spawn(process.execPath, [daybook, 'serve', '--port', '0'], { env: environment(join(home, 'none')) })
  try {
    const [line] = await once(server.stdout, 'data')
    const [url = ''] = /http:\S+/.exec(String(line)) ?? []
    const answer = await fetch(`${url}/api/diary/diary_report?date=${day}`)
    assert.ok(sessionsIn(await answer.text()) >= 2, 'the page has both sessions')
  } finally {
    server.kill()
    await once(server, 'exit')
  }
}

function sessionsIn(report: string): number {
  const places = report.matchAll(/"project_key":\s*"([^"]+)",\s*"session_ref":\s*"([^"]+)"/g)
  return new Set([...places].map(([, project, session]) => `${project} ${session}`)).size
}

function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** Until the process beside the last chat has read it and built the day. */
async function readingEnds(): Promise<void> {
  await until(() => processesIn(join(home, '.daybook')).length === 0, 'the reading ends')
}

/** Every command reaches the model, and does what it is for. */
async function tryCommands(client: Client): Promise<void> {
  const said = `The rounding is written, says ${client.name}.`
  const expected: [name: string, words: string, shows: string][] = [
    ['summarize', said, 'Summary'],
    ['newcontext', 'Look at the signs first.', said],
    ['newcontext', 'Look at the signs first.', 'Look at the signs first.'],
    ['search', 'ledger.sql', rule],
    ['why', 'money.js:1', '(certain)'],
  ]
  for (const [name, words, shows] of expected) {
    const shown = await client.command(name, words)
    assert.ok(shown.includes(shows), `${client.name}, ${name}: ${shown.slice(-2000)}`)
  }
}

/** A model decides something about a file; it and the model of the other client are told by one line before they edit the file. */
async function editGoverned(client: Client): Promise<void> {
  const before = seen.length
  await client.edit(`${decide} It is ${client.name} who asks.`)
  const line = /Daybook: R\d+ decision \S*Round half to even\S* governs money\.js\./g
  const told = seen.slice(before).map(shown => [...shown.matchAll(line)].length)
  assert.equal(told.at(-1), 1, `${client.name}: one line before the edit: ${told}\n${seen.at(-1)?.slice(-3000)}`)
  const written = readFileSync(join(project, 'money.js'), 'utf8')
  assert.ok(written.includes(`half to even for ${client.name}`), `${client.name}: the edit was made: ${written}`)
}

/** Claude writes a decision down that governs a file; both edit the file. */
function decidingStep({ prompt, steps, tools }: Situation): Step | undefined {
  if (!prompt.includes(decide)) return undefined
  const name = prompt.includes('claude who asks') ? 'claude' : 'codex'
  const file = join(project, 'money.js')
  const record = {
    ...{
      type: 'decision',
      title: 'Round half to even',
      summary: 'Sums stay fair.',
      body: 'As banks do.',
    },
    ...{ parent_id: null, affects: ['money.js'], project_id: projectIn(steps) },
  }
  const added = `// half to even for ${name}\n`
  const patch = `*** Begin Patch\n*** Update File: money.js\n@@\n+${added}*** End Patch`
  const all: Step[] =
    name === 'codex'
      ? [{ use: 'apply_patch', input: patch }]
      : [
          { use: 'Bash', input: { command: 'sleep 1', description: 'Wait' } },
          { use: tools.find(each => each.endsWith('get_project_overview')) ?? '', input: {} },
          { use: tools.find(each => each.endsWith('create_record')) ?? '', input: record },
          { use: 'Read', input: { file_path: file } },
          { use: 'Write', input: { file_path: file, content: `${readFileSync(file, 'utf8')}${added}` } },
        ]
  return all[steps.length] ?? { say: 'Done.' }
}

function projectIn(steps: Situation['steps']): string | undefined {
  return /"id":\s*"([^"]+)"/.exec((steps[1]?.output ?? '').replaceAll('\\"', '"'))?.[1]
}

/** The same hooks and commands from `daybook install`, and nothing of them afterwards. */
async function workAfterInstall(client: Client): Promise<void> {
  const install = (verb: string) => runIn(client.folder, process.execPath, [daybook, verb, client.name, '--yes'])
  mkdirSync(client.folder, { recursive: true })
  await install('install')
  await client.begin(`Look at ${client.name}.`)
  await until(() => keptTranscripts(client.folder) > 0, `${client.name}: the end of a chat archives it`)
  await tryCommands(client)
  await install('uninstall')
  // What the client itself noted about the chats names the folder of this test, so only its settings are read.
  for (const file of ['settings.json', 'hooks.json', 'config.toml', '.claude.json']) {
    const path = join(client.folder, file)
    const left = existsSync(path) ? readFileSync(path, 'utf8') : ''
    assert.ok(!left.includes('daybook.js'), `${client.name}: ${file} holds nothing of Daybook`)
  }
  const names = ['newcontext', 'summarize', 'why', 'search']
  const files = names.flatMap(name => [`commands/${name}.md`, `skills/${name}`]).map(file => join(client.folder, file))
  assert.deepEqual(files.filter(existsSync), [], `${client.name}: no command is left`)
}

/** What a chat shows is the same when the database is missing, locked or damaged; the log has a line. */
async function withoutDatabase(): Promise<void> {
  const client = claude('plugin')
  const database = join(home, '.daybook/daybook.db')
  const said = await client.begin('Say when it is done.')
  await readingEnds()
  for (const ending of ['', '-wal', '-shm']) rmSync(`${database}${ending}`, { force: true })
  assert.equal(await client.goOn('Without a database?'), said)
  // Hooks make none, as their own tests show; the plugin's server does when the client asks it for resources.
  await readingEnds()
  await run(process.execPath, [daybook, 'records', 'list'])
  const holder = new DatabaseSync(database)
  holder.exec('pragma locking_mode = exclusive; begin exclusive; create table held (a)')
  assert.equal(await client.goOn('With a locked one?'), said)
  await readingEnds()
  holder.exec('rollback')
  holder.close()
  writeFileSync(database, Buffer.alloc(40_000, 7))
  assert.equal(await client.goOn('With a damaged one?'), said)
  const log = readFileSync(join(home, '.daybook/hooks/hooks.log'), 'utf8').trim().split('\n')
  assert.ok(
    log.length >= 2 && log.every(line => /^\S+ (?:session-start|read): /.test(line)),
    `only starts and the building of the day needed it:\n${log.join('\n')}`,
  )
}

/** Calls a tool of the plugin's server, then writes the file; otherwise it only answers. */
function claudeStep({ prompt, steps, tools, shown }: Situation): Step {
  seen.push(shown)
  const situation = { prompt, steps, tools, shown }
  const step = decidingStep(situation) ?? commandStep(situation, 'Bash', 'command')
  if (step) return step
  if (!prompt.trimEnd().endsWith(asked)) return { say: 'Done.' }
  // The client may still be connecting when it asks first.
  const overview = tools.find(name => name.endsWith('daybook__get_project_overview'))
  assert.ok(overview || steps.length < 2, 'the plugin brings its server')
  const all: Step[] = [
    { use: 'Bash', input: { command: 'sleep 1', description: 'Wait' } },
    { use: 'Write', input: { file_path: join(project, 'money.js'), content: 'export const round = Math.round\n' } },
    { use: overview ?? '', input: {} },
  ]
  return all[steps.length] ?? { say: 'Done.' }
}

/** Does what the text of a command says, and answers what its last tool answered. */
function commandStep({ prompt, steps, tools }: Situation, shell: string, commandKey: string): Step | undefined {
  const text = prompt.slice(prompt.lastIndexOf('Daybook tool'))
  const use = (name: string, input: Record<string, unknown>): Step => ({
    use: tools.find(each => each.endsWith(name)) ?? name,
    input,
  })
  const words = givenWords(prompt)
  const projectId = projectIn(steps)
  const program = /run `([^`]+) why`/.exec(prompt)?.[1]
  const all: { [tool: string]: Step[] } = {
    search_history: [use('search_history', { query: words })],
    diary_why: [{ use: shell, input: { [commandKey]: `${program} why ${words}` } }],
    context_summarize: [
      use('get_project_overview', {}),
      use('context_summarize', { projectId, summary: `Summary: ${words}` }),
    ],
    context_build: [
      use('get_project_overview', {}),
      use('context_build', { projectId, additionalInstructions: words }),
    ],
  }
  const [, tool = ''] = /^Daybook tool (\w+)/.exec(text) ?? []
  const own = all[tool]
  // The client may still be connecting when it asks first.
  const wait: Step = { use: shell, input: { [commandKey]: 'sleep 1' } }
  return own && ([wait, ...own][steps.length] ?? { say: `${steps.at(-1)?.output}` })
}

/** What the person wrote after the command: between the two lines, or in the message where the client leaves the place. */
function givenWords(prompt: string): string {
  const between = prompt.split('\n---\n').at(-2)?.trim() ?? ''
  return between === '$ARGUMENTS' ? (/^\$[\w:]+ (.*)$/m.exec(prompt)?.[1] ?? '') : between
}

function prepare(): void {
  mkdirSync(join(home, 'bin'))
  mkdirSync(project)
  execFileSync('git', ['init', '--quiet', project])
  for (const name of ['codex-plugin', 'codex-installed']) mkdirSync(join(home, name))
  // As a package that is installed puts it there.
  writeFileSync(join(home, 'bin/daybook'), `#!/bin/sh\nexec '${process.execPath}' '${daybook}' "$@"\n`)
  chmodSync(join(home, 'bin/daybook'), 0o755)
  // Codex runs commands in a shell that reads this.
  writeFileSync(join(home, '.bash_profile'), `PATH='${join(home, 'bin')}':"$PATH"\n`)
}

function run(program: string, args: string[], input = ''): Promise<string> {
  return runIn(join(home, 'none'), program, args, input)
}

function runIn(folder: string, program: string, args: string[], input = ''): Promise<string> {
  return runProgram(program, args, { cwd: project, env: environment(folder), input })
}

function environment(folder: string): NodeJS.ProcessEnv {
  return {
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
    // Where it is without this: Codex gives servers few variables.
    DAYBOOK_HOME: join(home, '.daybook'),
    DAYBOOK_TIMEZONE: 'UTC',
  }
}

/** How many transcripts of the clients in a folder are archived. */
function keptTranscripts(folder = home): number {
  try {
    const archive = new DatabaseSync(join(home, '.daybook/archive/transcripts.sqlite'), { readOnly: true })
    const kept = archive.prepare('select path from kept').all()
    archive.close()
    return kept.filter(each => String(Object(each).path).startsWith(folder)).length
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
