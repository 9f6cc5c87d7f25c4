export type Phase = 'index' | 'archive' | 'decide' | 'stage' | 'publish' | 'secrets'

/** How far a preparation is: counts only, never a name. */
export interface Progress {
  phase: Phase
  files: number
  files_total: number
  bytes: number
  bytes_total: number
}

export type OnProgress = (progress: Progress) => void

/** Counts the files and bytes of one phase and tells of them. */
export class PhaseProgress {
  readonly #told: Progress
  readonly #tell: OnProgress

  constructor(tell: OnProgress, phase: Phase, files_total: number, bytes_total: number) {
    this.#tell = tell
    this.#told = { phase, files: 0, files_total, bytes: 0, bytes_total }
    tell({ ...this.#told })
  }

  file(bytes: number): void {
    this.#told.files++
    this.#told.bytes += bytes
    this.#tell({ ...this.#told })
  }
}
