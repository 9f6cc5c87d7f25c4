import type { CallProgress } from '../../kernel/call.ts'

type Phase = 'index' | 'archive' | 'edits' | 'decide' | 'stage' | 'publish' | 'secrets'

/** How far a preparation is: counts only, never a name. */
interface Progress extends CallProgress {
  phase: Phase
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

/** Works through a list in order, `width` items at a time. */
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

/** What an indexing of all transcript homes counted (diary.md §5.6). */
export interface IndexCounters {
  files_found: number
  files_unchanged: number
  files_appended: number
  files_parsed: number
  files_unreadable: number
  bytes_total: number
  bytes_read: number
  lines_total: number
  malformed_lines: number
  untimestamped_records: number
  non_monotonic: number
  oversized_lines: number
  turns_total: number
  /** Present while files wait for a later indexing. */
  files_later?: number
}

export interface SessionCounters {
  sessions_found: number
  sessions_included: number
  sessions_excluded: { [reason: string]: number }
  /** Included sessions whose file is gone. */
  sessions_from_archive: number
  inherited_turns: number
}

interface DayCounters {
  turns_in_window: number
  sessions_selected: number
  projects: number
  chains_carried: number
  chains_dropped: number
}

export interface Counters extends IndexCounters, SessionCounters, DayCounters {
  elapsed_ms: number
}

/** Everything that was found has to be somewhere. */
export function assertFiles(counted: IndexCounters): void {
  const { files_unchanged, files_appended, files_parsed, files_unreadable } = counted
  const accounted = files_unchanged + files_appended + files_parsed + files_unreadable
  if (counted.files_found !== accounted) {
    throw new Error(`${counted.files_found} files were found and ${accounted} accounted for.`)
  }
}

export function assertSessions(counted: SessionCounters): void {
  const excluded = Object.values(counted.sessions_excluded).reduce((sum, count) => sum + count, 0)
  if (counted.sessions_found !== counted.sessions_included + excluded) {
    throw new Error(
      `${counted.sessions_found} sessions were found, ${counted.sessions_included} included, ${excluded} excluded.`,
    )
  }
}
