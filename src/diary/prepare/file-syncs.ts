import { open } from 'node:fs/promises'

/** So many files wait for the disk at a time. */
const most = 8

/** Files that were written and are being synced while the next ones are made. */
export class FileSyncs {
  readonly #running = new Set<Promise<void>>()
  #failure: { error: unknown } | null = null

  /** Syncs a file that was written. Waits only while too many others are not done. */
  async add(path: string): Promise<void> {
    const done: Promise<void> = sync(path)
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

async function sync(path: string): Promise<void> {
  // Some systems sync only what was opened for writing.
  const file = await open(path, 'r+')
  await file.sync().finally(() => file.close())
}
