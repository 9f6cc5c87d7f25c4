import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

const maxBytes = 256 * 1024

/** One line in `hooks/hooks.log` of the home: the only place where a hook says that something went wrong. */
export function logHook(home: string, event: string, message: string): void {
  try {
    // A home that is not there has no use for a log.
    if (!existsSync(home)) return
    const folder = join(home, 'hooks')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, 'hooks.log')
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(file, `${file}.1`)
    const line = `${new Date().toISOString()} ${event}: ${message.replace(/\s+/g, ' ').slice(0, 500)}\n`
    appendFileSync(file, line, { mode: 0o600 })
  } catch {
    // Nothing may come of it in a chat.
  }
}
