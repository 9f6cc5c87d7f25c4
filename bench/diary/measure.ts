import type { Figure } from '../harness/figure.ts'
import type { Workspace } from '../harness/workspace.ts'
import type { Ccusage } from './ccusage.ts'

export interface Bench {
  /** Files of the shaped home: 2,600 are a gibibyte, the default is a tenth. */
  files: number
  /** Alternating runs; their medians count. */
  runs: number
  /** Outside every repository, where the archive may be. */
  scratch: Workspace
  /** Daybook as it is built, to be run by Node after `prelude`. */
  program: string
  prelude: string
  bareLoop: string
  /** Null where it could not be installed. */
  ccusage: Ccusage | null
  say(line: string): void
}

export interface Measure {
  id: string
  about: string
  run(bench: Bench): Promise<Figure[]>
}

/** "100,000". */
export function counted(count: number): string {
  return count.toLocaleString('en-US')
}

export function megabytes(bytes: number): string {
  return `${counted(Math.round(bytes / 1_000_000))} MB`
}
