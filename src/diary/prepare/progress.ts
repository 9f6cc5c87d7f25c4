type Phase = 'index' | 'archive' | 'decide' | 'stage' | 'publish' | 'secrets'

/** How far a preparation is: counts only, never a name. */
interface Progress {
  phase: Phase
  files: number
  files_total: number
  bytes: number
  bytes_total: number
}

export type OnProgress = (progress: Progress) => void

/** Counts the files and bytes of one phase and reports them. */
export class PhaseProgress {
  readonly #progress: Progress
  readonly #report: OnProgress

  constructor(report: OnProgress, phase: Phase, files_total: number, bytes_total: number) {
    this.#report = report
    this.#progress = { phase, files: 0, files_total, bytes: 0, bytes_total }
    report({ ...this.#progress })
  }

  file(bytes: number): void {
    this.#progress.files++
    this.#progress.bytes += bytes
    this.#report({ ...this.#progress })
  }
}

/** Works through a list in order, so many items at a time. */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0
  const lane = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item)
  }
  await Promise.all(Array.from({ length: Math.max(1, width) }, lane))
}
