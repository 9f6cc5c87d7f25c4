import { cut } from './width.ts'

/** Where progress is written: stderr, or what a test reads. */
export interface ProgressPage {
  isTTY?: boolean | undefined
  columns?: number | undefined
  write(text: string): unknown
}

const redrawMs = 100

/** Lines on a terminal that are drawn over themselves, at most ten times a second. */
export class LiveText {
  readonly #page: ProgressPage
  readonly #clock: () => number
  #drawnAt = Number.NEGATIVE_INFINITY
  #drawn = 0

  constructor(page: ProgressPage, clock: () => number) {
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
export function bar(share: number): string {
  const filled = Math.round(share * 20)
  return `${'━'.repeat(filled)}${'─'.repeat(20 - filled)}`
}

export function timeText(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
