import { canonPath, classOf } from './describe.ts'
import { discoverOutline } from './discover-outline.ts'
import { canonIndexPath, type Entry, entryOf, placeOf, reclassed } from './entry.ts'
import { textOf } from './file-text.ts'
import { compareBytes } from './fold.ts'
import {
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
import type { FileText, PathFault, Snapshot, Vfs } from './vfs.ts'

export interface VfsSettings {
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
  let known: ReadonlyMap<string, Entry> = new Map()
  let latest: { snapshot: Promise<Snapshot>; at: number } | undefined
  let keys: { identities: Promise<ReadonlySet<string>>; at: number } | undefined
  let previous: { snapshot: Snapshot; listing: Listing; entries: readonly Entry[]; limits: JailLimits } | undefined

  /** A tool may read thousands of files in a row, and keys hardly ever change. */
  function refusedNow(): Promise<ReadonlySet<string>> {
    if (!keys || now() - keys.at >= keysFreshMs) keys = { identities: refused(), at: now() }
    return keys.identities
  }

  async function look(): Promise<Snapshot> {
    keys = undefined
    const { maxFileBytes, ...tree } = await shape()
    const limits = { refused: await refusedNow(), maxFileBytes }
    const listing = withCanon(root, await listTree(root, tree, limits.refused), limits.refused)
    cost.looked += listing.looked
    if (previous?.limits.maxFileBytes !== maxFileBytes) known = new Map()
    const outline = discoverOutline(listing.files.map(({ path }) => path)).path
    const entries: Entry[] = []
    for (const listed of listing.files) {
      const before = known.get(listed.physical)
      const current = before?.signature === listed.signature ? before : entryOf(root, listed, outline, limits)
      if (current !== before) cost.opened++
      if (current !== before && cost.opened % breath === 0) await new Promise(setImmediate)
      entries.push(current.file.class === classOf(listed.path, outline) ? current : reclassed(current, outline))
    }
    entries.sort((a, b) => placeOf(a.file) - placeOf(b.file) || compareBytes(a.file.path, b.file.path))
    known = new Map(entries.map(entry => [entry.physical, entry]))
    if (previous && isSame(previous, { listing, entries, limits })) return previous.snapshot
    const snapshot = snapshotOf(root, listing, entries, outline, refusedNow, maxFileBytes)
    previous = { snapshot, listing, entries, limits }
    return snapshot
  }

  return {
    cost,
    forget() {
      latest = undefined
    },
    physicalOf: path => previous?.entries.find(({ file }) => file.path === path)?.physical,
    snapshot() {
      if (latest && now() - latest.at < freshMs) return latest.snapshot
      const started = { snapshot: look(), at: now() }
      latest = started
      started.snapshot.catch(() => {
        if (latest === started) latest = undefined
      })
      return started.snapshot
    },
  }
}

const freshMs = 1000
const keysFreshMs = 100
/** After so many files other work gets its turn. */
const breath = 100

/** The index stands for `Canon.md` while it exists; else a file of that name in the workspace does. */
function withCanon(root: string, listing: Listing, refused: ReadonlySet<string>): Listing {
  const files = listing.files.filter(({ path }) => path !== canonPath)
  const allowed = (file: ListedFile | undefined) =>
    file && !refused.has(file.signature.split(':', 2).join(':')) ? file : undefined
  const index = allowed(listFile(root, canonPath, canonIndexPath))
  const own = allowed(listFile(root, canonPath, canonPath))
  const canon = index ?? own
  const warnings: Warning[] = index && own ? [{ path: canonPath, reason: 'shadowed' }] : []
  return {
    ...listing,
    files: canon ? [...files, canon] : files,
    warnings: [...warnings, ...listing.warnings].slice(0, treeLimits.warnings),
    looked: listing.looked + 2,
  }
}

type Seen = { listing: Listing; entries: readonly Entry[]; limits: JailLimits }

function isSame(a: Seen, b: Seen): boolean {
  return (
    a.limits.maxFileBytes === b.limits.maxFileBytes &&
    a.listing.truncated === b.listing.truncated &&
    a.entries.length === b.entries.length &&
    a.entries.every((entry, index) => entry === b.entries[index]) &&
    JSON.stringify([a.listing.folders, a.listing.warnings]) === JSON.stringify([b.listing.folders, b.listing.warnings])
  )
}

function snapshotOf(
  root: string,
  listing: Listing,
  entries: readonly Entry[],
  outlinePath: string | null,
  refused: VfsSettings['refused'],
  maxFileBytes: number,
): Snapshot {
  const physicalOf = new Map(entries.map(({ file, physical }) => [file.path, physical]))
  const files = entries.map(({ file }) => file)
  let reads = 0
  return {
    files,
    folders: listing.folders.toSorted(compareBytes),
    outlinePath,
    truncated: listing.truncated,
    warnings: listing.warnings,
    resolve: createResolver(files),
    async read({ path }): Promise<FileText | { fault: PathFault }> {
      const physical = physicalOf.get(path)
      if (physical === undefined) return { fault: { code: 'file_not_found' } }
      if (++reads % breath === 0) await new Promise(setImmediate)
      const bytes = readJailed(root, physical, { refused: await refused(), maxFileBytes })
      return 'fault' in bytes ? bytes : textOf(path, bytes)
    },
  }
}
