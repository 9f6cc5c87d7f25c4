import type { CallToolResult } from '@modelcontextprotocol/server'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { AppContext } from '../../app.ts'
import type { Operation } from '../../kernel/operation.ts'
import { toolsetNamed } from '../../toolsets.ts'

type Result = Record<string, unknown>

/** A result as a chat gets it: the object and its text, or a text alone with the other keys as metadata. */
export function toolResult(
  { textOnly, chatText }: Operation<AppContext>,
  result: Result,
  indented = false,
): CallToolResult {
  if (textOnly) {
    const { [textOnly]: text, ...others } = result
    return { ...textContent(chatText ? chatText(result) : String(text)), _meta: metadata(others) }
  }
  return chatText ? { ...textContent(chatText(result)), structuredContent: result } : jsonContent(result, indented)
}

export function refusedTool(toolset: string, failure: Result): CallToolResult {
  return { ...failureResult(failure, toolsetNamed(toolset)?.prose), isError: true }
}

function failureResult(failure: Result, textAlone = false): CallToolResult {
  if (!textAlone) return jsonContent(failure, false)
  const { text, code } = failure
  return { ...textContent(String(text)), _meta: metadata({ code }) }
}

function jsonContent(result: Result, indented: boolean): CallToolResult {
  return { ...textContent(JSON.stringify(result, null, indented ? 2 : undefined)), structuredContent: result }
}

function textContent(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] }
}

function metadata(values: Result): Result {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [`daybook/${key}`, value]))
}

export function invalidParams(message: string, data?: Record<string, unknown>): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, data)
}

/** For lists that are never longer than one page. */
export function onePage(cursor: string | undefined): void {
  if (cursor !== undefined) throw invalidParams('The list has one page: ask for it without a cursor.')
}
