import { closeSync, fsync } from 'node:fs'
import { promisify } from 'node:util'

const sync = promisify(fsync)

/** So many files wait for the disk at a time. */
const most = 8

/** Files that were written and are being synced while the next ones are made. */
export class FileSyncs {
  readonly #running = new Set<Promise<void>>()
  #failure: { error: unknown } | null = null

  /** Syncs an open file and closes it. Waits only while too many others are not done. */
  async add(file: number): Promise<void> {
    const done: Promise<void> = sync(file)
      .finally(() => closeSync(file))
      .catch(error => {
        this.#failure ??= { error }
      })
      .finally(() => this.#running.delete(done))
    this.#running.add(done)
    if (this.#running.size > most) await Promise.race(this.#running)
  }

  /** When everything is on disk; throws what the first failed sync threw. */
  async settled(): Promise<void> {
    await Promise.all(this.#running)
    if (this.#failure) throw this.#failure.error
  }
}
