import type { Surface } from '../../receipts/receipt.ts'
import { toolNamed } from '../protocol/tool-ids.ts'
import type { RoomBase } from '../room-base.ts'
import type { ToolOutcome, TurnObserver } from '../turns/turn.ts'
import { countResult, countTurn, folded } from './count-turn.ts'
import { counters, tallyOf } from './counters.ts'
import { recorderOf } from './recorder.ts'
import { countedAt } from './scopes.ts'

type Parts = Pick<RoomBase, 'control' | 'clock' | 'log'>

/** Counts every turn that ended. */
export function telemetryObserver(parts: Parts): TurnObserver {
  return async (spec, outcome) => recorderOf(parts).count(countTurn(spec, outcome))
}

export interface DirectRun extends Pick<ToolOutcome, 'toolId' | 'ok' | 'text'> {
  surface: Surface
  errorCode?: string | undefined
  /** The spelling that was used where it is not the id. */
  requested?: string | undefined
}

/** Counts a tool that was run outside of turns: over MCP, REST or the command line, or as a step of a run. */
export function countToolRun(parts: Parts, { surface, requested, errorCode, ...run }: DirectRun): void {
  const counted = {
    ...countResult({ ...run, ...(errorCode !== undefined && { errorCode }) }),
    alias_hits: tallyOf(requested === undefined ? [] : [folded(requested)]),
  }
  // A name that is no tool is the caller's, and callers must not fill the counters.
  const tool = toolNamed(run.toolId)?.id ?? 'unknown'
  recorderOf(parts).count({ ...countedAt({ surface }, counted), tools: { [tool]: counted } })
}

/** Counts a look at an issue that no tool took. */
export function countIssueAccess(parts: Parts, at: { surface: Surface; agentId?: string }): void {
  recorderOf(parts).count(countedAt(at, counters({ issue_accesses: 1 })))
}
