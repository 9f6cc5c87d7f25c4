import type { Phase, Run, RunTask, RunTotals } from '../../../diary/generate/run.ts'
import { formatNumber } from '../../../diary/report/text/numbers.ts'
import type { ProgressPage } from '../progress-line.ts'
import { cut } from '../width.ts'

const redrawMs = 100

/**
 * How far a run is. On a terminal a bar for each phase, drawn over itself; elsewhere a line for every task that ended.
 * Ids and numbers only.
 */
export class RunDisplay {
  readonly #page: ProgressPage
  readonly #clock: () => number
  readonly #began: number
  readonly #printed = new Set<string>()
  #drawnAt = Number.NEGATIVE_INFINITY
  #drawn = 0

  constructor(page: ProgressPage, clock: () => number = Date.now) {
    this.#page = page
    this.#clock = clock
    this.#began = clock()
  }

  show(run: Run): void {
    if (!this.#page.isTTY) {
      this.#printEnded(run)
      return
    }
    const now = this.#clock()
    if (now - this.#drawnAt < redrawMs) return
    this.#drawnAt = now
    const columns = Math.max(20, (this.#page.columns || 80) - 1)
    const lines = runLines(run, now - this.#began).map(line => cut(line, columns))
    this.#page.write(`${this.#back()}${lines.map(line => `${line}\n`).join('')}`)
    this.#drawn = lines.length
  }

  /** Takes the bars away again, so that the next output starts there. */
  end(): void {
    if (this.#drawn > 0) this.#page.write(this.#back())
    this.#drawn = 0
  }

  #back(): string {
    return this.#drawn === 0 ? '' : `\r\u001b[${this.#drawn}A\u001b[J`
  }

  #printEnded(run: Run): void {
    for (const task of run.tasks) {
      const line = taskLine(task)
      if (line === undefined || this.#printed.has(line)) continue
      this.#printed.add(line)
      this.#page.write(`${line}\n`)
    }
  }
}

const names: { [phase in Phase]: string } = {
  prepare: 'Prepare',
  evidence: 'Evidence',
  synthesis: 'Work items',
  render: 'Report',
  narration: 'Narration',
}

const barWidth = 20

/** One line for each phase that has something to do, then what it took so far. */
export function runLines({ tasks, progress, totals }: Run, elapsedMs: number): string[] {
  const bars = progress.map(({ phase, done, total }) => {
    const share = total > 0 ? Math.min(1, done / total) : 0
    const filled = Math.round(share * barWidth)
    const running = tasks.filter(task => task.phase === phase && task.state === 'running')
    // Preparing counts bytes, which say nothing to a person.
    const count = phase === 'prepare' ? `${Math.floor(share * 100)} %` : `${done}/${total}`
    const bar = `${'━'.repeat(filled)}${'─'.repeat(barWidth - filled)}`
    const ids = phase === 'evidence' || phase === 'synthesis' ? running.map(({ id }) => id).join(' ') : ''
    return `${names[phase].padEnd(10)}  ${bar}  ${count}${ids && `  ${ids}`}`
  })
  return [...bars, [timeText(elapsedMs), ...spentWords(totals)].join(' · ')]
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

function taskLine({ id, state, attempts, error }: RunTask): string | undefined {
  if (state === 'waiting') return undefined
  if (state === 'running') return attempts > 1 ? `${id} attempt ${attempts}` : undefined
  return `${id} ${state}${error === null ? '' : `: ${error}`}`
}

function timeText(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
