import { realpathSync } from 'node:fs'
import { sha256 } from '../../files/sha256.ts'
import { trimOf } from '../../kernel/trim.ts'
import { worktreeIn } from './worktree-paths.ts'

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

function realPathOr(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}
