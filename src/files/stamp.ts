import type { BigIntStats } from 'node:fs'

/** Changes whenever a file, or the names in a folder, may have changed. */
export function stampOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`
}

/**
 * Whether a later change is sure to leave another stamp. Two changes within one tick of the file system's clock leave
 * the same one, so what was read within a tick of a change has to be read again.
 */
export function isSettled({ mtimeNs, ctimeNs }: BigIntStats, now = Date.now()): boolean {
  const changed = mtimeNs > ctimeNs ? mtimeNs : ctimeNs
  return now - Number(changed / 1_000_000n) > tickMs(changed)
}

/** Clocks that count whole seconds may count every other one; the others tick at least every 10 ms. */
function tickMs(time: bigint): number {
  return time % 1_000_000_000n === 0n ? 2000 : 100
}
