import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { insertInto, selectFrom } from '../../db/table-statements.ts'
import type { RoomSessionRow } from '../../db/tables.ts'
import { isCode } from '../../files/replace.ts'
import { sha256 } from '../../files/sha256.ts'
import type { Call, ToolSession } from '../../kernel/call.ts'
import { isDiskFull } from '../../kernel/disk-full.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { notFound, roomFault } from '../faults.ts'
import { isId, mintId, requireId } from '../ids.ts'
import { readArguments } from '../protocol/arguments.ts'
import { injectedOutput } from '../protocol/budget.ts'
import { fromPlain, isMap } from '../protocol/strict-json.ts'
import { toolNamed } from '../protocol/tool-policy.ts'
import type { Room } from '../room.ts'
import { callerOf, instant } from '../room-base.ts'
import type { ToolRun } from '../schema.ts'
import { countToolRun } from '../telemetry/observe.ts'
import { toolOf } from '../tools/registry.ts'
import type { Tool } from '../tools/tool.ts'
import { runTool, type ToolRunWithReceipt } from '../turns/run-tool.ts'

/** The session of direct runs that a caller continues, or a new one. Only the server chooses its id. */
async function directSession(room: Room, call: Call, given: string | undefined): Promise<ToolSession> {
  if (given === undefined) return unnamedSession(room, call)
  const isDirect = (['mcp', 'rest', 'cli'] as const).some(surface => isId(surface, requireId(given)))
  if (isDirect && (await isSession(room, given))) return { id: given, isListed: true }
  throw notFound('session', { session_id: given })
}

/** A server that one chat started adds all its runs to one session; elsewhere each run has its own. */
function unnamedSession(room: Room, call: Call): ToolSession {
  const before = call.toolSessions?.get(room.project)
  if (before) return before
  const session = { id: mintId(callerOf(call).surface, room.random), isListed: false }
  call.toolSessions?.set(room.project, session)
  return session
}

/** Whether the project has such a session, with receipts or without. */
export async function isSession(room: Room, id: string): Promise<boolean> {
  const session = requireId(id)
  if (await room.db.read(tx => tx.first(sessionNamed, { project_id: room.project, session_id: session }))) return true
  // The files are the truth, and the rows may have been lost.
  for (const folder of ['audit/sessions', 'chats', 'conferences']) {
    if (isThere(join(room.control, folder, session))) return true
  }
  return false
}

/** Enters a session into the list that all parts share. */
export async function registerSession(room: Room, session: Pick<RoomSessionRow, 'session_id' | 'kind' | 'opened_by'>) {
  const row = { project_id: room.project, ...session, created: instant(room) }
  await room.db.write(tx => tx.run(insert, row))
}

const sessionNamed = selectFrom('room_sessions', { columns: ['session_id'], where: ['project_id', 'session_id'] })
const insert = insertInto('room_sessions', ['project_id', 'session_id', 'kind', 'opened_by', 'created'], {
  on: ['project_id', 'session_id'],
})

function isThere(path: string): boolean {
  try {
    return lstatSync(path).isDirectory()
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR')) return false
    throw error
  }
}

/** How much of an output a direct answer holds. */
export const maxDirectOutput = 8000

interface DirectRequest {
  /** As the caller wrote it. */
  tool: string
  args: { readonly [name: string]: unknown }
  sessionId: string | undefined
}

/** Runs a tool for a person or a program. No agent, no ticket, no nonce; but a receipt, like every run. */
export async function runToolDirectly(room: Room, call: Call, request: DirectRequest): Promise<ToolRun> {
  const named = toolNamed(request.tool)
  const tool = named && toolOf(named.id)
  const { args, sessionId: given } = request
  const session = await directSession(room, call, given)
  const { id: sessionId } = session
  const { surface } = callerOf(call)
  const run = await runTool(room, {
    toolId: tool?.id ?? request.tool,
    requestedTool: named?.requested,
    args,
    nonce: null,
    surface,
    sessionId,
    turnId: mintId('turn', room.random),
    agentId: null,
    signal: call.signal ?? new AbortController().signal,
  })
  const { toolId, ok, text, error } = run
  countToolRun(room, { toolId, ok, text, surface, errorCode: error?.code, requested: named?.requested })
  if (!session.isListed) {
    await enterSession(room, sessionId, call.principal)
    session.isListed = true
  }
  if (!tool) throw notFound('tool', { tool: run.toolId, session_id: sessionId, receipt_id: run.receiptId })
  return answerOf(run, sessionId)
}

/** The receipt is stored by now and its folder names the session too, so a full disk undoes nothing here. */
async function enterSession(room: Room, sessionId: string, principal: string): Promise<void> {
  try {
    await registerSession(room, { session_id: sessionId, kind: 'direct', opened_by: principal })
  } catch (error) {
    if (!isDiskFull(error)) throw error
    room.log('room: the disk is full; a session was not entered into the list')
  }
}

/** What a caller sends for a tool, or a refusal that names everything wrong with it. */
export function toolArguments(
  tool: Tool,
  { args, sessionId }: { args: unknown; sessionId: unknown },
  /** The error code for wrong arguments on the interface that was used. */
  invalid: 'tool_call_invalid_args' | 'invalid_args',
): JsonObject {
  const read = readTool(tool, args)
  const isWrong = sessionId !== undefined && typeof sessionId !== 'string'
  const errors = [...('errors' in read ? read.errors : []), ...(isWrong ? ['invalid-type:session_id'] : [])]
  if (isWrong || 'errors' in read) {
    const allowed = allowedValues(tool, errors)
    throw roomFault(invalid, { tool: tool.id, errors: errors.sort(), ...(allowed && { allowed }) })
  }
  return read.args
}

/** The choices of every argument whose value is not among them. */
function allowedValues({ args }: Tool, errors: readonly string[]): Record<string, readonly string[]> | undefined {
  const strange = args.flatMap(({ name, schema }) =>
    schema.enum && errors.includes(`invalid-enum:${name}`) ? [[name, schema.enum] as const] : [],
  )
  return strange.length > 0 ? Object.fromEntries(strange) : undefined
}

function readTool(tool: Tool, args: unknown) {
  const given = fromPlain(args)
  return isMap(given) ? readArguments(tool, given) : { errors: ['invalid-type:args'] }
}

function answerOf({ receiptId, toolId, ok, error, text }: ToolRunWithReceipt, sessionId: string): ToolRun {
  const { text: output, form, fullBytes } = injectedOutput(text, maxDirectOutput)
  return {
    session_id: sessionId,
    receipt_id: receiptId,
    tool: toolId,
    ok,
    ...(error && { error }),
    output,
    truncated: form !== 'whole',
    full_size: fullBytes,
    sha256: sha256(text),
  }
}
