import {
  type CallToolResult,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  RELATED_TASK_META_KEY,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Call } from '../../kernel/call.ts'
import type { McpCalls } from './calls.ts'
import { invalidParams } from './results.ts'
import type { Task } from './task-calls.ts'

/** 2026-07-28 has tasks as an extension (SEP-2663); 2025-11-25 has them in its core, and a call asks for one. */
const extension = 'io.modelcontextprotocol/tasks'
const settings = { extensions: { [extension]: {} } }

/** What a server says of itself: the extension, and what only clients of the older revision are sent. */
export const taskCapabilities = {
  ...settings,
  tasks: { cancel: {}, requests: { tools: { call: {} } } },
} as const

type Request = Pick<ServerContext['mcpReq'], 'envelope'>

/** Whether a client can follow this call as a task. */
export function wantsTask(request: Request, params: object): boolean {
  return isCurrent(request) ? knowsTasks(request) : memberOf(params, 'task') !== undefined
}

/** What a call that goes on as a task is answered with. */
export function createdTask(request: Request, task: Task): CallToolResult {
  // The SDK lets no result of a tool go without content.
  const content: CallToolResult['content'] = []
  return isCurrent(request) ? { resultType: 'task', ...currentTask(task), content } : { task: olderTask(task), content }
}

const TaskParams = { params: z.looseObject({ taskId: z.string() }) }

interface TaskServing {
  /** The operations offered that begin one. */
  begins: readonly string[]
  caller: Call
  open(): Promise<McpCalls>
}

/** Answers what clients ask about long work that they began. Who may see or end it is decided by its operations. */
export function serveTasks(server: Server, { begins, caller, open }: TaskServing): void {
  if (begins.length === 0) return
  const calls = () => open().then(each => each.tasks())

  server.setRequestHandler('tasks/get', TaskParams, async ({ taskId }, { mcpReq }) => {
    requireTasks(mcpReq)
    const task = await (await calls()).look(begins, taskId, caller)
    return isCurrent(mcpReq) ? { ...currentTask(task), ...payloadOf(task) } : olderTask(task)
  })
  server.setRequestHandler('tasks/cancel', TaskParams, async ({ taskId }, { mcpReq }) => {
    requireTasks(mcpReq)
    const { look, cancel, ended } = await calls()
    if (isCurrent(mcpReq)) {
      await cancel(begins, taskId, caller)
      return {}
    }
    const { status } = await look(begins, taskId, caller)
    if (status !== 'working') throw invalidParams('That task has ended.', { taskId, status })
    await cancel(begins, taskId, caller)
    return olderTask(await ended(begins, taskId, { ...caller, signal: AbortSignal.timeout(longestCancelMs) }))
  })
  server.setRequestHandler('tasks/update', TaskParams, async ({ taskId }, { mcpReq }) => {
    if (!isCurrent(mcpReq)) throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found')
    requireTasks(mcpReq)
    // What is asked is asked before the work begins, so no answer is waited for.
    await (await calls()).look(begins, taskId, caller)
    return {}
  })
  server.setRequestHandler('tasks/result', TaskParams, async ({ taskId }, { mcpReq }) => {
    const { status, message, result } = await (await calls()).ended(begins, taskId, {
      ...caller,
      signal: mcpReq.signal,
    })
    if (status === 'cancelled') throw new ProtocolError(ProtocolErrorCode.InvalidRequest, 'The task was cancelled.')
    if (!result) throw new ProtocolError(ProtocolErrorCode.InternalError, message)
    return { ...result, _meta: { ...result._meta, [RELATED_TASK_META_KEY]: { taskId } } }
  })
}

/** As long as its work takes to notice that it was cancelled. */
const longestCancelMs = 5000
/** Looking is cheap, and nothing of this work ends within a second. */
const pollIntervalMs = 1000

/** Only the current revision sends what a client is capable of with every request. */
function isCurrent({ envelope }: Request): boolean {
  return envelope !== undefined
}

function knowsTasks({ envelope }: Request): boolean {
  const capabilities = memberOf(envelope, 'io.modelcontextprotocol/clientCapabilities')
  return memberOf(memberOf(capabilities, 'extensions'), extension) !== undefined
}

function requireTasks(request: Request): void {
  if (!isCurrent(request) || knowsTasks(request)) return
  throw new MissingRequiredClientCapabilityError({ requiredCapabilities: settings })
}

/** A tool that says no came to its end; only what was lost in the middle has failed. */
const statuses = {
  working: 'working',
  done: 'completed',
  failed: 'completed',
  interrupted: 'failed',
  cancelled: 'cancelled',
} as const

function currentTask({ id, status, message, createdAt, updatedAt }: Task) {
  return {
    taskId: id,
    status: statuses[status],
    statusMessage: message,
    createdAt,
    lastUpdatedAt: updatedAt,
    // Its record stays with what it made.
    ttlMs: null,
    pollIntervalMs,
  }
}

function payloadOf({ status, message, result }: Task) {
  if (status === 'interrupted') return { error: { code: ProtocolErrorCode.InternalError, message } }
  return result && { result }
}

function olderTask({ id, status, message, createdAt, updatedAt }: Task) {
  return {
    taskId: id,
    status: status === 'failed' ? 'failed' : statuses[status],
    statusMessage: message,
    createdAt,
    lastUpdatedAt: updatedAt,
    ttl: null,
    pollInterval: pollIntervalMs,
  }
}

/** What a value that a client sent has under a key; undefined for anything but an object. */
export function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
