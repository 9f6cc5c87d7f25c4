// The least a tool server can do on the SDK that Daybook uses: one tool that answers what a file holds.
import { readFileSync } from 'node:fs'
import { type CallToolResult, Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

const file = process.argv[2]
const answer: CallToolResult = file ? JSON.parse(readFileSync(file, 'utf8')) : { content: [] }

serveStdio(() => {
  const server = new Server({ name: 'trivial', version: '1.0.0' }, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', () => ({
    tools: [{ name: 'get_record_ref', inputSchema: { type: 'object', properties: { id: { type: 'string' } } } }],
  }))
  server.setRequestHandler('tools/call', () => answer)
  return server
})
