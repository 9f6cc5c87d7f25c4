import { realpathSync } from 'node:fs'
import { sha256 } from '../../files/sha256.ts'
import { trimOf } from '../../kernel/text.ts'
import { worktreeFolders } from '../../transcripts/agents.ts'

export interface ProjectIdentity {
  project_key: string
  project_label: string
  /** The folder of the project, or the made-up name of a session without one. */
  canonical_root: string
  is_unknown: boolean
}

interface Session {
  source: string
  source_session_id: string
}

/** The project a session belongs to, by the folder it was started in. */
export function projectOf(root: string | null, session: Session, home: string): ProjectIdentity {
  const canonical = root === null || root.trim() === '' ? undefined : canonicalRoot(root, home)
  return canonical === undefined
    ? identityOf(`${unknown}/${session.source}/${session.source_session_id}`, true)
    : identityOf(canonical, false)
}

/** One spelling for a folder, however it was written: real path, no worktree below it, forward slashes for drives. */
export function canonicalRoot(root: string, home: string): string {
  const folder = writtenFolder(root, home)
  return realFolder(worktreeIn(folder, home)?.repository ?? folder)
}

/** The folder as it was written, but whole and with forward slashes for drives. */
export function writtenFolder(root: string, home: string): string {
  const folder = withSlashes(root.trim().replace(/^~(?=$|[\\/])/, () => home))
  return folder.length > 1 ? folder.replace(/\/$/, '') : folder
}

/** The real path of a folder that exists, of every other the same again. */
export function realFolder(folder: string): string {
  const real = withSlashes(realPathOr(folder))
  return real.length > 1 ? real.replace(/\/$/, '') : real
}

export function projectKey(canonical: string): string {
  return identityOf(canonical, false).project_key
}

const unknown = 'unknown-project'

/** The key is that of the text; the label is the name of the folder where none is given. */
export function identityOf(canonical: string, isUnknown: boolean, given?: string): ProjectIdentity {
  const label = (given ?? (isUnknown ? '' : labelOf(canonical))) || unknown
  const hash = sha256(canonical).slice(0, 12)
  return { project_key: `${label}-${hash}`, project_label: label, canonical_root: canonical, is_unknown: isUnknown }
}

function labelOf(canonical: string): string {
  const last = canonical.split('/').at(-1) ?? ''
  const plain = last.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/-{2,}/g, '-')
  return trimOf(trimOf(plain, '-').slice(0, 48), '-')
}

function withSlashes(path: string): string {
  if (!/^[A-Za-z]:[\\/]/.test(path) && process.platform !== 'win32') return path
  return path.replaceAll('\\', '/').replace(/^[a-z](?=:)/, drive => drive.toUpperCase())
}

export function realPathOr(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}

/** A worktree, by where tools put them; for folders that are gone and can no longer be asked. */
interface WorktreePath {
  /** The repository's folder, or a made-up one that all worktrees of it share where the path only names it. */
  repository: string
  /** The worktree's own folder. */
  top: string
}

/** The outermost worktree that a path, with `/` between its parts, is in; null for every other path. */
export function worktreeIn(path: string, home = homeOf(path)): WorktreePath | null {
  if (path.length > maxPath) return null
  const parts = path.split('/')
  const homeParts = homeIn(path, home)?.split('/').length
  for (let i = 1; i < parts.length; i++) {
    const found =
      i === homeParts ? firstLayout(homeLayouts, parts, i) : (inRepository(parts, i) ?? firstLayout(layouts, parts, i))
    if (found) return found
  }
  return null
}

/** No system has longer ones. */
const maxPath = 32_768

/** As the parts of paths. */
const holders = [...worktreeFolders, '.conductor'].map(folder => folder.split('/'))

function inRepository(parts: readonly string[], i: number): WorktreePath | null {
  if (i < 2) return null
  const holder = holders.find(each => each.every((name, n) => name === parts[i + n]))
  if (holder) return pathOf(parts, parts.slice(0, i), i + holder.length + 1)
  const name = parts[i] ?? ''
  const beside = /[-._]{1,2}worktrees$/.exec(name)
  return beside && beside.index > 0 ? pathOf(parts, [...parts.slice(0, i), name.slice(0, beside.index)], i + 2) : null
}

type Part = string | typeof repositoryName | typeof anyName
const repositoryName = Symbol('the name of the repository')
const anyName = Symbol('the name of the worktree')

/** Where agents put the worktrees of all repositories, below a person's home. */
const homeLayouts: Part[][] = [
  ['.codex', 'worktrees', anyName, repositoryName],
  ['.cursor', 'worktrees', repositoryName, anyName],
  ['.claude-worktrees', repositoryName, anyName],
  ['conductor', 'workspaces', repositoryName, anyName],
]

/** The same elsewhere. */
const layouts: Part[][] = [['vibe-kanban', 'worktrees', anyName, repositoryName]]

function firstLayout(known: readonly Part[][], parts: readonly string[], i: number): WorktreePath | null {
  const layout = known.find(each => each.every((part, n) => fits(part, parts[i + n])))
  if (!layout) return null
  const kept = layout.flatMap((part, n) => (part === anyName ? [] : [parts[i + n] ?? '']))
  return pathOf(parts, [...parts.slice(0, i), ...kept], i + layout.length)
}

function fits(part: Part, name: string | undefined): boolean {
  return typeof part === 'string' ? part === name : name !== undefined && name !== ''
}

function pathOf(parts: readonly string[], repository: readonly string[], end: number): WorktreePath | null {
  const isWhole = parts.length >= end && parts[end - 1] !== ''
  return isWhole ? { repository: repository.join('/'), top: parts.slice(0, end).join('/') } : null
}

function homeIn(path: string, home: string | null): string | null {
  return home !== null && path.startsWith(`${home}/`) ? home : homeOf(path)
}

/** The home a path is in, by its beginning, also on other machines: transcripts travel. Null where it shows none. */
export function homeOf(path: string): string | null {
  return /^(?:\/root|(?:\/home|\/Users|\/var\/home|[A-Z]:\/Users)\/[^/]+)(?=\/|$)/.exec(path)?.[0] ?? null
}
