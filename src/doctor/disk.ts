import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { isPostgres } from '../db/location.ts'
import type { Examination } from './examine.ts'
import { type Finding, fail, ok, size, warn } from './finding.ts'

const mebibyte = 1024 ** 2

export function checkDisk({ settings: { home, location } }: Examination): Finding[] {
  const folder = nearestFolder(isPostgres(location) ? home : dirname(location))
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const found = `${size(free)} free at ${folder}`
  const todo = 'Free some disk space: a write that finds none is refused whole.'
  if (free < 20 * mebibyte) return [fail('disk', found, todo)]
  return free < 500 * mebibyte ? [warn('disk', found, todo)] : [ok('disk', found)]
}

/** What is there of a path that may not exist yet. */
function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path))
}
