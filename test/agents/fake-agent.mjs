#!/usr/bin/env node
// Stands in for `claude` or `codex`, by the name it was linked as: takes their flags, speaks to the MCP server it is
// given, and does the work of the prompt without understanding any of it. FAKE_AGENT says how it behaves.
import { spawn } from 'node:child_process'
import { appendFileSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

const name = basename(process.argv[1])
const args = process.argv.slice(2)
const behaviour = process.env.FAKE_AGENT ?? 'well'

const flags = {
  claude:
    '-p --output-format --verbose --mcp-config --strict-mcp-config --allowedTools --tools --no-session-persistence --max-turns --max-budget-usd --model',
  codex: '--json --skip-git-repo-check --ephemeral --ignore-user-config -s -C -c -m',
}
if (args.includes('--version')) {
  process.stdout.write(`${name} 0.0.1\n`)
  process.exit(0)
}
if (args.includes('--help')) {
  const old = (process.env.FAKE_AGENT_LACKS ?? '').split(' ')
  process.stdout.write(
    `${flags[name]
      .split(' ')
      .filter(flag => !old.includes(flag))
      .join('\n')}\n`,
  )
  process.exit(0)
}

const prompt = await text(process.stdin)
const server = name === 'claude' ? claudeServer() : codexServer()
log({ name, args, cwd: process.cwd(), prompt, server: server.entry, configMode: server.mode, pid: process.pid })

if (behaviour === 'crash') process.exit(7)
if (behaviour === 'silence') end()
if (behaviour === 'hang') {
  // A child of its own, which must go with it.
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  log({ child: child.pid })
  process.on('SIGTERM', () => log({ asked: 'to end' }))
  setInterval(() => {}, 1000)
  await new Promise(() => {})
}

var { command, args: serverArgs, env } = server.entry
var child = spawn(command, serverArgs, { env: { PATH: process.env.PATH, ...env }, stdio: ['pipe', 'pipe', 'inherit'] })
const waiting = new Map()
// A server that is gone answers nothing any more.
child.once('exit', code => code !== 0 && process.exit(3))
createInterface({ input: child.stdout }).on('line', line => {
  const { id, result, error } = JSON.parse(line)
  waiting.get(id)?.(result ?? { error })
})
let asked = 0
await request('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: `fake ${name}`, version: '1' },
})
child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)

if (prompt.startsWith('# Extract')) await extract()
else if (prompt.startsWith('# Synthesize')) await synthesize()
else await narrate()
end()

async function extract() {
  for (const assignment of prompt.split('- project_key: ').slice(1)) {
    const project_key = assignment.split('\n')[0]
    const field = key => new RegExp(`- ${key}: (.*)`).exec(assignment)[1]
    const [session_ref, turn_ref, span_sha256] = ['session_ref', 'turn_ref', 'span_sha256'].map(field)
    const [start, last] = field('lines').split('-').map(Number)
    const read = await call('read_session_lines', { project_key, session_ref, start_line: start, end_line: last })
    const citations = [{ lines: `${start}-${start}` }]
    const evidence_chain = {
      turn_ref,
      trigger: { type: 'explicit_user_message', summary: 'The user asked for something.', citations },
      terminal_state: { type: 'no_material', summary: `Read ${read.records.length} records.`, citations },
      materiality: 'minor',
    }
    const place = { project_key, session_ref, span_sha256 }
    if (behaviour === 'correcting') {
      const wrong = { ...evidence_chain, materiality: 'enormous' }
      const answer = await call('write_evidence', { ...place, evidence_chain: wrong })
      log({ refused: answer.errors.map(({ path }) => path) })
    }
    await call('write_evidence', { ...place, evidence_chain })
  }
}

async function synthesize() {
  const project_key = /- project_key: (.*)/.exec(prompt)[1]
  const { chains } = await call('diary_chains', { project_key })
  const { items } = await call('diary_next', { project_key, phase: 'synthesis' })
  const [{ next_work_item_ref: work_item_ref, uncovered_turns }] = items
  const covered = uncovered_turns.filter(({ has_chain }) => has_chain)
  const work_item = {
    work_item_ref,
    kind: 'no_material_work_item',
    title: `Turns of a day (${chains.length})`,
    covered_turns: covered.map(({ session_ref, turn_ref }) => ({ session_ref, turn_ref })),
    confidence: 'low',
  }
  await call('write_work_item', { project_key, work_item })
}

async function narrate() {
  const { report } = await call('diary_report', { format: 'json' })
  const turns = []
  for (const { project_key } of report.projects) {
    const { chains } = await call('diary_chains', { project_key })
    turns.push(...chains.map(({ session_ref, chain }) => ({ project_key, session_ref, turn_ref: chain.turn_ref })))
  }
  const citations = turns.slice(0, 1)
  for (const { project_key } of report.projects) {
    const own = turns.filter(turn => turn.project_key === project_key).slice(0, 1)
    await call('write_project_summary', { project_key, summary: { text: 'Some turns.', citations: own } })
  }
  await call('write_report_title', { title: { text: `Read by ${name}`, citations } })
  const claim = { text: 'Seen once.', citations, confidence: 'low' }
  await call('write_engagement', { overall_reading: claim, observations: [] })
  await call('write_team_learning', { takeaways: claim, patterns: [] })
}

function claudeServer() {
  const file = args[args.indexOf('--mcp-config') + 1]
  return { entry: JSON.parse(readFileSync(file, 'utf8')).mcpServers.daybook, mode: statSync(file).mode & 0o777 }
}

function codexServer() {
  const settings = args.filter(arg => arg.startsWith('mcp_servers.daybook.'))
  const of = key => settings.find(each => each.startsWith(`mcp_servers.daybook.${key}=`)).replace(/^[^=]*=/, '')
  const env = JSON.parse(of('env').replace(/([{,])([A-Z_]+)=/g, '$1"$2":'))
  return { entry: { command: JSON.parse(of('command')), args: JSON.parse(of('args')), env } }
}

async function call(tool, given) {
  const { structuredContent } = await request('tools/call', { name: tool, arguments: given })
  log({ called: tool, status: structuredContent.status })
  return structuredContent
}

function request(method, params) {
  const id = ++asked
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
  return new Promise(resolve => waiting.set(id, resolve))
}

function end() {
  const event =
    name === 'claude'
      ? { type: 'result', subtype: 'success', total_cost_usd: 0.4, usage: { input_tokens: 10, output_tokens: 5 } }
      : { type: 'turn.completed', usage: { input_tokens: 1000, cached_input_tokens: 400, output_tokens: 50 } }
  process.stdout.write(`${JSON.stringify({ type: 'system' })}\nnot json\n${JSON.stringify(event)}\n`)
  child?.stdin.end()
  process.exitCode = 0
  process.stdin.destroy()
  if (!child) process.exit(0)
}

function log(entry) {
  appendFileSync(process.env.FAKE_AGENT_LOG, `${JSON.stringify(entry)}\n`)
}
