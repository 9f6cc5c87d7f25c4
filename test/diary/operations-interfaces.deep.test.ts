import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, it, onTestFinished } from 'vitest'
import { operationNamed } from '../../src/operations.ts'
import { mcpStdioCommand, runPreloaded, startServer } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'
import { buildWorkspace, chainFor, claudeLines, itemFor, ledger } from './build-workspace.ts'

type Json = { [key: string]: unknown }
type Ask = (name: string, args: Json) => Promise<Json>

const place = { project_key: ledger, session_ref: 'S0001' }
const whole = { ...place, start_line: 1, end_line: 4 }

/** What is asked through every interface, with what HTTP and the command line must make of the answer. */
const script: Array<[name: string, args: Json, http: number, exit: number]> = [
  ['read_session_lines', whole, 200, 0],
  ['read_session_lines', { ...whole, start_line: '1' }, 422, 2],
  ['read_session_lines', { ...whole, nonsense: { deep: true } }, 422, 2],
  ['write_evidence', { ...place, evidence_chain: chainFor('T0001', 1) }, 200, 0],
  ['write_evidence', { ...place, evidence_chain: chainFor('T0001', 1) }, 422, 2],
  ['write_evidence', { ...place, evidence_chain: chainFor('T0002', 3, { outcomes: null }) }, 422, 2],
  ['write_evidence', {}, 422, 2],
  ['write_work_item', { project_key: ledger, work_item: itemFor('W0001', [['S0001', 'T0001']]) }, 200, 0],
  ['write_work_item', { project_key: ledger, work_item: 'W0002' }, 422, 2],
  ['diary_next', {}, 200, 0],
  ['diary_chains', { project_key: ledger }, 200, 0],
  ['diary_status', { date: '1999-01-01' }, 422, 3],
  ['diary_status', {}, 200, 0],
  ['diary_days', {}, 200, 0],
  ['write_report_title', { title: { text: 'x', citations: [] } }, 422, 2],
]

function prepared() {
  const home = tempHome()
  const root = buildWorkspace(join(home, 'diary', 'work', '2026-05-12'), {
    projects: [
      {
        sessions: [
          {
            lines: claudeLines(6),
            turns: [
              [1, 2],
              [3, 6],
            ],
          },
        ],
      },
    ],
  })
  return { home, root, env: { DAYBOOK_WORKSPACE: root } }
}

async function played(ask: Ask): Promise<Json[]> {
  const said: Json[] = []
  for (const [name, args] of script) said.push(await ask(name, args))
  return said
}

