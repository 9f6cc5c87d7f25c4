import { withoutUndefined } from '../../kernel/json.ts'
import type { Surface } from '../../receipts/receipt.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import { executeTool } from '../tools/registry.ts'
import { withoutPaths } from '../workspace/vfs.ts'
import type { ToolOutcome } from './turn.ts'

/** Whose run it is, and what is run. */
interface ToolRequest {
  toolId: string
  /** The name that was used, where it was not the id. */
  requestedTool?: string | undefined
  args: { readonly [name: string]: unknown }
  /** The one the call consumed; null outside of the protocol. */
  nonce: string | null
  surface: Surface
  sessionId: string
  turnId: string
  agentId: string | null
  conferenceId?: string | undefined
  roundId?: string | undefined
  taskId?: string | undefined
  runId?: string | undefined
  blockedPaths?: readonly string[] | undefined
  signal: AbortSignal
}

export interface ToolRunWithReceipt extends ToolOutcome {
  toolVersion: string
  durationMs: number
  error?: { code: string; message: string }
}

/** Runs a tool on one snapshot. No caller sees the result before its receipt is durable, whether it failed or not. */
export async function runTool(room: Room, request: ToolRequest): Promise<ToolRunWithReceipt> {
  const { toolId, requestedTool, args, nonce, surface, sessionId, turnId, agentId } = request
  const { conferenceId, roundId, taskId, runId } = request
  const run = await executeTool(toolId, args, {
    snapshot: withoutPaths(await room.workspace.vfs.snapshot(), request.blockedPaths ?? []),
    issues: room.toolIssues(),
    agentId,
    conferenceId: conferenceId ?? null,
    signal: request.signal,
  })
  const receipt = await room.audit.mint(
    {
      session_id: sessionId,
      ...withoutUndefined({ conference_id: conferenceId, round_id: roundId, task_id: taskId, run_id: runId }),
      turn_id: turnId,
      agent_id: agentId,
      surface,
      tool_id: run.toolId,
      tool_version: run.toolVersion,
      ...(requestedTool !== undefined && { requested_tool: requestedTool }),
      inputs: args,
      file_refs: run.fileRefs,
      ...(run.issueRefs.length > 0 && { issue_refs: run.issueRefs }),
      ok: run.ok,
      error: run.error ?? null,
      duration_ms: run.durationMs,
      nonce,
      timestamp: instant(room),
    },
    run.text,
  )
  return {
    receiptId: receipt.receipt_id,
    toolId: run.toolId,
    toolVersion: run.toolVersion,
    durationMs: run.durationMs,
    args,
    ok: run.ok,
    ...(run.error && { errorCode: run.error.code, error: run.error }),
    text: run.text,
    spans: run.spans,
    wholeFiles: run.fileRefs.filter(({ start_line }) => start_line === undefined).map(({ path }) => path),
  }
}
