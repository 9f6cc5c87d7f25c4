import { readFileSync, statSync } from 'node:fs'
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { findCheckout } from '../../files/git-checkout.ts'
import { reject } from '../rejection.ts'
import { realPathOr } from '../workspace/project-key.ts'
import { type Git, GitFailed, gitIn } from './git.ts'

/** A repository that questions are asked about. */
export interface OpenRepository {
  git: Git
  /** The folder that the question was asked in. */
  folder: string
  /** The top folder of its checkout; the folder itself where there is no checkout. */
  top: string
  /** Every folder that files of the repository are known to be below. */
  tops: string[]
  /** Without a checkout its folder holds git's own files, about which nothing is asked. */
  isBare: boolean
  /** Of a shallow clone, the commits whose parents it does not have: what they change is not known. */
  ends: ReadonlySet<string>
  label: string
}

/** Opens the repository that a folder is in. */
export async function openRepository(
  given: string,
  home: string,
  onRun: (ms: number) => void = () => {},
): Promise<OpenRepository> {
  const folder = realFolder(given)
  if (folder === null) reject('repository', 'there is no such folder', 'name a folder of a git repository')
  const checkout = findCheckout(folder, home)
  const top = checkout?.top ?? folder
  const git = gitIn(top, onRun)
  const gitDir = checkout?.commonDir ?? (await bareRepository(git))
  const main = checkout?.main ?? top
  const ends = endsIn(gitDir)
  return { git, folder, top, tops: [...new Set([top, main])], isBare: !checkout, ends, label: basename(main) }
}

/** The path of a file or folder as the repository has it, seen from the folder of the question; null outside of it. */
export function pathIn({ folder, top }: OpenRepository, path: string): string | null {
  const inside = relative(top, isAbsolute(path) ? realPathOr(path) : resolve(folder, path))
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return null
  return inside === '' ? '.' : inside.replaceAll(sep, '/')
}

/** Whether a path is a file or folder of the checkout; links are not followed. */
export function kindIn({ top, isBare }: OpenRepository, path: string): 'file' | 'folder' | null {
  // Git's own files are of no commit.
  if (isBare || path === '.git' || path.startsWith('.git/')) return null
  const found = statSync(join(top, path), { throwIfNoEntry: false })
  return found?.isFile() ? 'file' : found?.isDirectory() ? 'folder' : null
}

/** What git says when it cannot answer, as a refusal of the call. */
export function gitRefusal(error: unknown, path: string, message: string, hint: string): never {
  if (!(error instanceof GitFailed)) throw error
  if (error.reason === 'no-git') reject('repository', 'the program git was not found', 'install git', 'absent')
  if (error.reason === 'too-large') reject(path, 'the commit is too large to be read', 'ask about one of its files')
  return reject(path, message, hint, 'absent')
}

/** The folder of a repository without a checkout. */
async function bareRepository(git: Git): Promise<string> {
  try {
    return (await git(['rev-parse', '--absolute-git-dir'])).toString('utf8').trimEnd()
  } catch (error) {
    return gitRefusal(error, 'repository', 'the folder is in no git repository', 'name a folder of a git repository')
  }
}

function endsIn(gitDir: string): Set<string> {
  try {
    return new Set(readFileSync(join(gitDir, 'shallow'), 'utf8').split('\n'))
  } catch {
    // Only a shallow clone has the file.
    return new Set()
  }
}

function realFolder(folder: string): string | null {
  const real = realPathOr(resolve(folder))
  return statSync(real, { throwIfNoEntry: false })?.isDirectory() ? real : null
}
