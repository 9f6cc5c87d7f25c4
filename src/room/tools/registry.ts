import { orAbort } from '../../jobs/jobs.ts'
import { failure } from './answer.ts'
import { canonChecker } from './canon-checker.ts'
import { consistencyChecker } from './consistency-checker.ts'
import { fileLocator } from './file-locator.ts'
import { fileReader } from './file-reader.ts'
import { outlineAnalyzer } from './outline-analyzer.ts'
import { proseAnalyzer } from './prose-analyzer.ts'
import { sceneDraftValidator } from './scene-draft-validator.ts'
import { searchIssues } from './search-issues.ts'
import { taskRouter } from './task-router.ts'
import { type Tool, type ToolContext, ToolFault, type ToolResult, toolIds } from './tool.ts'

/** Checks that the list is closed: every id has one executor, in the order of the ids. */
export function registryOf(tools: readonly Tool[]): readonly Tool[] {
  const ids = tools.map(tool => tool.id)
  if (ids.join() !== toolIds.join()) throw new Error('Every tool id needs one executor, in the order of the ids.')
  return tools
}

/** The nine tools, in the order of every catalog. */
export const tools = registryOf([
  fileLocator,
  fileReader,
  outlineAnalyzer,
  canonChecker,
  taskRouter,
  searchIssues,
  proseAnalyzer,
  consistencyChecker,
  sceneDraftValidator,
])

export function toolOf(id: string): Tool | undefined {
  return tools.find(tool => tool.id === id)
}

export interface ToolRun extends ToolResult {
  /** The tool, or of an unknown one what its name is safely written as. */
  toolId: string
  toolVersion: string
  durationMs: number
}

/** How long a tool may take. */
const runLimitMs = 20_000

/** Runs a tool with validated arguments: it always answers, within its time and soon after a cancellation. */
export async function executeTool(
  id: string,
  args: { readonly [name: string]: unknown },
  ctx: ToolContext,
  limitMs = runLimitMs,
): Promise<ToolRun> {
  const started = performance.now()
  const tool = toolOf(id)
  const named = tool ?? { id: safeName(id), version: '0.0.0' }
  const limit = AbortSignal.timeout(limitMs)
  const signal = AbortSignal.any([ctx.signal, limit])
  const run = async () => {
    if (!tool) throw new ToolFault('unknown-tool')
    signal.throwIfAborted()
    return tool.run(tool.input.parse(args, { jitless: true }), { ...ctx, signal })
  }
  const result = await orAbort(run(), signal).catch((error: unknown) =>
    failure(named, faultOf(error, ctx.signal, limit)),
  )
  return {
    ...result,
    toolId: named.id,
    toolVersion: named.version,
    durationMs: Math.round(performance.now() - started),
  }
}

function faultOf(error: unknown, caller: AbortSignal, limit: AbortSignal): ToolFault {
  if (error instanceof ToolFault) return error
  if (caller.aborted) return new ToolFault('cancelled')
  return new ToolFault(limit.aborted ? 'timeout' : 'internal')
}

function safeName(id: string): string {
  const safe = id.replace(/[^A-Za-z0-9_-]/g, '').slice(0, 64)
  return safe === '' ? 'unknown' : safe
}
