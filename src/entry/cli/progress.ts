import type { Phase, Run, RunTask, RunTotals } from '../../diary/generate/run.ts'
import type { CallProgress } from '../../kernel/call.ts'
import { formatNumber } from '../../kernel/numbers.ts'
import { cut } from './rows.ts'

const lineMs = 5000

/** How far a long call is: on a terminal one line that is drawn over itself, elsewhere a line now and then; only counts, no names. */
export class ProgressLine {
  readonly #page: ProgressOutput
  readonly #clock: () => number
  readonly #live: LiveText
  #phase = ''
  #phaseBegan = 0
  #printedAt: number

  constructor(page: ProgressOutput, clock: () => number = Date.now) {
    this.#page = page
    this.#clock = clock
    this.#live = new LiveText(page, clock)
    // A file gets its first line only when there is something to wait for.
    this.#printedAt = clock()
  }

  show(progress: CallProgress): void {
    const now = this.#clock()
    if (progress.phase !== this.#phase) {
      this.#phase = progress.phase
      this.#phaseBegan = now
    }
    const text = progressText(progress, now - this.#phaseBegan)
    if (this.#page.isTTY) this.#live.draw([text])
    else if (now - this.#printedAt >= lineMs) {
      this.#printedAt = now
      this.#page.write(`${text}\n`)
    }
  }

  end(): void {
    this.#live.end()
  }
}

/** Shows on stderr how far some work is. */
export async function withProgress<R>(work: (progress: (progress: CallProgress) => void) => Promise<R>): Promise<R> {
  const line = new ProgressLine(process.stderr)
  return work(each => line.show(each)).finally(() => line.end())
}

const workNames: { [phase: string]: string } = {
  index: 'Reading transcripts',
  archive: 'Keeping copies',
  decide: 'Choosing turns',
  stage: 'Copying sessions',
  publish: 'Putting in place',
  secrets: 'Looking for secrets',
  backup: 'Backing up',
  restore: 'Unpacking and checking',
  rows: 'Filling tables',
  'verify records': 'Verifying records',
  'verify rooms': 'Verifying rooms',
  'verify diary': 'Verifying the diary',
  'verify archive': 'Verifying the archive',
}

/** `Reading transcripts  ━━━━━━━━━━──────────  50 %  1300 of 2600 files  310 MB/s  2 s left` */
export function progressText(progress: CallProgress, elapsedMs: number): string {
  const { phase, files, files_total, bytes, bytes_total } = progress
  const [done, total] = bytes_total > 0 ? [bytes, bytes_total] : [files, files_total]
  // Of some work it is not known how much there is.
  if (total === 0) return `${workNames[phase] ?? phase} …`
  const share = Math.min(1, done / total)
  const speed = elapsedMs > 0 ? bytes / elapsedMs : 0
  return [
    workNames[phase] ?? phase,
    bar(share),
    `${Math.floor(share * 100)} %`,
    `${files} of ${files_total} files`,
    ...(speed > 0 ? [`${(speed / 1000).toFixed(speed < 10_000 ? 1 : 0)} MB/s`] : []),
    ...(share > 0 && share < 1 ? [`${timeText(Math.ceil((elapsedMs * (1 - share)) / share / 1000))} left`] : []),
  ].join('  ')
}

/** Where progress is written: stderr, or what a test reads. */
interface ProgressOutput {
  isTTY?: boolean | undefined
  columns?: number | undefined
  write(text: string): unknown
}

const redrawMs = 100

/** Lines on a terminal that are drawn over themselves, at most ten times a second. */
class LiveText {
  readonly #page: ProgressOutput
  readonly #clock: () => number
  #drawnAt = Number.NEGATIVE_INFINITY
  #drawn = 0

  constructor(page: ProgressOutput, clock: () => number) {
    this.#page = page
    this.#clock = clock
  }

  draw(lines: readonly string[]): void {
    const now = this.#clock()
    if (now - this.#drawnAt < redrawMs) return
    this.#drawnAt = now
    const columns = Math.max(20, (this.#page.columns || 80) - 1)
    this.#page.write(`${this.#back()}${lines.map(line => `${cut(line, columns)}\n`).join('')}`)
    this.#drawn = lines.length
  }

  /** Takes the lines away again, so that the next output starts there. */
  end(): void {
    if (this.#drawn > 0) this.#page.write(this.#back())
    this.#drawn = 0
  }

  #back(): string {
    return this.#drawn === 0 ? '' : `\r\u001b[${this.#drawn}A\u001b[J`
  }
}

/** `━━━━━━━━━━──────────` for a half. */
function bar(share: number): string {
  const filled = Math.round(share * 20)
  return `${'━'.repeat(filled)}${'─'.repeat(20 - filled)}`
}

function timeText(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** How far a run is: on a terminal a bar for each phase, elsewhere a line for every task that ended. Ids and numbers only. */
export class RunDisplay {
  readonly #page: ProgressOutput
  readonly #clock: () => number
  readonly #live: LiveText
  readonly #began: number
  readonly #printed = new Set<string>()

  constructor(page: ProgressOutput, clock: () => number = Date.now) {
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

const phaseNames: { [phase in Phase]: string } = {
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
    return `${phaseNames[phase].padEnd(10)}  ${bar(share)}  ${count}${ids && `  ${ids}`}`
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
