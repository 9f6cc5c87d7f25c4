import { ProtocolError, ProtocolErrorCode, Server, type Tool } from '@modelcontextprotocol/server'
import type { App, AppContext } from '../../app.ts'
import { failureOf, invoke, renderPrompt } from '../../invoke.ts'
import type { Call } from '../../kernel/call.ts'
import type { Fault } from '../../kernel/fault.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { Prompt } from '../../kernel/prompt.ts'
import { offeredIn, toolsetNamed } from '../../toolsets.ts'
import { answerOf, failureAnswer } from './answers.ts'
import { progressTeller } from './progress.ts'
import { announced } from './prompts.ts'
import { toolsOf } from './tools.ts'

export interface FaceOptions {
  /** In the order agents see them; people operations are left out. */
  operations: readonly Operation<AppContext>[]
  prompts: readonly Prompt<AppContext>[]
  toolsets: string[]
  version: string
}

export interface McpFace {
  /** One SDK server per connection or request; every one of them answers from this face. */
  serverFor(caller: Call): Server
  /** Settles when no call is running any more. */
  idle(): Promise<void>
}

const sessionKey = 'daybook/session_id'

/** What a client sees is fixed when the process starts, so it may keep it for a while. */
const cacheHint = { ttlMs: 300_000, cacheScope: 'public' } as const

/** The MCP face: the same tools and the same door behind both transports and both protocol revisions. */
export function mcpFace(app: App, { operations, prompts, toolsets, version }: FaceOptions): McpFace {
  const chosen = offeredIn(toolsets)
  const offered = operations.filter(each => each.audience === 'agents' && chosen.operation(each))
  const byName = new Map(offered.map(operation => [operation.name, operation]))
  const ready = prompts.filter(chosen.prompt)
  const instructions = chosen.instructions.join('\n\n')
  const running = new Set<Promise<unknown>>()
  let tools: Tool[] | undefined

  return {
    serverFor(caller) {
      const server = new Server(
        { name: 'daybook', title: 'Daybook', version },
        {
          capabilities: { tools: {}, ...(ready.length > 0 && { prompts: {} }) },
          instructions,
          cacheHints: { 'tools/list': cacheHint, 'prompts/list': cacheHint, 'server/discover': cacheHint },
        },
      )
      server.setRequestHandler('tools/list', ({ params }) => {
        onePage(params?.cursor)
        tools ??= toolsOf(offered)
        return { tools }
      })
      server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
        const operation = byName.get(params.name)
        if (!operation) throw invalidParams('No such tool here: use a name from tools/list.', { name: params.name })
        const call = {
          ...caller,
          session: sessionOf(mcpReq._meta) ?? caller.session,
          by: clientOf(server, mcpReq.envelope),
          progress: progressTeller(mcpReq._meta, mcpReq.notify),
          signal: mcpReq.signal,
        }
        const outcome = await track(invoke(app, operation, params.arguments, call))
        const shape = toolsetNamed(operation.toolset)
        return outcome.ok
          ? answerOf(operation, outcome.result, shape?.prose)
          : { ...failureAnswer(outcome.failure, shape?.prose), isError: true }
      })
      if (ready.length === 0) return server
      server.setRequestHandler('prompts/list', ({ params }) => {
        onePage(params?.cursor)
        return { prompts: ready.map(announced) }
      })
      server.setRequestHandler('prompts/get', async ({ params }) => {
        const prompt = ready.find(({ name }) => name === params.name)
        if (!prompt) throw invalidParams('No such prompt here: use a name from prompts/list.', { name: params.name })
        const outcome = await track(renderPrompt(app, prompt, params.arguments, caller))
        if (!outcome.ok) throw refused(outcome.fault, prompt.toolset)
        const { summary } = prompt
        return { description: summary, messages: [{ role: 'user', content: { type: 'text', text: outcome.text } }] }
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

function onePage(cursor: string | undefined): void {
  if (cursor !== undefined) throw invalidParams('The list has one page: ask for it without a cursor.')
}

/** A prompt has no result that could say no: only our own words and the facts of the fault travel. */
function refused(fault: Fault, toolset: string): ProtocolError {
  const { code, message, hint, details } = fault
  const kind = code === 'INTERNAL' ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams
  const told = toolsetNamed(toolset)?.prose ? failureOf(toolset, fault).text : undefined
  return new ProtocolError(kind, typeof told === 'string' ? told : `${message} ${hint}`, { code, ...details })
}

function sessionOf(meta: Record<string, unknown> | undefined): string | undefined {
  const session = meta?.[sessionKey]
  // Anything but a handle names no session; it must fail as one, not pass unnoticed.
  return session === undefined || typeof session === 'string' ? session : JSON.stringify(session)
}

const clientKey = 'io.modelcontextprotocol/clientInfo'

/** The client says its name once when it connects, or with every request, by the revision it speaks. */
function clientOf(server: Server, envelope: { [key: string]: unknown } = {}): string {
  const told = envelope[clientKey]
  const client = typeof told === 'object' && told !== null && 'name' in told ? told : server.getClientVersion()
  return client?.name ? `mcp ${String(client.name)}` : 'mcp'
}

function invalidParams(message: string, data?: Record<string, unknown>): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, data)
}
