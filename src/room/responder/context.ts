import type { Span, ToolId } from '../tools/tool.ts'
import type { Snapshot } from '../workspace/vfs.ts'

/** A tool result as the responder sees it: nothing else is there to speak about. */
export interface ResponderResult {
  receiptId: string
  toolId: ToolId
  ok: boolean
  args: { readonly [name: string]: unknown }
  text: string
  spans: readonly Span[]
  /** Files the tool read from end to end. */
  wholeFiles: readonly string[]
}

/** What the built-in responder knows of a turn. */
export interface ResponderContext {
  /** What the step asks for. */
  step: 'call' | 'decision' | 'final'
  kind: 'tools' | 'phase1' | 'phase2' | 'step'
  role: string
  request: string
  nonce: string | null
  allowedTools: readonly ToolId[]
  requireTool: boolean
  stepsLeft: number
  /** Of this turn, or of the round. */
  results: readonly ResponderResult[]
  /** Why the last answer was not accepted. */
  retryReason?: string
  /** Read only to choose arguments. */
  snapshot: Snapshot
  signal: AbortSignal
}

export interface PlannedCall {
  tool: ToolId
  args: { readonly [name: string]: unknown }
}
