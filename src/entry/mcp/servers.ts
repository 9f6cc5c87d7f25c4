import { Server, type Tool } from '@modelcontextprotocol/server'
import { type Catalog, offeredIn } from '../../catalog/catalog.ts'
import type { Call, CallProgress } from '../../kernel/call.ts'
import type { McpCalls } from './calls.ts'
import { type Pushes, serveResources } from './resources.ts'
import { invalidParams, onePage } from './results.ts'
import { createdTask, memberOf, serveTasks, taskCapabilities, wantsTask } from './tasks.ts'
import { toolsOf } from './tools.ts'

export interface ServerOptions {
  /** In the order agents see them; people operations are left out. */
  catalog: Catalog
  toolsets: string[]
  version: string
}

export interface McpServers {
  /** One SDK server per connection or request; all of them offer the same tools. */
  serverFor(caller: Call, pushes?: Pushes): Server
  /** Settles when no call is running any more. */
  idle(): Promise<void>
}

const sessionKey = 'daybook/session_id'

/** What a client sees is fixed when the process starts, so it may keep it for a while. */
const cacheHint = { ttlMs: 300_000, cacheScope: 'public' } as const

/** MCP servers with the same tools and calls for both transports and both protocol revisions. */
export function mcpServers(open: () => Promise<McpCalls>, { catalog, toolsets, version }: ServerOptions): McpServers {
  const chosen = offeredIn(catalog, toolsets)
  const offered = catalog.operations.filter(chosen.operation)
  const offeredNames = new Set(offered.map(({ name }) => name))
  const prompts = catalog.prompts.filter(chosen.prompt)
  const kinds = catalog.resources.filter(({ toolset }) => chosen.toolsets.includes(toolset))
  const begins = catalog.tasks.filter(name => offeredNames.has(name))
  const instructions = chosen.instructions.join('\n\n')
  const running = new Set<Promise<unknown>>()
  let tools: Tool[] | undefined

  return {
    serverFor(caller, pushes = 'not at all') {
      const server = new Server(
        { name: 'daybook', title: 'Daybook', version },
        {
          capabilities: {
            tools: {},
            ...(prompts.length > 0 && { prompts: {} }),
            ...(kinds.length > 0 && { resources: pushes === 'not at all' ? {} : { subscribe: true } }),
            ...((prompts.length > 0 || kinds.length > 0) && { completions: {} }),
            ...(begins.length > 0 && taskCapabilities),
          },
          instructions,
          requestState: { verify: async (state, context) => (await open()).verifyState(state, context) },
          cacheHints: {
            'tools/list': cacheHint,
            'prompts/list': cacheHint,
            'resources/templates/list': cacheHint,
            'server/discover': cacheHint,
          },
        },
      )
      serveResources(server, { kinds, caller, pushes, open: () => track(open()), hasPrompts: prompts.length > 0 })
      serveTasks(server, { begins, caller, open: () => track(open()) })
      server.setRequestHandler('tools/list', ({ params }) => {
        onePage(params?.cursor)
        tools ??= toolsOf(offered, { tasks: begins, unlisted: chosen.unlisted })
        return { tools }
      })
      server.setRequestHandler('tools/call', async ({ params }, context) => {
        const { mcpReq } = context
        const { name } = params
        if (!offeredNames.has(name)) throw invalidParams('No such tool here: use a name from tools/list.', { name })
        const call = {
          ...caller,
          session: sessionOf(mcpReq._meta) ?? caller.session,
          by: clientOf(server, mcpReq.envelope),
          onProgress: progressNotifier(mcpReq._meta, mcpReq.notify),
          signal: mcpReq.signal,
          asTask: begins.includes(name) && wantsTask(mcpReq, params),
        }
        const asker = canAsk(server, mcpReq.envelope, pushes) ? context : undefined
        const answer = await track(open().then(calls => calls.callTool(name, params.arguments, call, asker)))
        return 'begun' in answer ? createdTask(mcpReq, answer.begun) : answer.result
      })
      if (prompts.length === 0) return server
      server.setRequestHandler('prompts/list', ({ params }) => {
        onePage(params?.cursor)
        return { prompts: prompts.map(({ toolset: _, ...announced }) => announced) }
      })
      server.setRequestHandler('prompts/get', async ({ params }) => {
        const { name } = params
        const prompt = prompts.find(each => each.name === name)
        if (!prompt) throw invalidParams('No such prompt here: use a name from prompts/list.', { name })
        const text = await track(open().then(calls => calls.renderPrompt(name, params.arguments, caller)))
        return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] }
      })
      return server
    },
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
  }

  function track<T>(call: Promise<T>): Promise<T> {
    running.add(call)
    return call.finally(() => running.delete(call))
  }
}

function sessionOf(meta: Record<string, unknown> | undefined): string | undefined {
  const session = meta?.[sessionKey]
  // Anything but a handle names no session; it must fail as one, not pass unnoticed.
  return session === undefined || typeof session === 'string' ? session : JSON.stringify(session)
}

const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities'

/**
 * Whether the client can show its person a form. It says so once, or with every request, by the revision it speaks; over
 * HTTP the older one has no way back to the client.
 */
function canAsk(server: Server, envelope: { [key: string]: unknown } = {}, pushes: Pushes): boolean {
  const connected = typeof pushes === 'object' ? server.getClientCapabilities() : undefined
  const capabilities = envelope[capabilitiesKey] ?? connected
  const elicitation = memberOf(capabilities, 'elicitation')
  if (typeof elicitation !== 'object' || elicitation === null) return false
  return 'form' in elicitation || Object.keys(elicitation).length === 0
}

const clientKey = 'io.modelcontextprotocol/clientInfo'

/** The client says its name once when it connects, or with every request, by the revision it speaks. */
function clientOf(server: Server, envelope: { [key: string]: unknown } = {}): string {
  const sent = envelope[clientKey]
  const client = typeof sent === 'object' && sent !== null && 'name' in sent ? sent : server.getClientVersion()
  return client?.name ? `mcp ${String(client.name)}` : 'mcp'
}

interface Notification {
  method: 'notifications/progress'
  params: { progressToken: string | number; progress: number; total: number; message: string }
}

const shortestPauseMs = 100

/**
 * Notifies a client that asked for it how far its call is: counts only, always more than before, ten times a second at
 * most. Undefined when it did not ask.
 */
export function progressNotifier(
  meta: { progressToken?: string | number | undefined } | undefined,
  notify: (notification: Notification) => Promise<void>,
  now: () => number = Date.now,
): ((progress: CallProgress) => void) | undefined {
  const progressToken = meta?.progressToken
  if (progressToken === undefined) return undefined
  let phase = ''
  let before = 0
  let expected = 0
  let sent = Number.NEGATIVE_INFINITY
  let sentAt = Number.NEGATIVE_INFINITY
  return step => {
    // Phases follow one another; a finished one counts with all its files, and one more for itself.
    if (step.phase !== phase) {
      before += expected
      phase = step.phase
    }
    expected = step.files_total + 1
    const progress = before + step.files
    if (progress <= sent || now() - sentAt < shortestPauseMs) return
    sent = progress
    sentAt = now()
    const params = { progressToken, progress, total: before + expected, message: messageOf(step) }
    // A client that hung up does not need to know how far it is.
    notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}

function messageOf({ phase, files, files_total }: CallProgress): string {
  return `${phase}: ${files} of ${files_total}`
}
