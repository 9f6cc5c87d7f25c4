import { type BigIntStats, type Dirent, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTick } from 'node:timers/promises'
import { isCode } from '../../files/replace.ts'
import { isSettled, stampOf } from '../../files/stamp.ts'
import { fileIdentity, isNamedElsewhere, namesByIdentity } from './read-jailed.ts'
import { isAllowedSegment, maxPathBytes } from './resolve.ts'
import { isListedName, isMadeByTools, type Template } from './template.ts'

/** What of a workspace folder is shown. */
export interface TreeShape {
  roots: readonly string[]
  /** Text files directly in the workspace are shown too. */
  rootFiles: boolean
  template?: Template | undefined
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

/** A folder with everything in it that is listed, visited or warned about, in the order of its names. */
interface KnownFolder {
  stamp: string
  /** As long as the stamp is the same, so are the names. */
  isSettled: boolean
  items: readonly (ListedFile | Folder | Warning)[]
}

interface Folder {
  physical: string
  path: string
  depth: number
}

export interface Listing {
  files: ListedFile[]
  folders: string[]
  truncated: boolean
  warnings: Warning[]
  /** By how the file system spells them. */
  known: Map<string, KnownFolder>
  /** Folders that are there and could not be read. */
  unread: number
  /** How many entries the file system was asked about. */
  looked: number
}

export const treeLimits = { files: 20_000, depth: 16, warnings: 100 }

/**
 * Every text file under the roots, by name and size; nothing is opened. Folders that are known and hold the same names
 * as before are not read again, and their files are listed as they were then.
 */
export async function listTree(
  root: string,
  shape: TreeShape,
  refused: ReadonlySet<string>,
  known: ReadonlyMap<string, KnownFolder> = new Map(),
): Promise<Listing> {
  const listing: Listing = {
    files: [],
    folders: [],
    truncated: false,
    warnings: [],
    known: new Map(),
    unread: 0,
    looked: 0,
  }
  const seen = new Set<string>()

  async function visit(folder: Folder): Promise<void> {
    if (folder.depth > treeLimits.depth) {
      listing.truncated = true
      return warn({ path: folder.path, reason: 'too_deep' })
    }
    const current = folderNow(folder)
    if (!current) {
      listing.unread++
      return warn({ path: folder.path, reason: 'unreadable' })
    }
    listing.folders.push(folder.path)
    await takeAll(current.items)
    if (current !== known.get(folder.physical)) await nextTick()
  }

  async function takeAll(items: KnownFolder['items']): Promise<void> {
    for (const item of items) {
      if ('reason' in item) warn(item)
      else if (seen.has(item.path)) warn({ path: item.path, reason: 'same_name' })
      else {
        seen.add(item.path)
        if ('depth' in item) await visit(item)
        else listing.files.push(item)
      }
      if (listing.files.length > treeLimits.files) return
    }
  }

  /** The stamp is taken first: what changes while the folder is read leaves another one. */
  function folderNow(folder: Folder): KnownFolder | undefined {
    const stat = lstatSync(join(root, folder.physical), { bigint: true, throwIfNoEntry: false })
    if (!stat?.isDirectory()) return
    listing.looked++
    const stamp = stampOf(stat)
    const before = known.get(folder.physical)
    const current = before?.isSettled && before.stamp === stamp ? before : readFolder(folder, stamp, isSettled(stat))
    if (current) listing.known.set(folder.physical, current)
    return current
  }

  function readFolder(folder: Folder, stamp: string, isSettled: boolean): KnownFolder | undefined {
    const entries = entriesOf(join(root, folder.physical))
    if (!entries) return
    const items: (ListedFile | Folder | Warning)[] = []
    let names: Map<string, number> | undefined
    const namesOnce = () => {
      names ??= namesByIdentity(join(root, folder.physical))
      return names
    }
    let files = 0
    for (const entry of entries) {
      // No tree lists more of them.
      if (files > treeLimits.files) break
      const item = itemOf(entry, folder, namesOnce)
      if (!item) continue
      if ('signature' in item) files++
      items.push(item)
    }
    return { stamp, isSettled, items }
  }

  /** A file, a folder that is to be visited, or why an entry is neither. */
  function itemOf(
    entry: Dirent<Buffer>,
    { physical: above, path: pathAbove, depth }: Folder,
    namesInFolder: () => ReadonlyMap<string, number>,
  ) {
    const isFolder = entry.isDirectory()
    if (isFolder && depth === 0) return
    const prefix = depth === 0 ? '' : `${pathAbove}/`
    const name = utf8NameOf(entry.name)
    if (name === undefined) return { path: prefix + entry.name.toString('utf8'), reason: 'name_not_utf8' }
    const path = (prefix + name).normalize('NFC')
    const physical = depth === 0 ? name : `${above}/${name}`
    if (name.startsWith('.')) return { path, reason: 'hidden' }
    if (entry.isSymbolicLink()) return { path, reason: 'link' }
    if (!isFolder && !entry.isFile()) return { path, reason: 'special' }
    if (isFolder ? isMadeByTools(name, shape.template) : !isListedName(name, shape.template)) return
    if (!isAllowedSegment(name) || Buffer.byteLength(path) > maxPathBytes) return { path, reason: 'name_not_allowed' }
    if (isFolder) return { physical, path, depth: depth + 1 }
    listing.looked++
    const stat = plainFileAt(join(root, physical))
    if (!stat) return { path, reason: 'changed' }
    if (refused.has(fileIdentity(stat))) return { path, reason: 'refused' }
    if (isNamedElsewhere(stat, namesInFolder)) return { path, reason: 'hard_link' }
    return { path, physical, ...factsOf(stat) }
  }

  function warn(warning: Warning): undefined {
    if (listing.warnings.length < treeLimits.warnings) listing.warnings.push(warning)
  }

  for (const name of shape.roots) {
    const path = name.normalize('NFC')
    const stat = lstatSync(join(root, name), { throwIfNoEntry: false })
    if (stat?.isDirectory()) await visit({ physical: name, path, depth: 1 })
    else if (stat) warn({ path, reason: stat.isSymbolicLink() ? 'link' : 'special' })
  }
  if (shape.rootFiles) await takeAll(folderNow({ physical: '', path: '', depth: 0 })?.items ?? [])
  const beyond = listing.files.length > treeLimits.files
  return { ...listing, files: listing.files.slice(0, treeLimits.files), truncated: listing.truncated || beyond }
}

/** Whether a listing of the same shape would find the same names; false also where only a new listing can say. */
export function holdsSameNames(
  root: string,
  { roots }: TreeShape,
  { known, truncated, unread }: Omit<Listing, 'looked'>,
): boolean {
  // Asked for every folder at every check, where `join` would take as long as the look itself.
  const statOf = (physical: string) => lstatSync(`${root}/${physical}`, { bigint: true, throwIfNoEntry: false })
  if (truncated || unread > 0 || roots.some(name => !known.has(name) && statOf(name))) return false
  for (const [physical, { isSettled, stamp }] of known) {
    const stat = statOf(physical)
    if (!isSettled || !stat || stampOf(stat) !== stamp) return false
  }
  return true
}

/** A file reached by a name of ours, such as the canon index; undefined when it is not a plain file. */
export function listFile(root: string, path: string, physical: string): ListedFile | undefined {
  const stat = plainFileAt(join(root, physical))
  return stat && { path, physical, ...factsOf(stat) }
}

/** The folders directly in a repository; of a story they are named. */
export function foldersIn(root: string, template: Template | undefined): string[] {
  if (template !== 'code') return []
  return (entriesOf(root) ?? [])
    .filter(entry => entry.isDirectory())
    .flatMap(entry => utf8NameOf(entry.name) ?? [])
    .filter(name => isAllowedSegment(name) && name.toLowerCase() !== 'private' && !isMadeByTools(name, template))
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
  const { size, mtimeMs } = stat
  return { signature: stampOf(stat), size: Number(size), modifiedMs: Number(mtimeMs) }
}
