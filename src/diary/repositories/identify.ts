import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { findCheckout } from '../../files/git-checkout.ts'
import { remoteAddress } from '../../files/remote-address.ts'
import { fileName } from '../../kernel/words.ts'
import type { FolderSeen } from '../../transcripts/folder-history.ts'
import type { RecordedRepository } from '../../transcripts/reader.ts'
import {
  canonicalRoot,
  homeOf,
  type ProjectIdentity,
  projectOf,
  realFolder,
  worktreeIn,
  writtenFolder,
} from '../workspace/project-key.ts'
import { FolderPlaces } from './checkouts.ts'
import { type KnownFolder, type KnownRepositories, sign } from './known.ts'

/** What a session says about where it worked. */
export interface SessionPlace {
  source: string
  source_session_id: string
  root: string | null
  folders: readonly FolderSeen[]
  repository: RecordedRepository | null
}

export interface SessionProject {
  identity: ProjectIdentity
  /** The checkout the session began in, as its transcript would write it; the root where none is known. */
  root: string | null
  /** The folder of its repository, which need not exist any more; null where nothing says that it was one. */
  repository: string | null
}

/** The project of each session, in their order: its repository, or its folder where no repository is known. */
export function identifySessions(
  known: KnownRepositories,
  sessions: readonly SessionPlace[],
  home: string,
): SessionProject[] {
  const written = sessions.map(session => withWholeFolders(session, home))
  const places = new FolderPlaces(known, home)
  for (const folder of allFolders(written)) places.of(folder)
  noteRecorded(known, places, written, home)
  linkContinued(known, places, written, home)
  linkNested(known, places, written, home)
  linkRemovedInside(known, places, written, home)
  places.lookAgain()
  return written.map(session => projectIn(known, places, session, home))
}

/** So many folders are looked at; the rest are projects of their own unless they are remembered. */
const maxFolders = 5000

function withWholeFolders(session: SessionPlace, home: string): SessionPlace {
  const root = session.root === null || session.root.trim() === '' ? null : writtenFolder(session.root, home)
  const folders = session.folders.map(({ folder, branch }) => ({ folder: writtenFolder(folder, home), branch }))
  return { ...session, root, folders }
}

/** In one order for the same sessions, whatever order they come in; outer folders before those inside them. */
function allFolders(sessions: readonly SessionPlace[]): string[] {
  const roots = new Set(sessions.flatMap(({ root }) => root ?? []))
  const others = new Set(sessions.flatMap(({ folders }) => folders.map(({ folder }) => folder)))
  return [...[...roots].sort(), ...[...others].filter(folder => !roots.has(folder)).sort()].slice(0, maxFolders)
}

/** Takes in what agents noted about repositories: first where the folder is known, so that others are recognised. */
function noteRecorded(
  known: KnownRepositories,
  places: FolderPlaces,
  sessions: readonly SessionPlace[],
  home: string,
): void {
  const recorded = sessions.flatMap(({ root, repository }) => {
    const signs = signsOf(repository)
    return root === null || signs.length === 0 ? [] : [{ root, signs }]
  })
  const isPlaced = ({ root }: { root: string }) => places.of(root) !== null
  for (const { root, signs } of [...recorded.filter(isPlaced), ...recorded.filter(each => !isPlaced(each))]) {
    const id =
      places.of(root)?.repository ?? recordedRepository(known, signs) ?? known.create(canonicalRoot(root, home), signs)
    for (const text of signs) if (known.bySign(text) === undefined) known.addSign(text, id)
    if (!places.of(root)) known.addFolder(root, { repository: id, top: worktreeIn(root, home)?.top ?? root })
  }
}

function signsOf(repository: RecordedRepository | null): string[] {
  const remote = repository?.url ? remoteAddress(repository.url) : null
  const commit = repository?.commit ?? ''
  return [
    ...(remote === null ? [] : [sign.remote(remote)]),
    ...(/^[0-9a-f]{40,64}$/.test(commit) ? [sign.commit(commit)] : []),
  ]
}

/** The remote decides; a commit alone may be that of a fork. */
function recordedRepository(known: KnownRepositories, signs: readonly string[]): number | undefined {
  const remote = signs.find(isRemote)
  const found = signs.flatMap(text => known.bySign(text) ?? [])
  const isFork = (id: number) =>
    remote !== undefined && known.hasOther(id, 'remote', remote.slice(sign.remote('').length))
  return found.find(id => !isFork(id))
}

function isRemote(text: string): boolean {
  return text.startsWith(sign.remote(''))
}

/** Sessions that went on in another folder join both. */
function linkContinued(
  known: KnownRepositories,
  places: FolderPlaces,
  sessions: readonly SessionPlace[],
  home: string,
): void {
  for (const { folders } of sessions) {
    const branches = branchesByFolder(folders)
    const [first, ...others] = branches.keys()
    for (const folder of first === undefined ? [] : others) {
      if (first === undefined || isInside(folder, first) || isInside(first, folder)) continue
      const shared = sharedBranches(branches.get(first), branches.get(folder))
      if (isContinued(first, folder, shared)) join(known, places, first, folder, home)
    }
  }
}

function join(known: KnownRepositories, places: FolderPlaces, first: string, second: string, home: string): void {
  const [one, other] = [places.of(first), places.of(second)]
  if (one && other) {
    // What two folders say themselves is worth more than what one session did.
    if (!places.isThere(first) || !places.isThere(second)) known.merge(one.repository, other.repository)
    return
  }
  const repository = one?.repository ?? other?.repository ?? repositoryAt(known, first, home)
  for (const folder of [first, second]) {
    if (!places.of(folder)) known.addFolder(folder, { repository, top: worktreeIn(folder, home)?.top ?? folder })
  }
}

