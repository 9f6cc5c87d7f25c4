import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { isCode } from '../../src/files/replace.ts'
import { tempHome } from './tempdir.ts'

export interface SmallDisk {
  folder: string
  /** Fills the disk to the last byte. */
  fill(): void
  /** Frees that space again. */
  free(): void
}

/** A file system of this many bytes, unmounted when the test ends. Only root may mount one. */
export function mountSmallDisk(bytes: number): SmallDisk {
  const folder = tempHome()
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder])
  onTestFinished(() => void execFileSync('umount', ['-l', folder]))
  const ballast = join(folder, 'ballast')
  return { folder, fill: () => fill(ballast), free: () => rmSync(ballast) }
}

export function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = tempHome()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function fill(path: string): void {
  const file = openSync(path, 'a')
  try {
    for (const piece of [1 << 20, 4096]) {
      try {
        for (;;) writeSync(file, Buffer.alloc(piece))
      } catch (error) {
        if (!isCode(error, 'ENOSPC')) throw error
      }
    }
  } finally {
    closeSync(file)
  }
}
