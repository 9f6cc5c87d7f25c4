import type { CallToolResult } from '@modelcontextprotocol/server'
import type { AppContext } from '../../app.ts'
import type { Operation } from '../../kernel/operation.ts'

type Answer = Record<string, unknown>

/** A result as a chat gets it: the object twice, or a text alone with what is about it kept out of its way. */
export function answerOf({ plain, said: told }: Operation<AppContext>, result: Answer, prose = false): CallToolResult {
  if (plain) {
    const { [plain]: answer, ...about } = result
    return { ...said(told ? told(result) : answer), _meta: named(about) }
  }
  return told ? { ...said(told(result)), structuredContent: result } : both(result, prose)
}

export function failureAnswer(failure: Answer, prose = false): CallToolResult {
  if (!prose) return both(failure, false)
  const { text, code } = failure
  return { ...said(text), _meta: named({ code }) }
}

function both(result: Answer, prose: boolean): CallToolResult {
  const text = prose ? JSON.stringify(result, null, 2) : JSON.stringify(result)
  return { content: [{ type: 'text', text }], structuredContent: result }
}

function said(text: unknown): CallToolResult {
  return { content: [{ type: 'text', text: String(text) }] }
}

function named(about: Answer): Answer {
  return Object.fromEntries(Object.entries(about).map(([key, value]) => [`daybook/${key}`, value]))
}
