import { byteOrder } from '../../kernel/byte-order.ts'
import { canonPath, categoryOf, classOf, discoverOutline, titleOf } from './describe.ts'
import { canonIndexPath } from './layout.ts'
import {
  holdsSameNames,
  type ListedFile,
  type Listing,
  listFile,
  listTree,
  type TreeShape,
  treeLimits,
  type Warning,
} from './list-tree.ts'
import { type JailLimits, readJailed } from './read-jailed.ts'
import { createResolver } from './resolve.ts'
import { type FileClass, type FileText, type PathFault, type Snapshot, textOf, type Vfs, type VfsFile } from './vfs.ts'

interface VfsSettings {
  /** The real path of the workspace folder. */
  root: string
  /** Asked before every look at the folder, because people change it while the program runs. */
  shape(): Promise<TreeShape & { maxFileBytes: number }>
  /** The identities (`dev:ino`) of the key files, asked before every look and while files are read. */
  refused(): Promise<ReadonlySet<string>>
  /** Milliseconds that only grow. */
  now(): number
}

export interface WorkspaceVfs extends Vfs {
  /**
   * A snapshot whose names are those on disk at this moment. What it says of sizes, times and titles may be older, so it
   * is for callers that only look up names and read the files themselves.
   */
  names(): Promise<Snapshot>
  /** The next snapshot is a new one; called after a write of our own. */
  forget(): void
  /** How the file system spells a path of the latest snapshot. */
  physicalOf(path: string): string | undefined
  /** What looking has cost so far. */
  readonly cost: { readonly looked: number; readonly opened: number }
}

/** The tree of a workspace. What is known of an unchanged file is kept, so that looking again opens nothing. */
export function createVfs({ root, shape, refused, now }: VfsSettings): WorkspaceVfs {
  const cost = { looked: 0, opened: 0 }
  let known: ReadonlyMap<string, TreeEntry> = new Map()
  let latest: { snapshot: Promise<Snapshot>; at: number } | undefined
  let keys: { identities: Promise<ReadonlySet<string>>; at: number } | undefined
  let previous: (SeenTree & { snapshot: Snapshot }) | undefined
  /** Until a folder is found with other names than before and the same times. */
  let keepsFolderTimes = true

  /** A tool may read thousands of files in a row, and keys hardly ever change. */
  function refusedNow(): Promise<ReadonlySet<string>> {
    if (!keys || now() - keys.at >= keysFreshMs) keys = { identities: refused(), at: now() }
    return keys.identities
  }

  async function lookAtAll(): Promise<Snapshot> {
    keys = undefined
    return look()
  }

  async function look(folders?: Listing['known']): Promise<Snapshot> {
    const { maxFileBytes, ...tree } = await shape()
    const limits = { refused: await refusedNow(), maxFileBytes }
    if (folders && previous && isAsSeen(root, previous, tree, maxFileBytes)) {
      cost.looked += folders.size
      return previous.snapshot
    }
    const listing = withCanon(root, await listTree(root, tree, limits.refused, folders), limits.refused)
    cost.looked += listing.looked
    if (previous && isSame(previous, { listing, limits })) {
      previous = { ...previous, tree, listing }
      return previous.snapshot
    }
    if (previous) keepsFolderTimes &&= agreesWith(previous.listing.known, listing.known)
    if (previous?.limits.maxFileBytes !== maxFileBytes) known = new Map()
    const outline = discoverOutline(listing.files.map(({ path }) => path)).path
    const entries: TreeEntry[] = []
    for (const listed of listing.files) {
      const before = known.get(listed.physical)
      const current =
        before?.signature === listed.signature ? before : entryOf(root, listed, outline, limits, tree.template)
      if (current !== before) cost.opened++
      if (current !== before && cost.opened % filesBetweenPauses === 0) await new Promise(setImmediate)
      const fileClass = classOf(listed.path, outline, tree.template)
      entries.push(current.file.class === fileClass ? current : reclassify(current, fileClass))
    }
    entries.sort((a, b) => placeOf(a.file) - placeOf(b.file) || byteOrder(a.file.path, b.file.path))
    known = new Map(entries.map(entry => [entry.physical, entry]))
    const snapshot = {
      ...snapshotOf(root, listing, entries, outline, refusedNow, maxFileBytes),
      template: tree.template,
    }
    previous = { snapshot, tree, listing, entries, limits }
    return snapshot
  }

  const vfs: WorkspaceVfs = {
    cost,
    forget() {
      latest = undefined
    },
    physicalOf: path => previous?.entries.find(({ file }) => file.path === path)?.physical,
    snapshot() {
      if (latest && now() - latest.at < freshMs) return latest.snapshot
      const started = { snapshot: lookAtAll(), at: now() }
      latest = started
      started.snapshot.catch(() => {
        if (latest === started) latest = undefined
      })
      return started.snapshot
    },
    names() {
      const isRecent = latest !== undefined && now() - latest.at < namesTrustedMs
      return previous && isRecent && keepsFolderTimes ? look(previous.listing.known) : vfs.snapshot()
    },
  }
  return vfs
}

const freshMs = 1000
/** For this long the times of folders are relied upon before everything is looked at again, whatever they say. */
const namesTrustedMs = 60_000
const keysFreshMs = 100
/** After this many files other work gets its turn. */
const filesBetweenPauses = 100

interface ListingWithCanon extends Listing {
  canonStamp: string
}

/** Changes whenever another file may be served as `Canon.md`. */
function canonStampOf(root: string): string {
  return [canonIndexPath, canonPath].map(physical => listFile(root, canonPath, physical)?.signature ?? '').join()
}