async function connected(transport: Parameters<Client['connect']>[0]): Promise<Ask> {
  const client = new Client({ name: 'diary-parity', version: '1' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  // The client holds every answer to the output schema that tools/list declares, once it has seen it.
  await client.listTools()
  return async (name, args) => {
    const { content, structuredContent, isError } = await client.callTool({ name, arguments: args })
    const [block] = content
    const text = block?.type === 'text' ? block.text : ''
    const { chatText = JSON.stringify } = operationNamed(name) ?? {}
    expect(text).toEqual(chatText(Object(structuredContent)))
    expect(isError ?? false).toBe(false)
    return structuredContent as Json
  }
}

describe('The diary', () => {
  it('the diary answers the same through every interface, and each says in its own way when it refuses', async () => {
    const statuses: number[] = []
    const exits: Array<number | null> = []
    const interfaces: { [name: string]: () => Promise<Ask> } = {
      'MCP stdio': async () => {
        const { home, env } = prepared()
        return connected(new StdioClientTransport(mcpStdioCommand({ home, env, args: ['--toolsets', 'diary'] })))
      },
      'MCP HTTP': async () => {
        const { url } = await startServer(prepared())
        return connected(new StreamableHTTPClientTransport(new URL('/mcp', url)))
      },
      REST: async () => {
        const { url } = await startServer(prepared())
        return async (name, args) => {
          const response = await fetch(new URL(`/api/diary/${name}`, url), {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(args),
          })
          statuses.push(response.status)
          return (await response.json()) as Json
        }
      },
      CLI: async () => {
        const { home, env } = prepared()
        return async (name, args) => {
          const { code, stdout } = await runPreloaded(['call', name, '-'], { home, env, input: JSON.stringify(args) })
          exits.push(code)
          return JSON.parse(stdout)
        }
      },
    }
    const answers = new Map<string, Json[]>()
    for (const [name, open] of Object.entries(interfaces)) answers.set(name, await played(await open()))
    const [[, first] = [], ...others] = answers
    expect(first?.map(({ status }) => status)).toEqual(
      script.map(([name, , http]) => (http === 422 ? 'invalid' : name.startsWith('write') ? 'appended' : 'ok')),
    )
    for (const [name, said] of others) expect(said, name).toEqual(first)
    expect(statuses).toEqual(script.map(([, , http]) => http))
    expect(exits).toEqual(script.map(([, , , exit]) => exit))
  })

  it('the diary reads over GET, turns away what is too large, and writes down who wrote', async () => {
    const { home, root, env } = prepared()
    const { url } = await startServer({ home, env })
    const query = new URLSearchParams({ ...place, start_line: '1', end_line: '2', mode: 'full' })
    const got = await fetch(new URL(`/api/diary/read_session_lines?${query}`, url))
    expect(got.status).toBe(200)
    expect(((await got.json()) as { records: unknown[] }).records).toHaveLength(2)
    const large = await fetch(new URL('/api/diary/write_evidence', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ x: 'x'.repeat(1024 * 1024) }),
    })
    expect(large.status).toBe(413)
    expect(await large.json()).toMatchObject({ status: 'invalid', errors: [{ path: 'request' }] })
    expect((await fetch(new URL('/api/diary/nothing', url))).status).toBe(404)

    const args = { ...place, evidence_chain: chainFor('T0001', 1) }
    await runPreloaded(['call', 'write_evidence', '-'], { home, env, input: JSON.stringify(args) })
    const ask = await connected(new StdioClientTransport(mcpStdioCommand({ home, env })))
    await ask('write_evidence', { ...place, evidence_chain: chainFor('T0002', 3) })
    const named = { home, env: { ...env, DAYBOOK_ACTOR: 'night shift', DAYBOOK_NOW: '2026-05-13T07:00:00Z' } }
    const item = { project_key: ledger, work_item: itemFor('W0001', [['S0001', 'T0001']]) }
    await runPreloaded(['call', 'write_work_item', '-'], { ...named, input: JSON.stringify(item) })
    const lines = readFileSync(join(root, 'provenance.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect(lines).toEqual([
      { at, by: 'cli', operation: 'write_evidence', ...place, turn_ref: 'T0001' },
      { at, by: 'mcp diary-parity', operation: 'write_evidence', ...place, turn_ref: 'T0002' },
      {
        at: '2026-05-13T07:00:00Z',
        by: 'night shift',
        operation: 'write_work_item',
        project_key: ledger,
        work_item_ref: 'W0001',
      },
    ])
  })

  it('the diary says that it is busy while another process holds the lock', async () => {
    const { home, root, env } = prepared()
    mkdirSync(join(root, '.locks'))
    const holder = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `import { DatabaseSync } from '@photostructure/sqlite'
       const lock = new DatabaseSync(${JSON.stringify(join(root, '.locks', `evidence.${ledger}.S0001`))})
       lock.exec('begin immediate')
       console.log('held')
       setInterval(() => lock, 1000)`,
    ])
    onTestFinished(() => void holder.kill('SIGKILL'))
    await once(holder.stdout, 'data')
    const patient = { ...env, DAYBOOK_LOCK_TIMEOUT_MS: '50' }
    const args = { ...place, evidence_chain: chainFor('T0001', 1) }
    const { code, stdout } = await runPreloaded(['call', 'write_evidence', '-'], {
      home,
      env: patient,
      input: JSON.stringify(args),
    })
    expect(code).toBe(6)
    expect(JSON.parse(stdout)).toMatchObject({ status: 'invalid', errors: [{ path: 'workspace' }] })
    const { url } = await startServer({ home, env: patient })
    const response = await fetch(new URL('/api/diary/write_evidence', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(args),
    })
    expect(response.status).toBe(503)
  })
})
