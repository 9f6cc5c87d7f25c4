import { serveStdio as serveConnection } from '@modelcontextprotocol/server/stdio'
import { localPrincipal } from '../../projects/roles.ts'
import type { McpCalls } from './calls.ts'
import { lineTransport } from './lines.ts'
import { mcpServers, type ServerOptions } from './servers.ts'
import { claimStdout } from './stdout.ts'

interface StdioOptions extends ServerOptions {
  /** Opened with the first call: what a chat is offered does not depend on the store. */
  open(): Promise<McpCalls>
  log(line: string): void
}

/** Serves the client on stdin and stdout; settles when it has gone and all its calls are done and answered. */
export async function serveStdio({ open, log, ...options }: StdioOptions): Promise<void> {
  const transport = lineTransport(process.stdin, claimStdout())
  const { serverFor, idle } = mcpServers(open, options)
  serveConnection(() => serverFor({ principal: localPrincipal }), {
    transport,
    onerror: error => log(`mcp: ${error.message.slice(0, 500)}`),
  })
  await transport.gone
  await idle()
}