/** The index is served as `Canon.md` while it exists; else a file of that name in the workspace is. */
function withCanon(root: string, listing: Listing, refused: ReadonlySet<string>): ListingWithCanon {
  const canonStamp = canonStampOf(root)
  const files = listing.files.filter(({ path }) => path !== canonPath)
  const allowed = (file: ListedFile | undefined) =>
    file && !refused.has(file.signature.split(':', 2).join(':')) ? file : undefined
  const index = allowed(listFile(root, canonPath, canonIndexPath))
  const own = allowed(listFile(root, canonPath, canonPath))
  const canon = index ?? own
  const warnings: Warning[] = index && own ? [{ path: canonPath, reason: 'shadowed' }] : []
  return {
    ...listing,
    canonStamp,
    files: canon ? [...files, canon] : files,
    warnings: [...warnings, ...listing.warnings].slice(0, treeLimits.warnings),
    looked: listing.looked + 2,
  }
}

interface SeenTree {
  tree: TreeShape
  listing: ListingWithCanon
  entries: readonly TreeEntry[]
  limits: JailLimits
}

/** Asks every folder for its time and reads none. */
function isAsSeen(root: string, { tree, listing, limits }: SeenTree, shape: TreeShape, maxFileBytes: number): boolean {
  return (
    limits.maxFileBytes === maxFileBytes &&
    JSON.stringify(tree) === JSON.stringify(shape) &&
    listing.canonStamp === canonStampOf(root) &&
    holdsSameNames(root, shape, listing)
  )
}

function isSame(a: Pick<SeenTree, 'listing' | 'limits'>, b: Pick<SeenTree, 'listing' | 'limits'>): boolean {
  const [before, after] = [a.listing, b.listing]
  return (
    a.limits.maxFileBytes === b.limits.maxFileBytes &&
    before.truncated === after.truncated &&
    before.files.length === after.files.length &&
    before.files.every((file, index) => isSameFile(file, after.files[index])) &&
    JSON.stringify([before.folders, before.warnings]) === JSON.stringify([after.folders, after.warnings])
  )
}

function isSameFile(a: ListedFile, b: ListedFile | undefined): boolean {
  return a === b || (a.physical === b?.physical && a.path === b.path && a.signature === b.signature)
}

/** Some file systems do not keep the times of folders; there a settled folder may hold other names. */
function agreesWith(before: Listing['known'], after: Listing['known']): boolean {
  for (const [physical, folder] of after) {
    const known = before.get(physical)
    if (!known?.isSettled || known.stamp !== folder.stamp) continue
    const isSameNames =
      known.items.length === folder.items.length &&
      known.items.every((item, at) => item.path === folder.items[at]?.path)
    if (!isSameNames) return false
  }
  return true
}

function snapshotOf(
  root: string,
  listing: Listing,
  entries: readonly TreeEntry[],
  outlinePath: string | null,
  refused: VfsSettings['refused'],
  maxFileBytes: number,
): Snapshot {
  const physicalOf = new Map(entries.map(({ file, physical }) => [file.path, physical]))
  const files = entries.map(({ file }) => file)
  let reads = 0
  return {
    files,
    folders: listing.folders.toSorted(byteOrder),
    outlinePath,
    truncated: listing.truncated,
    warnings: listing.warnings,
    resolve: createResolver(files),
    async read({ path }): Promise<FileText | { fault: PathFault }> {
      const physical = physicalOf.get(path)
      if (physical === undefined) return { fault: { code: 'file_not_found' } }
      if (++reads % filesBetweenPauses === 0) await new Promise(setImmediate)
      const bytes = readJailed(root, physical, { refused: await refused(), maxFileBytes })
      return 'fault' in bytes ? bytes : textOf(path, bytes)
    },
  }
}

/** A file of the tree, and its place on the disk. */
interface TreeEntry {
  file: VfsFile
  physical: string
  signature: string
}

/** Opens a listed file once, for its title and its number of lines; a file that cannot be read has neither. */
function entryOf(
  root: string,
  listed: ListedFile,
  outline: string | null,
  limits: JailLimits,
  template: TreeShape['template'],
): TreeEntry {
  const { path, physical, signature, size, modifiedMs } = listed
  const name = path.slice(path.lastIndexOf('/') + 1)
  const bytes = readJailed(root, physical, limits)
  const text = 'fault' in bytes ? bytes : textOf(path, bytes)
  const lines = 'fault' in text ? [] : text.lines
  const fileClass = classOf(path, outline, template)
  return {
    physical,
    signature,
    file: {
      path,
      name,
      class: fileClass,
      ...(fileClass === 'compendium' && { category: categoryOf(path) }),
      title: titleOf(name, lines),
      size_bytes: size,
      modified: new Date(Math.min(Math.max(modifiedMs, 0), lastInstant)).toISOString(),
      lines: lines.length,
      origin: physical === canonIndexPath ? 'virtual' : 'physical',
      readonly: path === canonPath,
    },
  }
}

/** Another file has become the outline, or has ceased to be it. */
function reclassify(entry: TreeEntry, fileClass: FileClass): TreeEntry {
  return { ...entry, file: { ...entry.file, class: fileClass } }
}

/** Tree order: the outline, the canon, then the others by path. */
function placeOf(file: VfsFile): number {
  if (file.class === 'outline') return 0
  return file.class === 'canon' ? 1 : 2
}

/** File systems can hold times that no ISO date of four-digit years can express. */
const lastInstant = Date.UTC(9999, 11, 31)
