import type { Phase, Run, RunTask, RunTotals } from '../../../diary/generate/run.ts'
import { formatNumber } from '../../../diary/report/text/numbers.ts'
import { bar, LiveText, type ProgressPage, timeText } from '../progress-line.ts'

/** How far a run is: on a terminal a bar for each phase, elsewhere a line for every task that ended. Ids and numbers only. */
export class RunDisplay {
  readonly #page: ProgressPage
  readonly #clock: () => number
  readonly #live: LiveText
  readonly #began: number
  readonly #printed = new Set<string>()

  constructor(page: ProgressPage, clock: () => number = Date.now) {
    this.#page = page
    this.#clock = clock
    this.#live = new LiveText(page, clock)
    this.#began = clock()
  }

  show(run: Run): void {
    if (this.#page.isTTY) this.#live.draw(runLines(run, this.#clock() - this.#began))
    for (const line of this.#page.isTTY ? [] : run.tasks.flatMap(taskLine)) {
      if (!this.#printed.has(line)) this.#page.write(`${line}\n`)
      this.#printed.add(line)
    }
  }

  end(): void {
    this.#live.end()
  }
}

const names: { [phase in Phase]: string } = {
  prepare: 'Prepare',
  evidence: 'Evidence',
  synthesis: 'Work items',
  render: 'Report',
  narration: 'Narration',
}

/** One line for each phase that has something to do, then what it took so far. */
export function runLines({ tasks, progress, totals }: Run, elapsedMs: number): string[] {
  const bars = progress.map(({ phase, done, total }) => {
    const share = total > 0 ? Math.min(1, done / total) : 0
    const running = tasks.filter(task => task.phase === phase && task.state === 'running')
    // Preparing counts bytes, which say nothing to a person.
    const count = phase === 'prepare' ? `${Math.floor(share * 100)} %` : `${done}/${total}`
    const ids = phase === 'evidence' || phase === 'synthesis' ? running.map(({ id }) => id).join(' ') : ''
    return `${names[phase].padEnd(10)}  ${bar(share)}  ${count}${ids && `  ${ids}`}`
  })
  return [...bars, [timeText(Math.floor(elapsedMs / 1000)), ...spentWords(totals)].join(' · ')]
}

/** `12,400 tokens`, `$0.42 of $2.00`, `3 by the built-in path`; nothing about what was not spent. */
export function spentWords({ tokens, cost_usd, budget_usd, fallbacks }: RunTotals): string[] {
  const budget = budget_usd === null ? '' : ` of $${budget_usd.toFixed(2)}`
  return [
    ...(tokens === null ? [] : [`${formatNumber(tokens)} tokens`]),
    ...(cost_usd === null && budget === '' ? [] : [`$${(cost_usd ?? 0).toFixed(2)}${budget}`]),
    ...(fallbacks === 0 ? [] : [`${fallbacks} by the built-in path instead`]),
  ]
}

function taskLine({ id, state, attempts, error }: RunTask): string[] {
  if (state === 'running') return attempts > 1 ? [`${id} attempt ${attempts}`] : []
  return state === 'waiting' ? [] : [`${id} ${state}${error === null ? '' : `: ${error}`}`]
}
