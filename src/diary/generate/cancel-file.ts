import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '../../files/replace.ts'
import type { LiveRun } from './live-run.ts'

/** How one process tells another that a run is to stop: the id of the run in a file of the workspace. */
const cancelFile = '.cancel-run'

export function askToCancel(root: string, runId: string): Promise<void> {
  return replaceFile(join(root, cancelFile), `${runId}\n`)
}

const lookMs = 200

/** Looks for such a file until `end` is called. */
export function watchForCancel(root: string, live: LiveRun) {
  const path = join(root, cancelFile)
  const look = async () => {
    if (!existsSync(path)) return
    const wanted = await readFile(path, 'utf8').catch(() => '')
    if (wanted.trim() === live.id) live.cancel()
  }
  const timer = setInterval(() => void look(), lookMs)
  return {
    async end() {
      clearInterval(timer)
      await rm(path, { force: true })
    },
  }
}
