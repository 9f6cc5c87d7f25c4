import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished } from 'vitest'
import { CallFault, call as webCall } from '../web/src/api.ts'
import { serving } from './http/serving.ts'
import { mcpStdioCommand, runPreloaded } from './support/binary.ts'
import { createEmptyStore } from './support/engines.ts'
import { tempHome } from './support/tempdir.ts'

type Json = { [key: string]: unknown }
/** One way into the program: the result object, or the failure object as the toolset spells it. */
type Ask = (name: string, args: Json) => Promise<Json>

interface Place {
  home: string
  location: string
}

const interfaces: { [name: string]: (place: Place) => Promise<Ask> } = {
  'MCP stdio': async ({ home, location }) => {
    const transport = new StdioClientTransport(mcpStdioCommand({ home, args: ['--db', location] }))
    return askMcp(await connected(transport))
  },
  'MCP HTTP': async ({ location }) => {
    const { url } = await serving({ location })
    return askMcp(await connected(new StreamableHTTPClientTransport(new URL('/mcp', url))))
  },
  REST: async ({ location }) => {
    const { url } = await serving({ location })
    return async (name, args) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(new URL(`/api/records/${name}`, url), {
        method: 'POST',
        headers,
        body: JSON.stringify(args),
      })
      return (await response.json()) as Json
    }
  },
  CLI: async ({ home, location }) => {
    return async (name, args) => {
      const { stdout, stderr } = await runPreloaded(['call', name, '--json', '-', '--db', location], {
        home,
        input: JSON.stringify(args),
      })
      return JSON.parse(stdout || stderr)
    }
  },
  'web client': async ({ location }) => {
    const { url } = await serving({ location })
    const reach = globalThis.fetch
    globalThis.fetch = (path, init) => reach(new URL(String(path), url), init)
    onTestFinished(() => {
      globalThis.fetch = reach
    })
    return async (name, args) => {
      try {
        return await webCall(name as 'activate', args as never)
      } catch (error) {
        if (!(error instanceof CallFault)) throw error
        const { code, message, hint, details } = error
        return { error: { code, message, ...(Object.keys(details).length > 0 && { details }), recovery_hint: hint } }
      }
    }
  },
}

