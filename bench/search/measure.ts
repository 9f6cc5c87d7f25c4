import type { Ccusage } from '../diary/ccusage.ts'
import type { Home } from '../diary/home.ts'
import type { Figure } from '../harness/figure.ts'
import type { Workspace } from '../harness/workspace.ts'

export interface Bench {
  /** The shaped home, which all measures share. */
  home: Home
  isFull: boolean
  /** Alternating runs; their medians count. */
  runs: number
  scratch: Workspace
  /** `dump-passages.ts` and `index-once.ts`, and the script the threads of the latter run. */
  dumpPassages: string
  indexOnce: string
  threads: string
  /** Null where it could not be installed. */
  ccusage: Ccusage | null
  /** The version of ripgrep; null where there is none. */
  ripgrep: string | null
  say(line: string): void
}

export interface Measure {
  id: string
  about: string
  run(bench: Bench): Promise<Figure[]>
}
