import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { App, AppContext } from '../../app.ts'
import { failureOf, invoke, renderPrompt } from '../../invoke.ts'
import type { Call } from '../../kernel/call.ts'
import type { Fault } from '../../kernel/fault.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { Prompt } from '../../kernel/prompt.ts'
import { toolsetNamed } from '../../toolsets.ts'
import { failureResult, toolResult } from './answers.ts'

/** Runs what clients ask for; a stdio server loads this with the first call. */
export interface McpDoor {
  callTool(name: string, args: unknown, call: Call): Promise<CallToolResult>
  /** The text of a prompt; a refusal is thrown as the error that the client is answered with. */
  renderPrompt(name: string, args: unknown, call: Call): Promise<string>
}

/** The code behind the names in a catalog. */
export interface Declarations {
  operation(name: string): Promise<Operation<AppContext>>
  prompt(name: string): Promise<Prompt<AppContext>>
}

export function mcpDoor(app: App, { operation, prompt }: Declarations): McpDoor {
  return {
    async callTool(name, args, call) {
      const called = await operation(name)
      const outcome = await invoke(app, called, args, call)
      return outcome.ok
        ? toolResult(called, outcome.result, toolsetNamed(called.toolset)?.prose)
        : refusedTool(called.toolset, outcome.failure)
    },
    async renderPrompt(name, args, call) {
      const asked = await prompt(name)
      const outcome = await renderPrompt(app, asked, args, call)
      if (outcome.ok) return outcome.text
      throw refusedPrompt(asked.toolset, outcome.fault)
    },
  }
}

/** Answers every call with the fault that keeps the store from being opened. */
export function closedDoor(fault: Fault, toolsetOf: (name: string) => string): McpDoor {
  return {
    async callTool(name) {
      return refusedTool(toolsetOf(name), failureOf(toolsetOf(name), fault))
    },
    async renderPrompt(name) {
      throw refusedPrompt(toolsetOf(name), fault)
    },
  }
}

function refusedTool(toolset: string, failure: Record<string, unknown>): CallToolResult {
  return { ...failureResult(failure, toolsetNamed(toolset)?.prose), isError: true }
}

/** A prompt has no result that could say no: only our own words and the facts of the fault travel. */
function refusedPrompt(toolset: string, fault: Fault): ProtocolError {
  const { code, message, hint, details } = fault
  const kind = code === 'INTERNAL' ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams
  const told = toolsetNamed(toolset)?.prose ? failureOf(toolset, fault).text : undefined
  return new ProtocolError(kind, typeof told === 'string' ? told : `${message} ${hint}`, { code, ...details })
}
