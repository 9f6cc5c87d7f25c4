import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished } from 'vitest'
import { operationNamed } from '../../src/operations.ts'
import { mcpStdioCommand, runPreloaded, startServer } from '../support/binary.ts'
import { createEmptyStore } from '../support/engines.ts'
import { tempHome } from '../support/tempdir.ts'
import { awkwardTexts } from './awkward-texts.ts'

/** The same calls give the same answers through every interface. */
export async function expectParity(engine: 'sqlite' | 'postgres'): Promise<void> {
  const answers = new Map<string, Json[]>()
  for (const [interfaceName, open] of Object.entries(interfaces)) {
    const store = await createEmptyStore(engine)
    onTestFinished(store.drop)
    const ask = await open({ home: tempHome(), db: ['--db', store.location] })
    const said: Json[] = []
    for (const [name, args, http, exit] of script) {
      const { status = http, exit: code = exit, ...answer } = await ask(name, args)
      expect([interfaceName, name, status, code]).toEqual([interfaceName, name, http, exit])
      if (!answer.isError)
        expect(operationNamed(name)?.output.safeParse(answer).success, `${interfaceName} ${name}`).toBe(true)
      said.push(answer)
    }
    answers.set(
      interfaceName,
      JSON.parse(JSON.stringify(said).replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'TIME')),
    )
  }
  const [[, first] = [], ...others] = answers
  for (const [interfaceName, said] of others) expect(said, interfaceName).toEqual(first)
}

type Json = { [key: string]: unknown }
type Ask = (name: string, args: Json) => Promise<Json>

interface Place {
  home: string
  db: string[]
}

/** Each answers the operation's own object, put together again where the interface takes it apart. */
const interfaces: { [name: string]: (place: Place) => Promise<Ask> } = {
  REST: async ({ home, db }) => {
    const { url } = await startServer({ home, args: db })
    return async (name, args) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify(args)
      const response = await fetch(new URL(`/api/context/${name}`, url), { method: 'POST', headers, body })
      return { status: response.status, ...((await response.json()) as Json) }
    }
  },
  'MCP stdio': async ({ home, db }) =>
    askMcp(new StdioClientTransport(mcpStdioCommand({ home, args: ['--toolsets', 'context', ...db] }))),
  'MCP HTTP': async ({ home, db }) =>
    askMcp(new StreamableHTTPClientTransport(new URL('/mcp', (await startServer({ home, args: db })).url))),
  CLI:
    async ({ home, db }) =>
    async (name, args) => {
      const input = JSON.stringify(args)
      const { stdout, stderr, code } = await runPreloaded(['call', name, '--json', '-', ...db], { home, input })
      return { exit: code, ...JSON.parse(stdout || stderr) }
    },
}

async function askMcp(transport: Parameters<Client['connect']>[0]): Promise<Ask> {
  const client = new Client({ name: 'parity', version: '1' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return async (name, args) => {
    const { content, structuredContent, isError, _meta = {} } = await client.callTool({ name, arguments: args })
    const [block] = content
    const text = block?.type === 'text' ? block.text : ''
    if (structuredContent) {
      expect(JSON.parse(text)).toEqual(structuredContent)
      return structuredContent as Json
    }
    const ours = Object.entries(_meta).filter(([key]) => key.startsWith('daybook/'))
    return {
      ...(isError && { isError }),
      text,
      ...Object.fromEntries(ours.map(([key, value]) => [key.slice(8), value])),
    }
  }
}

/** What agents may call, refusals among it. */
const script: [name: string, args: Json, http: number, exit: number][] = [
  ['project_list', {}, 200, 0],
  ['project_get', { id: 'DEFAULT' }, 200, 0],
  ['project_get', { id: 'nowhere' }, 404, 3],
  ['project_update', { id: 'default', slice: '104-slice.merge', isMonorepo: true, projectPath: '' }, 200, 0],
  ['project_update', { id: 'default', customData: { availableTools: awkwardTexts['full of braces'] } }, 200, 0],
  ['project_update', { id: 'default' }, 400, 2],
  ['project_update', { id: 'default', colour: 'red', customData: { recentEvents: 5 } }, 400, 2],
  ['project_update', { id: 'default', projectPath: 'here' }, 400, 2],
  ['context_summarize', { projectId: 'default', summary: awkwardTexts['lines that end otherwise'] }, 200, 0],
  ['context_summarize', { projectId: 'default', summary: awkwardTexts.fences, additionalNotes: 'n' }, 200, 0],
  ['context_summarize', { projectId: 'default', summary: ' ' }, 400, 2],
  ['context_build', { projectId: 'default', instruction: 'review', additionalInstructions: '$& {x}' }, 200, 0],
  ['template_preview', { projectId: 'default', instruction: 'zzz', slice: '' }, 200, 0],
  ['template_preview', { projectId: 'default', instruction: 'task' }, 409, 5],
  ['context_build', { projectId: 'default', maxTokens: 200 }, 422, 5],
  ['prompt_list', { projectId: 'default' }, 200, 0],
  ['prompt_get', { projectId: 'default', templateName: 'slice design' }, 200, 0],
  ['prompt_get', { projectId: 'default', templateName: 'nope' }, 404, 3],
  ['project_update', { id: 'default', projectPath: '/no/such/folder' }, 200, 0],
  ['context_build', { projectId: 'default' }, 409, 5],
]