async function connected(transport: Parameters<Client['connect']>[0]): Promise<Client> {
  const client = new Client({ name: 'parity', version: '1' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return client
}

function askMcp(client: Client): Ask {
  return async (name, args) => {
    const answer = await client.callTool({ name, arguments: args })
    const [block] = answer.content
    expect(JSON.parse(block?.type === 'text' ? block.text : '')).toEqual(answer.structuredContent)
    expect(answer.isError ?? false).toBe(Object.hasOwn(Object(answer.structuredContent), 'error'))
    return answer.structuredContent as Json
  }
}

const text = {
  type: 'question',
  title: 'Merge?',
  summary: 'How offline edits meet.',
  body: 'Text\r\nwith “nasty” \u0007 $& 日本語\n',
}
const ids = ['one', 'two'] as const

/** `session_id: 'one'` in the arguments is replaced by the handle that an earlier step returned. */
const script: Array<[name: string, args: Json, keeps?: (typeof ids)[number]]> = [
  ['create_project', { name: 'Orchard app', id: 'orchard', description: 'Apples.' }],
  ['create_project', { name: 'Again', id: 'ORCHARD' }],
  ['list_projects', {}],
  ['get_project', { id: 'Orchard app' }],
  ['get_project', { id: 'absent' }],
  ['create_record', { ...text, project_id: 'orchard', metadata: { area: 'sync', n: 1 } }, 'one'],
  ['create_record', { ...text, title: 'Clock?', parent_id: 'r1', session_id: 'one' }],
  ['create_record', { ...text, parent_id: 'R001' }],
  ['create_record', { ...text, title: ' ', sumary: 'x', body: '' }],
  ['activate', { id: 'R002' }, 'two'],
  ['activate', { id: 'R099' }],
  ['activate', { id: 'nonsense' }],
  ['update_record', { id: 'R002', body: 'A', session_id: 'two' }],
  ['update_record', { id: 'R002', body: 'B', session_id: 'one' }],
  ['update_record', { id: 'R002', body: 'merged', session_id: 'one', force: true, base_version: 2 }],
  ['update_record', { id: 'R002', session_id: 'one' }],
  ['transition', { id: 'R002', to_state: 'LATER', session_id: 'one' }],
  ['transition', { id: 'R002', to_state: 'RESOLVED', resolved_by: 'R001', session_id: 'one' }],
  ['transition', { id: 'R002', to_state: 'LATER', reason: 'not now', session_id: 'two' }],
  ['sync_session', { session_id: 'two' }],
  ['sync_session', { session_id: 'ses_0000000000000000000000' }],
  ['search_records', { query: 'merge edits?', project_id: 'orchard' }],
  ['search_records', { query: '', limit: 0 }],
  ['list_records', { parent_id: null, depth: 2, project_id: 'orchard' }],
  ['list_records', { parent_id: 'null' }],
  ['get_record_ref', { id: 'r2' }],
  ['get_project_overview', { project_id: 'orchard', session_id: 'one' }],
  ['save_session', { summary: 'Clock decided', session_id: 'one', idempotency_key: 'k1' }],
  ['save_session', { summary: 'Clock decided', session_id: 'one', idempotency_key: 'k1' }],
  ['save_session', { summary: 'Other', session_id: 'one', idempotency_key: 'k1' }],
  ['get_record_history', { id: 'R002' }],
  ['get_record_diff', { id: 'R002', from: 'v1' }],
  ['get_record_diff', { id: 'R002', from: 'v9' }],
  ['get_record_diff', { id: 'R002', from: '2025-02-10T08:00:00' }],
  ['get_active_sessions', { record_id: 'R002', session_id: 'one' }],
  ['get_recent_activity', { project_id: 'orchard', limit: 5 }],
  ['get_recent_activity', { types: ['nothing'] }],
  ['close_session', { session_id: 'two' }],
  ['close_session', { session_id: 'two' }],
  ['update_record', { id: 'R002', body: 'late', session_id: 'two' }],
]

/** Runs the script and returns every answer, with handles and times replaced by names. */
async function runScript(ask: Ask): Promise<Array<[string, Json]>> {
  const handles = new Map<string, string>()
  const answers: Array<[string, Json]> = []
  for (const [name, args, keeps] of script) {
    const session = handles.get(String(args.session_id)) ?? args.session_id
    const answer = await ask(name, { ...args, ...(session !== undefined && { session_id: session }) })
    if (keeps) handles.set(keeps, String(answer.session_id))
    answers.push([name, answer])
  }
  let text = JSON.stringify(answers)
  for (const [name, handle] of handles) text = text.replaceAll(handle, name)
  return JSON.parse(
    text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'TIME').replace(/"relevance":[\d.]+/g, '"relevance":1'),
  )
}

/** The same calls give the same answers and the same faults through every interface. */
export async function expectParity(engine: 'sqlite' | 'postgres'): Promise<void> {
  const answers = new Map<string, unknown>()
  for (const [name, open] of Object.entries(interfaces)) {
    const store = await createEmptyStore(engine)
    onTestFinished(store.drop)
    const home = tempHome()
    // A process that serves one chat may remember its session; the other interfaces never do, so it must not here.
    writeFileSync(join(home, 'config.json'), JSON.stringify({ records: { implicit_sessions: 'off' } }))
    const ask = await open({ home, location: store.location })
    answers.set(name, await runScript(ask))
  }
  const [[, first] = [], ...others] = answers
  expect(first).toHaveLength(script.length)
  expect(JSON.stringify(first)).toContain('"code":"CONFLICT"')
  for (const [name, answer] of others) expect(answer, name).toEqual(first)
}
