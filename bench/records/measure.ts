import type { Figure } from '../harness/figure.ts'
import type { Workspace } from '../harness/workspace.ts'
import type { Forest } from './forest.ts'

/** How large and how long; `--quick` asks for less of both. */
export interface Sizes {
  quick: boolean
  /** Runs that count, after one that does not. */
  runs: number
  small: Forest
  large: Forest
  /** Scales the number of calls in a run. */
  calls(usual: number): number
}

export interface Bench {
  sizes: Sizes
  workspace: Workspace
  /** Prints progress. */
  say(line: string): void
}

export interface Measure {
  id: string
  about: string
  run(bench: Bench): Promise<Figure[]>
}

const shape = { children: 8, grandchildrenEach: 5 }

export function sizesFor(quick: boolean): Sizes {
  return {
    quick,
    runs: quick ? 3 : 5,
    small: { records: 1000, shape },
    large: { records: quick ? 10_000 : 100_000, shape },
    calls: usual => (quick ? Math.ceil(usual / 4) : usual),
  }
}

/** "100,000". */
export function counted(count: number): string {
  return count.toLocaleString('en-US')
}
