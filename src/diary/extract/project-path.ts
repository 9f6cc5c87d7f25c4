import { worktreeParents } from '../../transcripts/agents.ts'

/** Where a file lies, seen from its project. */
export interface ProjectPath {
  /** The same for the same file, however it was named. */
  key: string
  /** What may be shown: relative inside the project, else no more than the last component. */
  shown: string
  /** What tells its purpose: relative inside the project, else the whole path. */
  full: string
}

export function placeOf(path: string, root: string | null): ProjectPath {
  const full = normal(path)
  const inside = relative(full, root === null ? null : normal(root))
  if (inside !== null) return { key: inside, shown: inside, full: inside }
  return { key: full, shown: isAbsolute(full) ? `…/${lastComponent(full)}` : full, full: full.replace(worktree, '/') }
}

/** The path relative to the project, or `…/<last component>` of a file outside it. */
export function rel(path: string, root: string | null): string {
  return placeOf(path, root).shown
}

function relative(path: string, root: string | null): string | null {
  if (!isAbsolute(path)) return path.startsWith('../') || path === '..' ? null : path.replace(ownWorktree, '')
  if (root === null || root === '/') return null
  if (path === root) return '.'
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1).replace(ownWorktree, '') : null
}

/** A worktree of an agent is the same project, not a folder of the agent's settings. */
const ownWorktree = new RegExp(`^(?:${worktreeParents})/worktrees/[^/]+/(?=.)`)
const worktree = new RegExp(`/(?:${worktreeParents})/worktrees/[^/]+/`)

/** `/` between the components, none of them `.`, and `..` only where nothing is left to go up from. */
function normal(path: string): string {
  const slashed = path.trim().replaceAll('\\', '/')
  const drive = /^[A-Za-z]:(?=\/)/.exec(slashed)?.[0].toUpperCase() ?? ''
  const rest = slashed.slice(drive.length)
  const rooted = rest.startsWith('/')
  const kept: string[] = []
  for (const component of rest.split('/')) {
    if (component === '' || component === '.') continue
    if (component !== '..') kept.push(component)
    else if (kept.length > 0 && kept.at(-1) !== '..') kept.pop()
    else if (!rooted) kept.push('..')
  }
  return `${drive}${rooted ? '/' : ''}${kept.join('/')}` || '.'
}

function isAbsolute(path: string): boolean {
  return /^(?:[A-Za-z]:)?\//.test(path)
}

function lastComponent(path: string): string {
  return path.split('/').findLast(component => component !== '') ?? ''
}
