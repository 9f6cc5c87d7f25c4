import type { Verdict } from '../../evidence/evidence.ts'
import { cutTo } from '../../kernel/text.ts'
import { GitFailed, gitIn } from '../why/git.ts'

/** Whether a commit is in the repository of a folder; its name is the hash of its bytes, so what is there is unchanged. */
export async function checkCommit(folder: string, hash: string): Promise<Verdict> {
  try {
    const kind = await gitIn(folder)(['cat-file', '-t', hash])
    return kind.toString().trim() === 'commit' ? 'verified' : 'missing'
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error
    return error.reason === 'no-git' ? 'unchecked' : 'missing'
  }
}

/** What a commit says and which files it changes; undefined where it is not there. */
export async function readCommit(folder: string, hash: string, longest: number): Promise<string | undefined> {
  try {
    const shown = await gitIn(folder)([
      'show',
      '--no-color',
      '--no-textconv',
      '--no-ext-diff',
      '--stat=100',
      '--format=%H%n%an, %aI%n%n%B',
      hash,
      '--',
    ])
    return cutTo(shown.toString('utf8'), longest)
  } catch (error) {
    if (error instanceof GitFailed) return undefined
    throw error
  }
}
