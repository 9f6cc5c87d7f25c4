import type { CallProgress } from '../../kernel/call.ts'
import { bar, LiveText, type ProgressPage, timeText } from './live-text.ts'

const lineMs = 5000

/** How far a long call is: on a terminal one line that is drawn over itself, elsewhere a line now and then; only counts, no names. */
export class ProgressLine {
  readonly #page: ProgressPage
  readonly #clock: () => number
  readonly #live: LiveText
  #phase = ''
  #phaseBegan = 0
  #printedAt: number

  constructor(page: ProgressPage, clock: () => number = Date.now) {
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

const phases: { [phase: string]: string } = {
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
  if (total === 0) return `${phases[phase] ?? phase} …`
  const share = Math.min(1, done / total)
  const speed = elapsedMs > 0 ? bytes / elapsedMs : 0
  return [
    phases[phase] ?? phase,
    bar(share),
    `${Math.floor(share * 100)} %`,
    `${files} of ${files_total} files`,
    ...(speed > 0 ? [`${(speed / 1000).toFixed(speed < 10_000 ? 1 : 0)} MB/s`] : []),
    ...(share > 0 && share < 1 ? [`${timeText(Math.ceil((elapsedMs * (1 - share)) / share / 1000))} left`] : []),
  ].join('  ')
}
