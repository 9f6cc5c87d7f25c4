import { worktreeFolders } from '../../transcripts/agents.ts'

/** A worktree, by where tools put them; for folders that are gone and can no longer be asked. */
interface WorktreePath {
  /** The repository's folder, or a made-up one that all worktrees of it share where the path only names it. */
  repository: string
  /** The worktree's own folder. */
  top: string
}

/** Of the outermost worktree a path with `/` between its parts is in; null for every other path. */
export function worktreeIn(path: string, home: string): WorktreePath | null {
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
  const beside = /[-._]worktrees$/.exec(name)
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

function homeIn(path: string, home: string): string | null {
  return path.startsWith(`${home}/`) ? home : homeOf(path)
}

/** The home a path is in, by its beginning, also on other machines: transcripts travel. Null where it shows none. */
export function homeOf(path: string): string | null {
  return /^(?:\/root|(?:\/home|\/Users|\/var\/home|[A-Z]:\/Users)\/[^/]+)(?=\/|$)/.exec(path)?.[0] ?? null
}
