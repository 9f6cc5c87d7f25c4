import { cutTo } from '../../kernel/text.ts'
import { prepareReply } from './prepare.ts'
import type { Rejection } from './rejection.ts'

export const modelStops = [
  'conflict',
  'uncertainty',
  'scope-exceeded',
  'approval-required',
  'error',
  'budget-limit',
] as const
type ModelStop = (typeof modelStops)[number]

export type StopHook = {
  type: ModelStop | 'tool_call_rejected' | 'grounding_required'
  code: string | null
  detail?: string
}

/** What ends a turn without an answer: the visible text and the same as a value. */
export interface Stop {
  content: string
  stopHook: StopHook
}

/** The agent says that it is blocked; a type only the engine may write is text like any other. */
export function readStopHook(reply: string): Stop | undefined {
  const [first = '', ...rest] = prepareReply(reply).split(/\r\n|\n|\r/)
  const [, written = '', sameLine = ''] = /^\[?STOP[ _-]?HOOK:\s*([a-z_-]+)\]?\s*(.*)$/isu.exec(first) ?? []
  const type = modelStops.find(stop => stop === written.toLowerCase().replaceAll('_', '-'))
  if (!type) return undefined
  const detail = cutTo(sameLine.trim() || rest.join('\n').trim(), 600)
  return { content: `STOP_HOOK: ${type}${detail && `\n${detail}`}`, stopHook: { type, code: null, detail } }
}

export function callRejected({ code, detail }: Rejection): Stop {
  return engineStop('tool_call_rejected', code, detail)
}

export function groundingRequired(reason: string, detail?: string): Stop {
  return engineStop('grounding_required', reason, detail)
}

/** Of a provider, of time, of a schema that was not met. */
export function turnFailed(code: string): Stop {
  return engineStop('error', code)
}

function engineStop(type: StopHook['type'], code: string, detail?: string): Stop {
  return {
    content: `STOP_HOOK: ${type}\nReason: ${code}${detail ? ` (${detail})` : ''}`,
    stopHook: { type, code, ...(detail !== undefined && { detail }) },
  }
}
