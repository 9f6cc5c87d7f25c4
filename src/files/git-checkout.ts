import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { isLocalRemote, remoteAddress } from './remote-address.ts'
import { sha256 } from './sha256.ts'

/** A folder's place in a git repository, as git's own files say it; no program is run for that. */
export interface Checkout {
  /** The folder that holds `.git`. */
  top: string
  /** The folder of git's that all checkouts of the repository share. */
  commonDir: string
  /** The first checkout, after which the repository is named; of one without, the folder of git's itself. */
  main: string
}

/**
 * The checkout that a folder is in, or null. `ceiling`, the home, counts only when it is the folder itself: many people
 * keep their settings in a repository there, and work below it is not theirs.
 */
export function findCheckout(folder: string, ceiling: string): Checkout | null {
  const start = realFolder(folder)
  const end = realFolder(ceiling)
  let at = start
  for (let levels = 0; at !== null && levels < maxLevels; levels++) {
    if (at === end && at !== start) return null
    // A `.git` that leads nowhere ends the search: the folder is not of the repository around it.
    if (lstatSync(join(at, '.git'), { throwIfNoEntry: false })) return checkoutAt(at)
    if (at === end || dirname(at) === at) return null
    at = dirname(at)
  }
  return null
}

/** A folder of git's own that has no checkout, as those that are pushed to have none; null for any other folder. */
export function bareRepository(folder: string): Checkout | null {
  const real = realFolder(folder)
  const isBare = real !== null && isGitDir(real) && realFolder(join(real, 'objects')) !== null
  return isBare ? { top: real, commonDir: real, main: real } : null
}

/** What makes a repository known again after it was moved, copied or cloned. */
interface RepositorySigns {
  /** The one spelling of its remote's address. */
  remote: string | null
  /** The folder of git's that it was cloned from, where that is on this machine. */
  clonedFrom: string | null
  /** A hash of the first thing that happened in this clone. */
  beginning: string | null
}

export function readSigns({ commonDir, top }: Checkout): RepositorySigns {
  const url = remoteIn(readSmall(join(commonDir, 'config')) ?? '')
  return {
    remote: url === null ? null : remoteAddress(url),
    clonedFrom: url !== null && isLocalRemote(url) ? localRepository(url, top) : null,
    beginning: beginningOf(readSmall(join(commonDir, 'logs', 'HEAD'), 4096) ?? ''),
  }
}

const maxLevels = 64
const maxBytes = 256 * 1024

function checkoutAt(top: string): Checkout | null {
  const gitDir = gitDirOf(join(top, '.git'), top)
  if (gitDir === null) return null
  const shared = readSmall(join(gitDir, 'commondir'), 4096)?.trim()
  if (!shared) return { top, commonDir: gitDir, main: top }
  const commonDir = realFolder(resolve(gitDir, shared))
  return commonDir === null || !isGitDir(commonDir) ? null : { top, commonDir, main: mainOf(commonDir) }
}

/** `.git` is git's folder, or a file that says where that is: so it is in worktrees and submodules. */
function gitDirOf(path: string, top: string): string | null {
  try {
    const found = lstatSync(path)
    const pointed = found.isFile() ? pointedTo(readSmall(path, 4096) ?? '') : '.git'
    const gitDir = pointed === null ? null : realFolder(resolve(top, pointed))
    return gitDir !== null && isGitDir(gitDir) ? gitDir : null
  } catch {
    return null
  }
}

function pointedTo(text: string): string | null {
  const [first = ''] = text.split('\n')
  return first.startsWith('gitdir:') ? first.slice('gitdir:'.length).trim() || null : null
}

function isGitDir(folder: string): boolean {
  return readSmall(join(folder, 'HEAD'), 4096) !== null
}

function mainOf(commonDir: string): string {
  const name = basename(commonDir)
  // `.git`, or `.bare` in layouts that keep all checkouts beside it.
  if (name.startsWith('.')) return dirname(commonDir)
  // A submodule's own folder is inside that of the repository around it.
  const worktree = settingIn(readSmall(join(commonDir, 'config')) ?? '', /^\[core\]/i, 'worktree')
  const place = worktree === null ? null : realFolder(resolve(commonDir, worktree))
  return place ?? commonDir
}

function localRepository(url: string, top: string): string | null {
  const path = resolve(top, url.trim().replace(/^file:\/\//i, ''))
  const folder = realFolder(path)
  if (folder === null) return null
  return checkoutAt(folder)?.commonDir ?? (isGitDir(folder) ? folder : null)
}

/** The address of `origin`, or of the only remote there is. */
function remoteIn(config: string): string | null {
  const origin = settingIn(config, /^\[remote "origin"\]/i, 'url')
  if (origin !== null) return origin
  const named = config.split('\n').filter(line => /^\s*\[remote "/i.test(line))
  return named.length === 1 ? settingIn(config, /^\[remote "/i, 'url') : null
}

/** The first value of a key in a section of git's settings. */
function settingIn(config: string, section: RegExp, key: string): string | null {
  let inside = false
  for (const line of config.split('\n').map(each => each.trim())) {
    if (line.startsWith('[')) inside = section.test(line)
    const equals = line.indexOf('=')
    if (!inside || equals < 0 || line.slice(0, equals).trim().toLowerCase() !== key) continue
    const value = line.slice(equals + 1).trim()
    return (value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value) || null
  }
  return null
}

/** Commit and time of the first line of the log, which a copy and a moved folder keep. */
function beginningOf(log: string): string | null {
  const end = log.indexOf('\n')
  if (end < 0) return null
  const [about = ''] = log.slice(0, end).split('\t')
  return /^[0-9a-f]{40,64} [0-9a-f]{40,64} /.test(about) ? sha256(about) : null
}

/** The folder without links; null for one that is not there, and for one on another machine, which is not asked. */
function realFolder(folder: string): string | null {
  if (!isAbsolute(folder) || /^[\\/]{2}/.test(folder) || folder.includes('\0')) return null
  try {
    const real = realpathSync.native(folder)
    return statSync(real).isDirectory() ? real : null
  } catch {
    return null
  }
}

/** The beginning of a plain file; null for anything else, which is neither followed nor waited for. */
function readSmall(path: string, bytes = maxBytes): string | null {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch {
    return null
  }
  try {
    if (!fstatSync(file).isFile()) return null
    const buffer = Buffer.alloc(bytes)
    return buffer.toString('utf8', 0, readSync(file, buffer, 0, bytes, 0))
  } catch {
    return null
  } finally {
    closeSync(file)
  }
}
