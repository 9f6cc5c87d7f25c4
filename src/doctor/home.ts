import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isPostgres } from '../db/location.ts'
import type { Examination } from './examine.ts'
import { type Finding, ok, warn } from './finding.ts'

/** The folder and the files in it are for their owner alone. */
export function checkHome({ settings }: Examination): Finding[] {
  const { home, location } = settings
  if (!existsSync(home)) return [ok('home', `${home} is not there yet; the first command that writes makes it`)]
  const files = isPostgres(location) ? [] : [location, `${location}-wal`, `${location}-shm`]
  const open = [...tooOpen(home, '700'), ...[...files, join(home, 'config.json')].flatMap(file => tooOpen(file, '600'))]
  return open.length > 0 ? open : [ok('home', `${home}, closed to others`)]
}

function tooOpen(path: string, wanted: string): Finding[] {
  const found = statSync(path, { throwIfNoEntry: false })
  // Windows has no such bits.
  if (!found || process.platform === 'win32' || (found.mode & 0o077) === 0) return []
  const mode = (found.mode & 0o777).toString(8)
  return [warn('permissions', `${path} has mode ${mode}: others can reach it`, `chmod ${wanted} ${quoted(path)}`)]
}

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
