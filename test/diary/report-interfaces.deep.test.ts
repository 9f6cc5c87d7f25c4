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

const date = '2026-05-12'
const place = { date, project_key: ledger }
const turn = { session_ref: 'S0001', turn_ref: 'T0001' }

/** A report from its evidence to its range; operations for people are not offered over MCP and are left out there. */
const script: Array<[name: string, args: Json, audience?: 'people']> = [
  ['diary_report', { date }],
  ['diary_render', { date }],
  ['write_evidence', { ...place, session_ref: 'S0001', evidence_chain: chainFor('T0001', 1) }],
  ['write_work_item', { ...place, work_item: itemFor('W0001', [['S0001', 'T0001']]) }],
  ['diary_render', { date, allow_gaps: 'yes' }],
  ['diary_render', { date, allow_gaps: true }],
  ['diary_report', { date }],
  ['diary_report', { date, format: 'markdown' }],
  ['write_report_title', { date, title: { text: 'Parts, done', citations: [{ project_key: ledger, ...turn }] } }],
  ['write_project_summary', { ...place, summary: { text: 'The parts are in.', citations: [turn] } }],
  ['diary_render', { date, allow_gaps: true }],
  ['diary_search', { query: 'parts' }],
  ['diary_search', { query: '  ' }],
  ['diary_status', { date }],
  ['diary_days', {}],
  ['diary_verify', { date }, 'people'],
  ['diary_range', { from: date, to: date }, 'people'],
  ['diary_range_report', { week: '2026-W20' }, 'people'],
  ['diary_range', { from: date }, 'people'],
  ['diary_publish', { date }, 'people'],
  ['diary_published', {}, 'people'],
  ['diary_remove', { date, confirm: 'no' }, 'people'],
  ['diary_remove', { date, confirm: date }, 'people'],
  ['diary_report', { date }],
]

function prepared() {
  const home = tempHome()
  buildWorkspace(join(home, 'diary', 'work', date), {
    date,
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
  return { home, env: { DAYBOOK_NOW: '2026-05-14T08:00:00Z', DAYBOOK_TIMEZONE: 'UTC', DAYBOOK_ACTOR: 'somebody' } }
}

async function connected(transport: Parameters<Client['connect']>[0]): Promise<Ask> {
  const client = new Client({ name: 'report-parity', version: '1' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  const offered = new Set((await client.listTools()).tools.map(({ name }) => name))
  expect(script.filter(([name, , audience]) => offered.has(name) === (audience === 'people'))).toEqual([])
  return async (name, args) => {
    const { content, structuredContent } = await client.callTool({ name, arguments: args })
    const [block] = content
    const { chatText = JSON.stringify } = operationNamed(name) ?? {}
    expect(block?.type === 'text' ? block.text : '').toEqual(chatText(Object(structuredContent)))
    return structuredContent as Json
  }
}

const interfaces: { [name: string]: () => Promise<Ask> } = {
  REST: async () => {
    const { url } = await startServer(prepared())
    return async (name, args) => {
      const headers = { 'content-type': 'application/json' }
      const request = { method: 'POST', headers, body: JSON.stringify(args) }
      const response = await fetch(new URL(`/api/diary/${name}`, url), request)
      return (await response.json()) as Json
    }
  },
  CLI: async () => {
    const where = prepared()
    return async (name, args) => {
      const { stdout, stderr } = await runPreloaded(['call', name, '-'], { ...where, input: JSON.stringify(args) })
      return JSON.parse(stdout || stderr)
    }
  },
  'MCP stdio': async () => {
    const command = mcpStdioCommand({ ...prepared(), args: ['--toolsets', 'diary'] })
    return connected(new StdioClientTransport(command))
  },
  'MCP HTTP': async () => {
    const { url } = await startServer(prepared())
    return connected(new StreamableHTTPClientTransport(new URL('/mcp', url)))
  },
}

/** Each interface has a home of its own. */
function insideHome(answer: Json): Json {
  const { folder } = answer
  return typeof folder === 'string' ? { ...answer, folder: folder.slice(folder.indexOf('/diary/')) } : answer
}

describe('The report', () => {
  it('the report is the same object through every interface, from evidence to removal', async () => {
    const answers = new Map<string, Array<[string, Json]>>()
    // MCP cannot remove the day, so what follows the removal is asked of the interfaces that can.
    const removal = script.findIndex(([name, args]) => name === 'diary_remove' && args.confirm === date)
    for (const [name, open] of Object.entries(interfaces)) {
      const ask = await open()
      const said: Array<[string, Json]> = []
      for (const [index, [operation, args, audience]] of script.entries()) {
        if (name.startsWith('MCP') && (audience === 'people' || index > removal)) continue
        said.push([operation, insideHome(await ask(operation, args))])
      }
      answers.set(name, said)
    }
    const whole = answers.get('REST') ?? []
    expect(whole.map(([, { status }]) => status)).toEqual([
      ...['invalid', 'invalid', 'appended', 'appended', 'invalid', 'ok', 'ok', 'ok', 'written', 'written', 'ok'],
      ...['ok', 'invalid', 'ok', 'ok', 'ok', 'ok', 'ok', 'invalid', 'invalid', 'ok', 'invalid', 'ok', 'invalid'],
    ])
    expect(answers.get('CLI')).toEqual(whole)
    const forAgents = whole.filter((_, index) => index <= removal && script[index]?.[2] !== 'people')
    expect(answers.get('MCP stdio')).toEqual(forAgents)
    expect(answers.get('MCP HTTP')).toEqual(forAgents)
  })
})
