import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished } from 'vitest'
import { mcpStdioCommand, startServer } from '../support/binary.ts'
import { createEmptyStore } from '../support/engines.ts'
import { tempHome } from '../support/tempdir.ts'
import { awkwardTexts } from './awkward-texts.ts'

/** An interface gives back what people wrote, word for word. */
export async function expectWords(name: keyof typeof interfaces, engine: 'sqlite' | 'postgres'): Promise<void> {
  const store = await createEmptyStore(engine)
  onTestFinished(store.drop)
  const calls = await interfaces[name](['--db', store.location])
  for (const [described, text] of Object.entries(awkwardTexts)) {
    expect((await calls.summarize(text)) === text, described).toBe(true)
    const block = await calls.build(text)
    expect(block.includes(`### Current Project State\n${text}\n\n### Instruction Prompt\n`), described).toBe(true)
    expect(block.endsWith(`\n\n${text}`), described).toBe(true)
  }
}

interface ContextCalls {
  /** Stores a summary and answers what is stored. */
  summarize(summary: string): Promise<string>
  build(additionalInstructions: string): Promise<string>
}

const interfaces = {
  'MCP stdio': (db: string[]): Promise<ContextCalls> =>
    mcp(new StdioClientTransport(mcpStdioCommand({ home: tempHome(), args: ['--toolsets', 'context', ...db] }))),
  'MCP HTTP': async (db: string[]): Promise<ContextCalls> =>
    mcp(new StreamableHTTPClientTransport(new URL('/mcp', (await startServer({ home: tempHome(), args: db })).url))),
  REST: async (db: string[]): Promise<ContextCalls> => {
    const { url } = await startServer({ home: tempHome(), args: db })
    const post = async (name: string, args: object) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ projectId: 'default', ...args })
      const answer = await fetch(new URL(`/api/context/${name}`, url), { method: 'POST', headers, body })
      // Read by the keys that the test compares.
      return (await answer.json()) as { text: string; customData: { recentEvents: string } }
    }
    return {
      summarize: async summary => (await post('context_summarize', { summary })).customData.recentEvents,
      build: async additionalInstructions => (await post('context_build', { additionalInstructions })).text,
    }
  },
}

async function mcp(transport: Parameters<Client['connect']>[0]): Promise<ContextCalls> {
  const client = new Client({ name: 'verbatim', version: '1' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  const call = (name: string, args: object) => client.callTool({ name, arguments: { projectId: 'default', ...args } })
  return {
    async summarize(summary) {
      const { structuredContent } = await call('context_summarize', { summary })
      // Read by the key that the test compares.
      return (structuredContent as { customData: { recentEvents: string } }).customData.recentEvents
    },
    async build(additionalInstructions) {
      const [block] = (await call('context_build', { additionalInstructions })).content
      return block?.type === 'text' ? block.text : ''
    },
  }
}
