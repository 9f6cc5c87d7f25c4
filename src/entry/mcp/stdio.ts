import { serveStdio as serveConnection } from '@modelcontextprotocol/server/stdio'
import type { App } from '../../app.ts'
import { sessionPointers } from '../../kernel/call.ts'
import { loadOffered } from '../../offered.ts'
import { localPrincipal } from '../../projects/roles.ts'
import { type FaceOptions, mcpFace } from './face.ts'
import { lineTransport } from './lines.ts'
import { claimStdout } from './stdout.ts'

export interface StdioOptions extends Omit<FaceOptions, 'operations' | 'prompts'> {
  project?: string | undefined
  session?: string | undefined
  operations?: FaceOptions['operations']
  prompts?: FaceOptions['prompts']
}

/** Serves the client on stdin and stdout; settles when it has gone and all its calls are done and answered. */
export async function serveStdio(app: App, { project, session, ...face }: StdioOptions): Promise<void> {
  const offered = await loadOffered(face.toolsets)
  const transport = lineTransport(process.stdin, claimStdout())
  const { serverFor, idle } = mcpFace(app, { ...offered, ...face })
  const pointers = app.records.implicit_sessions === 'process' ? sessionPointers() : undefined

  serveConnection(() => serverFor({ principal: localPrincipal, project, session, pointers }), {
    transport,
    onerror: error => app.log(`mcp: ${error.message.slice(0, 500)}`),
  })
  await transport.gone
  await idle()
}
