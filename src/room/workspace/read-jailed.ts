import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { isCode } from '../../files/replace.ts'
import type { PathFault } from './vfs.ts'

export interface JailLimits {
  /** The identities of key files, which no name may ever open. */
  refused: ReadonlySet<string>
  maxFileBytes: number
}

/**
 * The bytes of a listed file, if every folder on the way is a folder, the file is a plain one that is not a key and has no
 * name elsewhere, and the opened file is the one found there before and after. Synchronous, so that nothing else in this
 * process runs between a check and its use.
 */
export function readJailed(root: string, physical: string, limits: JailLimits): Buffer | { fault: PathFault } {
  const names = physical.split('/')
  let descriptor: number | undefined
  try {
    const before = chain(root, names)
    if (!before) return denied
    descriptor = openSync(join(root, ...names), constants.O_RDONLY | noFollow | noWait)
    const opened = fstatSync(descriptor, { bigint: true })
    if (!opened.isFile() || fileIdentity(opened) !== before.at(-1) || limits.refused.has(fileIdentity(opened)))
      return denied
    if (isNamedElsewhere(opened, () => namesByIdentity(join(root, ...names.slice(0, -1))))) return denied
    const bytes = opened.size > limits.maxFileBytes ? undefined : readAll(descriptor, opened.size, limits.maxFileBytes)
    if (chain(root, names)?.join() !== before.join()) return denied
    return bytes ?? { fault: { code: 'file_too_large' } }
  } catch (error) {
    return isCode(error, 'ENOENT', 'ENOTDIR') ? { fault: { code: 'file_not_found' } } : denied
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

/** What makes two names the same file. */
export function fileIdentity({ dev, ino }: Pick<BigIntStats, 'dev' | 'ino'>): string {
  return `${dev}:${ino}`
}

/**
 * Whether a file has a name outside its folder: then it may be anything of this machine, which a link put here. Our own
 * new files have two names in one folder for an instant.
 */
export function isNamedElsewhere(
  stat: Pick<BigIntStats, 'dev' | 'ino' | 'nlink'>,
  namesInFolder: () => ReadonlyMap<string, number>,
): boolean {
  return stat.nlink > 1n && BigInt(namesInFolder().get(fileIdentity(stat)) ?? 0) < stat.nlink
}

/** How many names of a folder each file has that has several anywhere. */
export function namesByIdentity(folder: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of readdirSync(folder, { encoding: 'buffer' })) {
    const path = Buffer.concat([Buffer.from(join(folder, '/')), name])
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false })
    if (!stat?.isFile() || stat.nlink === 1n) continue
    counts.set(fileIdentity(stat), (counts.get(fileIdentity(stat)) ?? 0) + 1)
  }
  return counts
}

const denied: { fault: PathFault } = { fault: { code: 'path_denied' } }
// Windows has neither flag; there only the comparison of identities protects.
const noFollow = constants.O_NOFOLLOW ?? 0
const noWait = constants.O_NONBLOCK ?? 0

/** The identities from the root down to the file, or undefined when a link or anything unexpected is among them. */
function chain(root: string, names: readonly string[]): string[] | undefined {
  const identities: string[] = []
  for (let depth = 0; depth <= names.length; depth++) {
    const stat = lstatSync(join(root, ...names.slice(0, depth)), { bigint: true })
    if (!(depth === names.length ? stat.isFile() : stat.isDirectory())) return undefined
    identities.push(fileIdentity(stat))
  }
  return identities
}

/** Undefined when the file has grown beyond the limit since. */
function readAll(descriptor: number, size: bigint, limit: number): Buffer | undefined {
  let buffer = Buffer.allocUnsafe(Number(size) + 1)
  let length = 0
  for (;;) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, null)
    length += count
    if (length > limit) return undefined
    if (count === 0) return buffer.subarray(0, length)
    if (length === buffer.length) buffer = Buffer.concat([buffer, Buffer.allocUnsafe(65_536)])
  }
}
