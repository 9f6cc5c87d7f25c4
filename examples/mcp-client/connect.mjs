import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const daybook = fileURLToPath(new URL('../../bin/daybook.js', import.meta.url))

/** Starts a `daybook mcp` of its own, as each window of a chat client does. */
export async function openChat(name, settings = {}) {
  const client = new Client({ name, version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(
    // By itself the transport passes on only a few variables, and DAYBOOK_HOME is not among them.
    new StdioClientTransport({
      command: process.execPath,
      args: [daybook, 'mcp'],
      env: { ...process.env, ...settings },
    }),
  )
  return {
    /** The structured answer of a tool; a failure is thrown with the next step in it. */
    async call(tool, args = {}) {
      const { structuredContent, isError } = await client.callTool({ name: tool, arguments: args })
      if (!isError) return structuredContent
      const { code, message, recovery_hint } = structuredContent.error
      throw new Error(`${code}: ${message} ${recovery_hint}`)
    },
    close: () => client.close(),
  }
}
