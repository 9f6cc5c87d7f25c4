import { createMcpHandler } from '@modelcontextprotocol/server'
import type { App } from '../../app.ts'
import { operations as allOperations } from '../../operations.ts'
import { type FaceOptions, mcpFace } from './face.ts'

export interface HttpOptions extends Omit<FaceOptions, 'operations'> {
  project?: string | undefined
  operations?: FaceOptions['operations']
}

export interface McpOverHttp {
  /** Whoever mounts it has checked Host and Origin and knows for whom the request acts. */
  handle(request: Request, principal: string): Promise<Response>
  close(): Promise<void>
}

const largestBody = 4 * 1024 * 1024

/** Streamable HTTP without protocol sessions: every request stands alone, in either revision. */
export function mcpOverHttp(app: App, { project, ...face }: HttpOptions): McpOverHttp {
  const { serverFor, idle } = mcpFace(app, { operations: allOperations, ...face })
  const handler = createMcpHandler(
    ({ authInfo }) => {
      if (!authInfo) throw new Error('A request came without its principal.')
      return serverFor({ principal: authInfo.clientId, project })
    },
    { maxRequestBodySize: largestBody, onerror: error => app.log(`mcp: ${error.message.slice(0, 500)}`) },
  )
  return {
    handle: (request, principal) =>
      handler.fetch(request, { authInfo: { clientId: principal, token: '', scopes: [] } }),
    async close() {
      await handler.close()
      await idle()
    },
  }
}
