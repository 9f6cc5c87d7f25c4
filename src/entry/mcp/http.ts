import { AsyncLocalStorage } from 'node:async_hooks'
import { createMcpHandler, ProtocolErrorCode, type ServerEventBus } from '@modelcontextprotocol/server'
import type { App, AppContext } from '../../app.ts'
import { describeCatalog } from '../../catalog/describe.ts'
import type { Identity } from '../../kernel/call.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { Prompt } from '../../kernel/prompt.ts'
import type { Resource } from '../../kernel/resource.ts'
import type { TaskKind } from '../../kernel/task.ts'
import { operations as allOperations } from '../../operations.ts'
import { prompts as allPrompts } from '../../prompts.ts'
import { resources as allResources } from '../../resources.ts'
import { tasks as allTasks } from '../../tasks.ts'
import { bodyLimit, limitedBytes, parseJson } from '../request-body.ts'
import { mcpCalls } from './calls.ts'
import { type McpServers, mcpServers, type ServerOptions } from './servers.ts'

interface HttpOptions extends Omit<ServerOptions, 'catalog'> {
  project?: string | undefined
  operations?: readonly Operation<AppContext>[]
  prompts?: readonly Prompt<AppContext>[]
  resources?: readonly Resource[]
  tasks?: readonly TaskKind[]
  /** Whether the token of a caller still holds; checked before anything is sent to a caller whose stream stays open. */
  stillHolds?(who: Identity): Promise<boolean>
}

interface McpOverHttp {
  /** The caller has checked Host and Origin and knows for whom the request acts. */
  handle(request: Request, who: Identity): Promise<Response>
  close(): Promise<void>
}

/** Streamable HTTP without protocol sessions: each request is independent, in either revision. */
export function mcpOverHttp(
  app: App,
  {
    project,
    operations = allOperations,
    prompts = allPrompts,
    resources = allResources,
    tasks = allTasks,
    stillHolds,
    ...options
  }: HttpOptions,
): McpOverHttp {
  const calls = mcpCalls(app, {
    operation: async name => entryNamed(operations, name),
    prompt: async name => entryNamed(prompts, name),
    resources,
    tasks,
  })
  let servers: McpServers | undefined
  // Describing every operation takes longer than all else at the start, and many servers serve no chat.
  const ready = () => {
    const catalog = describeCatalog(operations, prompts, resources, tasks)
    servers ??= mcpServers(async () => calls, { catalog, ...options })
    return servers
  }
  // The SDK hands back the very object, whose own fields have no room for the limits of a token.
  const callers = new WeakMap<object, Identity>()
  // A stream of news is opened inside the request that asks for it, and gets what its caller may see.
  const asking = new AsyncLocalStorage<Identity>()
  const bus: ServerEventBus = {
    publish() {},
    subscribe(listener) {
      const who = asking.getStore()
      const tell = async (uri: string) => {
        if (who && (await (stillHolds?.(who) ?? true))) listener({ kind: 'resource_updated', uri })
      }
      const stop = who && calls.watch(who, uri => void tell(uri).catch(() => {}))
      return () => void stop?.then(end => end())
    },
  }
  const handler = createMcpHandler(
    ({ authInfo, era }) => {
      const who = authInfo && callers.get(authInfo)
      if (!who) throw new Error('A request came without its principal.')
      const pushes = era === 'modern' ? 'on a stream' : 'not at all'
      return ready().serverFor({ principal: who.principal, scope: who.scope, project }, pushes)
    },
    { bus, onerror: error => app.log(`mcp: ${error.message.slice(0, 500)}`) },
  )
  return {
    async handle(request, who) {
      const authInfo = { clientId: who.principal, token: '', scopes: [] }
      callers.set(authInfo, who)
      if (request.method !== 'POST') return handler.fetch(request, { authInfo })
      // The SDK would read the body itself, but put U+FFFD in place of bytes that are not UTF-8.
      const bytes = await limitedBytes(request)
      if (!bytes) return refuse(413, ProtocolErrorCode.InvalidRequest, `A message may have at most ${bodyLimit} bytes.`)
      const parsedBody = parseJson(bytes)
      if (parsedBody === undefined) return refuse(400, ProtocolErrorCode.ParseError, 'The body is not JSON in UTF-8.')
      return asking.run(who, () => handler.fetch(request, { authInfo, parsedBody }))
    },
    async close() {
      await handler.close()
      await servers?.idle()
    },
  }
}

function refuse(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status })
}

/** Only announced names are asked for. */
function entryNamed<T extends { name: string }>(all: readonly T[], name: string): T {
  const found = all.find(each => each.name === name)
  if (!found) throw new Error(`No operation or prompt "${name}" is served here.`)
  return found
}
