import type { Workspace } from '../harness/workspace.ts'

/** How long and how much; `--quick` asks for less of both. */
export interface Bench {
  /** Runs that count, after one that does not. */
  runs: number
  /** Scales the number of calls in a run. */
  calls(usual: number): number
  workspace: Workspace
  say(line: string): void
}
