import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { trimOf } from '../../kernel/trim.ts'
import { worktreeParents } from '../../transcripts/agents.ts'

export interface ProjectIdentity {
  project_key: string
  project_label: string
  /** The folder of the project, or the made-up name of a session without one. */
  canonical_root: string
  is_unknown: boolean
}

export interface Session {
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
  const expanded = withSlashes(root.trim().replace(/^~(?=$|[\\/])/, () => home))
  const project = expanded.replace(worktree, '')
  const real = withSlashes(realPathOr(project === '' ? '/' : project))
  return real.length > 1 ? real.replace(/\/$/, '') : real
}

export function projectKey(canonical: string): string {
  return identityOf(canonical, false).project_key
}

const unknown = 'unknown-project'
const worktree = new RegExp(`/(?:${worktreeParents})/worktrees/[^/].*$`, 's')

function identityOf(canonical: string, isUnknown: boolean): ProjectIdentity {
  const label = (isUnknown ? '' : labelOf(canonical)) || unknown
  const hash = createHash('sha256').update(canonical, 'utf8').digest('hex').slice(0, 12)
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

function realPathOr(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}
