import type { Agent } from '../agents/registry.ts'
import { evidenceLines } from '../evidence/parse-evidence.ts'
import { answer } from '../responder/answer.ts'
import { type ToolId, toolIds } from '../tools/tool.ts'
import type { ToolOutcome } from '../turns/turn.ts'
import type { Snapshot } from '../workspace/vfs.ts'
import type { TaskPacket } from './packet.ts'
import type { WrittenReceipt } from './receipt.ts'

/** The report of somebody without a model: what the tools brought, in fixed phrases, and nothing else. */
export function plainReport(
  packet: TaskPacket,
  agent: Agent,
  results: readonly ToolOutcome[],
  snapshot: Snapshot,
): WrittenReceipt {
  const report_excerpt = answer({
    step: 'final',
    kind: 'tools',
    role: agent.role,
    request: packet.inputs.context,
    nonce: null,
    allowedTools: [],
    requireTool: false,
    stepsLeft: 0,
    results: results.flatMap(result => (isToolId(result.toolId) ? [{ ...result, toolId: result.toolId }] : [])),
    snapshot,
    signal: new AbortController().signal,
  })
  return {
    inputs_used: [...new Set(results.flatMap(({ wholeFiles }) => wholeFiles))].slice(0, 200),
    outputs_produced: [],
    reasoning_summary: 'The files were checked by tools; the report repeats what they found.',
    decisions: [],
    checks_performed: results.map(({ toolId, receiptId }) => `${toolId} ${receiptId}`).slice(0, 50),
    assumptions: [],
    risks: [],
    next_recommended_action: { intent: 'summarize_context', reason: 'The Chief decides what follows from it.' },
    stop_hook: { triggered: false },
    citations: evidenceLines(report_excerpt).bodies,
    report_excerpt,
  }
}

function isToolId(id: string): id is ToolId {
  return toolIds.some(each => each === id)
}
