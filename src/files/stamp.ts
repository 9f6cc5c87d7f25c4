import type { BigIntStats } from 'node:fs'

/** Changes whenever a file or the names in a folder may have changed. */
export function stampOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`
}

/** The coarsest clock of a file system in use: two changes within one tick leave the same time. */
const tickMs = 2000

/** Whether a later change is sure to leave another stamp; until then what was read has to be read again. */
export function isSettled({ mtimeMs, ctimeMs }: BigIntStats, now = Date.now()): boolean {
  return now - Number(mtimeMs > ctimeMs ? mtimeMs : ctimeMs) > tickMs
}
