import type { FolderSeen } from '../../transcripts/folder-history.ts'
import { homeOf } from '../workspace/worktree-paths.ts'

/** The branches that were seen in each folder. */
export function branchesByFolder(seen: Iterable<FolderSeen>): Map<string, Set<string>> {
  const branches = new Map<string, Set<string>>()
  for (const { folder, branch } of seen) {
    const known = branches.get(folder) ?? new Set<string>()
    branches.set(folder, known)
    if (branch !== null) known.add(branch)
  }
  return branches
}

/**
 * Whether two folders of one session, neither inside the other, are checkouts of one repository. A session that goes on
 * elsewhere on the branch it was on was moved or handed over; one that only visits another repository finds that
 * repository's branch, which has the same name only if it is one of those that every repository has.
 */
export function isContinued(from: string, to: string, shared: ReadonlySet<string>): boolean {
  const [one, other] = [homeOf(from), homeOf(to)]
  const isElsewhere = one !== null && other !== null && one !== other
  const hasOwnName = hasDistinctive(shared)
  const hasSameFolder = nameOf(from) === nameOf(to)
  return shared.size > 0 && (isElsewhere ? hasOwnName || hasSameFolder : hasOwnName && hasSameFolder)
}

export function hasDistinctive(branches: Iterable<string>): boolean {
  for (const branch of branches) if (!common.has(branch)) return true
  return false
}

export function sharedBranches(
  one: ReadonlySet<string> | undefined,
  other: ReadonlySet<string> | undefined,
): Set<string> {
  return new Set([...(one ?? [])].filter(branch => other?.has(branch)))
}

export function isInside(inner: string, outer: string): boolean {
  return inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`)
}

/** Names that say nothing about which repository it is. */
const common = new Set(
  'main master trunk default develop development dev next staging stable production prod release test'.split(' '),
)

function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1)
}