/** The repository of a folder that is gone, by its path, so that its worktrees share one. */
function repositoryAt(known: KnownRepositories, folder: string, home: string): number {
  const root = canonicalRoot(folder, home)
  const repository = known.place(root)?.repository ?? known.create(root, [])
  known.addFolder(root, known.place(root) ?? { repository, top: root })
  return repository
}

/** A folder inside another one that was on the same branch is a part of it, unless every repository has that branch. */
function linkNested(
  known: KnownRepositories,
  places: FolderPlaces,
  sessions: readonly SessionPlace[],
  home: string,
): void {
  const branches = branchesByFolder(sessions.flatMap(({ folders }) => folders))
  for (const [folder, own] of branches) {
    if (places.of(folder) || !hasDistinctive(own)) continue
    const outer = outerFolder(folder, own, branches)
    if (outer === null) continue
    const place: KnownFolder = places.of(outer) ?? {
      repository: repositoryAt(known, outer, home),
      top: worktreeIn(outer, home)?.top ?? outer,
    }
    known.addFolder(outer, place)
    known.addFolder(folder, place)
  }
}

/** A folder that is gone, and in which an agent saw a branch, was a part of the repository that it would be in now. */
function linkRemovedInside(
  known: KnownRepositories,
  places: FolderPlaces,
  sessions: readonly SessionPlace[],
  home: string,
): void {
  const branches = branchesByFolder(sessions.flatMap(({ folders }) => folders))
  for (const [folder, own] of branches) {
    if (own.size === 0 || places.of(folder) || existsSync(folder)) continue
    const outer = nearestFolder(folder, home)
    const place = outer !== null && places.isThere(outer) ? places.of(outer) : null
    if (place) known.addFolder(folder, place)
  }
}

/** The nearest folder around another that is there; not the home, nor one around it. */
function nearestFolder(folder: string, home: string): string | null {
  for (let at = dirname(folder); at !== dirname(at); at = dirname(at)) {
    if (at === home || isInside(home, at)) return null
    if (existsSync(at)) return at
  }
  return null
}

function outerFolder(folder: string, own: ReadonlySet<string>, branches: Map<string, Set<string>>): string | null {
  for (let at = dirname(folder); at !== dirname(at) && at !== homeOf(at); at = dirname(at)) {
    if (hasDistinctive(sharedBranches(own, branches.get(at)))) return at
  }
  return null
}

function projectIn(
  known: KnownRepositories,
  places: FolderPlaces,
  session: SessionPlace,
  home: string,
): SessionProject {
  const { root, folders, repository } = session
  const place = root === null ? null : places.of(root)
  const remote = signsOf(repository).find(isRemote)
  const noted = remote === undefined ? undefined : known.bySign(remote)
  const id = noted ?? place?.repository ?? onlyRepositoryInside(places, root, folders)
  if (id === undefined) {
    const identity = projectOf(root, session, home)
    // Of a folder that is gone, the branch that an agent noted says that it was a repository.
    const isGone = root !== null && !existsSync(root)
    const isRepository = isGone && folders.some(({ folder, branch }) => branch !== null && folder === root)
    return { identity, root, repository: isRepository ? identity.canonical_root : null }
  }
  const { key, label, root: canonical_root } = known.get(id)
  const identity = { project_key: key, project_label: label, canonical_root, is_unknown: false }
  const top = root === null || !place ? root : topAsWritten(root, place.top)
  return { identity, root: top, repository: repositoryFolder(place, canonical_root, home) }
}

/** Where the repository is now: the first folder that was seen of it, or the checkout it was moved to. */
function repositoryFolder(place: KnownFolder | null, seen: string, home: string): string {
  const checkout = place && findCheckout(place.top, home)
  return checkout ? checkout.main : seen
}

/** The repository of a session that began in a folder of several, and worked in one of them. */
function onlyRepositoryInside(
  places: FolderPlaces,
  root: string | null,
  folders: readonly FolderSeen[],
): number | undefined {
  if (root === null) return undefined
  const found = new Set(
    folders.flatMap(({ folder }) => (isInside(folder, root) ? (places.of(folder)?.repository ?? []) : [])),
  )
  const [only] = found
  return found.size === 1 ? only : undefined
}

/** Paths in a transcript are written as its root is, which may lead through links. */
export function topAsWritten(root: string, top: string): string {
  if (root === top || isInside(root, top)) return top
  const real = realFolder(root)
  const below = isInside(real, top) ? real.slice(top.length) : ''
  return below !== '' && root.endsWith(below) ? root.slice(0, -below.length) : root
}

/** The branches that were seen in each folder. */
function branchesByFolder(seen: Iterable<FolderSeen>): Map<string, Set<string>> {
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
function isContinued(from: string, to: string, shared: ReadonlySet<string>): boolean {
  const [one, other] = [homeOf(from), homeOf(to)]
  const isElsewhere = one !== null && other !== null && one !== other
  const hasOwnName = hasDistinctive(shared)
  const hasSameFolder = fileName(from) === fileName(to)
  return shared.size > 0 && (isElsewhere ? hasOwnName || hasSameFolder : hasOwnName && hasSameFolder)
}

function hasDistinctive(branches: Iterable<string>): boolean {
  for (const branch of branches) if (!common.has(branch)) return true
  return false
}

function sharedBranches(one: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined): Set<string> {
  return new Set([...(one ?? [])].filter(branch => other?.has(branch)))
}

function isInside(inner: string, outer: string): boolean {
  return inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`)
}

/** Names that say nothing about which repository it is. */
const common = new Set(
  'main master trunk default develop development dev next staging stable production prod release test'.split(' '),
)
