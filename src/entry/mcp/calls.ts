import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { App, AppContext } from '../../app.ts'
import { failureOf, invoke, type Outcome, renderPrompt } from '../../invoke.ts'
import type { Call } from '../../kernel/call.ts'
import type { Fault } from '../../kernel/fault.ts'
import { formatInstant } from '../../kernel/instants.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { Prompt } from '../../kernel/prompt.ts'
import type { Resource } from '../../kernel/resource.ts'
import type { TaskKind } from '../../kernel/task.ts'
import { toolsetNamed } from '../../toolsets.ts'
import type { ResourceCalls } from './resource-calls.ts'
import { refusedTool, toolResult } from './results.ts'
import type { Task, TaskCalls } from './task-calls.ts'

/** Runs what clients ask for; a stdio server loads this with the first call. */
export interface McpCalls {
  /** `asker` is given where the client can ask its person something. What goes on as a task answers with it. */
  callTool(name: string, args: unknown, call: Call, asker?: ServerContext): Promise<ToolAnswer>
  /** The text of a prompt; a refusal is thrown as the error the client gets. */
  renderPrompt(name: string, args: unknown, call: Call): Promise<string>
  /** What a client carried from a question to its answer; throws where it is not what was given to this caller. */
  verifyState(state: string, context: ServerContext): Promise<unknown>
  resources(): Promise<ResourceCalls>
  tasks(): Promise<TaskCalls>
  /** Tells the addresses of resources that change, where the caller may see them. Answers what ends it. */
  watch(call: Call, changed: (uri: string) => void): Promise<() => void>
}

type ToolAnswer = { result: CallToolResult | InputRequiredResult } | { begun: Task }

/** The code behind the names in a catalog. */
export interface Declarations {
  operation(name: string): Promise<Operation<AppContext>>
  prompt(name: string): Promise<Prompt<AppContext>>
  /** All there are when absent. */
  resources?: readonly Resource[]
  tasks?: readonly TaskKind[]
}

/** `complete` adds to a call what the process that serves it knows of its caller. */
export function mcpCalls(
  app: App,
  { operation, prompt, resources, tasks }: Declarations,
  complete: (call: Call) => Call = call => call,
): McpCalls {
  const noted = new Set<string>()
  const taskCalls = async () => (await import('./task-calls.ts')).taskCalls(app, operation, tasks)
  return {
    async callTool(name, sent, asked, asker) {
      const call = complete(asked)
      const called = await operation(name)
      const args = without(sent, called.questions?.personOnly)
      const outcome = await run()
      if (isInputRequiredResult(outcome)) return { result: outcome }
      if (outcome.ok) noteClient(app, noted, call.by)
      const begun = outcome.ok && call.asTask && (await (await taskCalls()).begun(name, outcome.result, call))
      if (begun) return { begun }
      const result = outcome.ok
        ? toolResult(called, outcome.result, toolsetNamed(called.toolset)?.prose)
        : refusedTool(called.toolset, outcome.failure)
      return { result }

      async function run(): Promise<Outcome | InputRequiredResult> {
        const { questions } = called
        if (!questions || !asker || typeof args !== 'object' || args === null) return invoke(app, called, args, call)
        const { callAsking, requestStates } = await import('./questions.ts')
        const asking = { context: asker, states: await requestStates(app.home) }
        return callAsking<Outcome>(
          {
            name,
            args: { ...args },
            questions,
            run: wanted => invoke(app, called, wanted, call),
            resultOf: ended => (ended.ok ? ended.result : undefined),
          },
          asking,
        )
      }
    },
    async verifyState(state, context) {
      const { requestStates } = await import('./questions.ts')
      return (await requestStates(app.home)).verify(state, context)
    },
    async renderPrompt(name, args, call) {
      const asked = await prompt(name)
      const outcome = await renderPrompt(app, asked, args, complete(call))
      if (outcome.ok) return outcome.text
      throw refusedPrompt(asked.toolset, outcome.fault)
    },
    async resources() {
      const { resourceCalls } = await import('./resource-calls.ts')
      const { list, read, complete: completeArgument } = resourceCalls(app, operation, resources)
      return {
        list: (kinds, cursor, call) => list(kinds, cursor, complete(call)),
        read: (kinds, uri, call) => read(kinds, uri, complete(call)),
        complete: (argument, call) => completeArgument(argument, complete(call)),
      }
    },
    async tasks() {
      const { look, ended, cancel } = await taskCalls()
      return {
        look: (kinds, id, call) => look(kinds, id, complete(call)),
        ended: (kinds, id, call) => ended(kinds, id, complete(call)),
        cancel: (kinds, id, call) => cancel(kinds, id, complete(call)),
      }
    },
    async watch(call, changed) {
      const { watchResources } = await import('./resource-calls.ts')
      return watchResources(app, call, changed)
    },
  }
}

/** Remembers the first call of a client in this process, so that people see that it is connected; no call waits for it. */
function noteClient(app: App, noted: Set<string>, by = ''): void {
  const name = /^mcp (.+)/.exec(by)?.[1]
  if (name === undefined || noted.has(name)) return
  noted.add(name)
  void import('../../home/home-state.ts')
    .then(({ noteClient }) => noteClient(app.home, name, formatInstant(app.clock())))
    .catch(() => app.log('home: the chat client was not noted'))
}

function without(args: unknown, names: readonly string[] = []): unknown {
  if (typeof args !== 'object' || args === null || names.length === 0) return args
  return Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name)))
}

/** Answers every call with the fault that keeps the store from being opened. */
export function refuseCalls(fault: Fault, toolsetOf: (name: string) => string): McpCalls {
  return {
    async callTool(name) {
      return { result: refusedTool(toolsetOf(name), failureOf(toolsetOf(name), fault)) }
    },
    async renderPrompt(name) {
      throw refusedPrompt(toolsetOf(name), fault)
    },
    verifyState: refuse,
    resources: refuse,
    tasks: refuse,
    watch: refuse,
  }

  async function refuse(): Promise<never> {
    throw new ProtocolError(ProtocolErrorCode.InternalError, `${fault.message} ${fault.hint}`)
  }
}

/** A prompt has no result that could say no: only our own words and the facts of the fault travel. */
function refusedPrompt(toolset: string, fault: Fault): ProtocolError {
  const { code, message, hint, details } = fault
  const kind = code === 'INTERNAL' ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams
  const text = toolsetNamed(toolset)?.prose ? failureOf(toolset, fault).text : undefined
  return new ProtocolError(kind, typeof text === 'string' ? text : `${message} ${hint}`, { code, ...details })
}
