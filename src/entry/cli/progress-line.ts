import type { CallProgress } from '../../kernel/call.ts'
import { cut } from './width.ts'

/** Where progress is written: stderr, or a page of a test. */
export interface ProgressPage {
  isTTY?: boolean | undefined
  columns?: number | undefined
  write(text: string): unknown
}

const redrawMs = 100
const lineMs = 5000

/**
 * How far a long call is. On a terminal one line that is drawn over itself, elsewhere a line now and then; always
 * counts, never a name.
 */
export class ProgressLine {
  readonly #page: ProgressPage
  readonly #clock: () => number
  #phase = ''
  #phaseBegan = 0
  #shownAt: number
  #drawn = false

  constructor(page: ProgressPage, clock: () => number = Date.now) {
    this.#page = page
    this.#clock = clock
    // A file gets its first line only when there is something to wait for.
    this.#shownAt = page.isTTY ? Number.NEGATIVE_INFINITY : clock()
  }

  show(progress: CallProgress): void {
    const now = this.#clock()
    if (progress.phase !== this.#phase) {
      this.#phase = progress.phase
      this.#phaseBegan = now
    }
    const pause = this.#page.isTTY ? redrawMs : lineMs
    if (now - this.#shownAt < pause) return
    this.#shownAt = now
    const text = progressText(progress, now - this.#phaseBegan)
    if (!this.#page.isTTY) {
      this.#page.write(`${text}\n`)
      return
    }
    this.#drawn = true
    this.#page.write(`\r${cut(text, Math.max(20, (this.#page.columns ?? 80) - 1))}\u001b[K`)
  }

  /** Takes the line away again, so that the next output starts there. */
  end(): void {
    if (this.#drawn) this.#page.write('\r\u001b[K')
    this.#drawn = false
  }
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

const barWidth = 20

/** `Reading transcripts  ━━━━━━━━━━──────────  50 %  1300 of 2600 files  310 MB/s  2 s left` */
export function progressText(progress: CallProgress, elapsedMs: number): string {
  const { phase, files, files_total, bytes, bytes_total } = progress
  const [done, total] = bytes_total > 0 ? [bytes, bytes_total] : [files, files_total]
  // Of some work it is not known how much there is.
  if (total === 0) return `${phases[phase] ?? phase} …`
  const share = Math.min(1, done / total)
  const filled = Math.round(share * barWidth)
  const speed = elapsedMs > 0 ? bytes / elapsedMs : 0
  return [
    phases[phase] ?? phase,
    `${'━'.repeat(filled)}${'─'.repeat(barWidth - filled)}`,
    `${Math.floor(share * 100)} %`,
    `${files} of ${files_total} files`,
    ...(speed > 0 ? [`${(speed / 1000).toFixed(speed < 10_000 ? 1 : 0)} MB/s`] : []),
    ...(share > 0 && share < 1 ? [`${timeText((elapsedMs * (1 - share)) / share)} left`] : []),
  ].join('  ')
}

function timeText(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
