import { createMcpHandler, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { App } from '../../app.ts'
import { operations as allOperations } from '../../operations.ts'
import { prompts as allPrompts } from '../../prompts.ts'
import { bodyLimit, limitedBytes } from '../request-body.ts'
import { type FaceOptions, mcpFace } from './face.ts'
import { parseJson } from './json.ts'

export interface HttpOptions extends Omit<FaceOptions, 'operations' | 'prompts'> {
  project?: string | undefined
  operations?: FaceOptions['operations']
  prompts?: FaceOptions['prompts']
}

export interface McpOverHttp {
  /** Whoever mounts it has checked Host and Origin and knows for whom the request acts. */
  handle(request: Request, principal: string): Promise<Response>
  close(): Promise<void>
}

/** Streamable HTTP without protocol sessions: every request stands alone, in either revision. */
export function mcpOverHttp(app: App, { project, ...face }: HttpOptions): McpOverHttp {
  const { serverFor, idle } = mcpFace(app, { operations: allOperations, prompts: allPrompts, ...face })
  const handler = createMcpHandler(
    ({ authInfo }) => {
      if (!authInfo) throw new Error('A request came without its principal.')
      return serverFor({ principal: authInfo.clientId, project })
    },
    { onerror: error => app.log(`mcp: ${error.message.slice(0, 500)}`) },
  )
  return {
    async handle(request, principal) {
      const authInfo = { clientId: principal, token: '', scopes: [] }
      if (request.method !== 'POST') return handler.fetch(request, { authInfo })
      // The SDK would read the body itself, but put U+FFFD in place of bytes that are not UTF-8.
      const bytes = await limitedBytes(request)
      if (!bytes)
        return refused(413, ProtocolErrorCode.InvalidRequest, `A message may have at most ${bodyLimit} bytes.`)
      const parsedBody = parseJson(bytes)
      if (parsedBody === undefined) return refused(400, ProtocolErrorCode.ParseError, 'The body is not JSON in UTF-8.')
      return handler.fetch(request, { authInfo, parsedBody })
    },
    async close() {
      await handler.close()
      await idle()
    },
  }
}

function refused(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status })
}
