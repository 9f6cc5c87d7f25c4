import { type BigIntStats, type Dirent, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTick } from 'node:timers/promises'
import { isCode } from '../../files/replace.ts'
import { isAllowedSegment, maxPathBytes } from './path-rules.ts'
import { identity } from './read-jailed.ts'

/** What of a workspace folder is shown. */
export interface TreeShape {
  roots: readonly string[]
  /** Text files lying directly in the workspace are shown too. */
  rootFiles: boolean
}

export interface ListedFile {
  /** In NFC. */
  path: string
  /** As the file system spells it. */
  physical: string
  /** Changes whenever the file may have changed. */
  signature: string
  size: number
  modifiedMs: number
}

export type Warning = { path: string; reason: string }

export interface Listing {
  files: ListedFile[]
  folders: string[]
  truncated: boolean
  warnings: Warning[]
  /** How many entries the file system was asked about. */
  looked: number
}

export const treeLimits = { files: 20_000, depth: 16, warnings: 100 }

/** Every text file under the roots, by name and size; nothing is opened. */
export async function listTree(root: string, shape: TreeShape, refused: ReadonlySet<string>): Promise<Listing> {
  const listing: Listing = { files: [], folders: [], truncated: false, warnings: [], looked: 0 }
  const seen = new Set<string>()

  async function visit({ physical, path, depth }: Folder): Promise<void> {
    if (depth > treeLimits.depth) {
      listing.truncated = true
      return warn(path, 'too_deep')
    }
    const entries = entriesOf(join(root, physical))
    if (!entries) return warn(path, 'unreadable')
    listing.looked++
    listing.folders.push(path)
    for (const entry of entries) {
      const below = take(entry, `${physical}/`, `${path}/`, depth)
      if (below) await visit(below)
      if (listing.files.length > treeLimits.files) return
    }
    await nextTick()
  }

  /** Lists a file; answers with a folder that is to be visited. */
  function take(entry: Dirent<Buffer>, physicalPrefix: string, prefix: string, depth: number): Folder | undefined {
    const folder = entry.isDirectory()
    if (folder && depth === 0) return
    const name = utf8NameOf(entry.name)
    if (name === undefined) return warn(prefix + entry.name.toString('utf8'), 'name_not_utf8')
    const path = (prefix + name).normalize('NFC')
    const physical = physicalPrefix + name
    if (name.startsWith('.')) return warn(path, 'hidden')
    if (entry.isSymbolicLink()) return warn(path, 'link')
    if (!folder && !entry.isFile()) return warn(path, 'special')
    if (!folder && !isListedName(name)) return
    if (!isAllowedSegment(name) || Buffer.byteLength(path) > maxPathBytes) return warn(path, 'name_not_allowed')
    if (seen.has(path)) return warn(path, 'same_name')
    seen.add(path)
    if (folder) return { physical, path, depth: depth + 1 }
    listing.looked++
    const stat = plainFileAt(join(root, physical))
    if (!stat) return warn(path, 'changed')
    if (refused.has(identity(stat))) return warn(path, 'refused')
    listing.files.push({ path, physical, ...factsOf(stat) })
  }

  function warn(path: string, reason: string): undefined {
    if (listing.warnings.length < treeLimits.warnings) listing.warnings.push({ path, reason })
  }

  for (const name of shape.roots) {
    const stat = lstatSync(join(root, name), { throwIfNoEntry: false })
    if (stat?.isDirectory()) await visit({ physical: name, path: name.normalize('NFC'), depth: 1 })
    else if (stat) warn(name.normalize('NFC'), stat.isSymbolicLink() ? 'link' : 'special')
  }
  if (shape.rootFiles) for (const entry of entriesOf(root) ?? []) take(entry, '', '', 0)
  const beyond = listing.files.length > treeLimits.files
  return { ...listing, files: listing.files.slice(0, treeLimits.files), truncated: listing.truncated || beyond }
}

interface Folder {
  physical: string
  path: string
  depth: number
}

/** A file reached by a name of ours, such as the canon index; undefined when it is not a plain file. */
export function listFile(root: string, path: string, physical: string): ListedFile | undefined {
  const stat = plainFileAt(join(root, physical))
  return stat && { path, physical, ...factsOf(stat) }
}

export function isListedName(name: string): boolean {
  return /\.(?:md|markdown|txt)$/i.test(name)
}

function entriesOf(folder: string): Dirent<Buffer>[] | undefined {
  try {
    const entries = readdirSync(folder, { withFileTypes: true, encoding: 'buffer' })
    return entries.sort((a, b) => Buffer.compare(a.name, b.name))
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP')) return undefined
    throw error
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function utf8NameOf(name: Buffer): string | undefined {
  const text = name.toString('utf8')
  if (!text.includes('\ufffd')) return text
  try {
    return utf8.decode(name)
  } catch {
    return undefined
  }
}

function plainFileAt(path: string): BigIntStats | undefined {
  try {
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false })
    return stat?.isFile() ? stat : undefined
  } catch {
    return undefined
  }
}

function factsOf(stat: BigIntStats) {
  const { size, mtimeNs, ctimeNs, mtimeMs } = stat
  return {
    signature: `${identity(stat)}:${size}:${mtimeNs}:${ctimeNs}`,
    size: Number(size),
    modifiedMs: Number(mtimeMs),
  }
}
