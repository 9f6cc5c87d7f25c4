import { randomUUID } from 'node:crypto'
import type { Git } from './git.ts'
import { type ChangedFile, filesInPatch } from './patch.ts'

export interface Commit {
  hash: string
  parents: string[]
  /** Milliseconds. */
  authoredAt: number
  committedAt: number
  author: string
  subject: string
}

export interface CommitChange extends Commit {
  /** What it changes; a merge, against its first parent. */
  files: ChangedFile[]
}

/** A commit with what it changes. */
export async function readCommit(git: Git, revision: string): Promise<CommitChange> {
  const text = (await git([...oneCommit, ...asPatch, '--end-of-options', revision, '--'])).toString('utf8')
  const end = text.indexOf('\0\0')
  return { ...commitIn(text.slice(0, end)), files: filesInPatch(text.slice(end + 2)) }
}

/** Commits with what they change, a few at a time: to start git for each takes longer than to read it. */
export async function* readCommits(git: Git, hashes: readonly string[]): AsyncGenerator<CommitChange> {
  // Nothing that is committed can know it.
  const marker = randomUUID()
  const each = ['log', '--no-walk=unsorted', '--no-notes', `--format=${marker}${format}`]
  for (let at = 0; at < hashes.length; at += atOnce) {
    const some = hashes.slice(at, at + atOnce)
    const text = (await git([...each, ...asPatch, '--stdin'], `${some.join('\n')}\n`)).toString('utf8')
    for (const part of text.split(marker).slice(1)) {
      const end = part.indexOf('\0\0')
      yield { ...commitIn(part.slice(0, end)), files: filesInPatch(part.slice(end + 2)) }
    }
  }
}

const atOnce = 20

/** The newest commits that touch a path, without what they change. */
export async function commitsTouching(git: Git, path: string, most: number): Promise<Commit[]> {
  const args = ['log', `-${most}`, '--no-notes', `--format=${format}`, 'HEAD', '--', path]
  const text = (await git(args)).toString('utf8')
  return text.split('\0\0').flatMap(each => (each.trim() === '' ? [] : [commitIn(each.trimStart())]))
}

const format = '%H%x00%P%x00%at%x00%ct%x00%an%x00%s%x00%x00'
const oneCommit = ['log', '-1', '--no-notes', `--format=${format}`]
/** Moves are found, white space counts: a line that was only indented anew was still written by somebody. */
const asPatch = [
  ...['--patch', '--unified=3000', '--find-renames', '--diff-merges=first-parent', '--no-color'],
  ...['--no-ext-diff', '--no-textconv', '--submodule=short', '--src-prefix=a/', '--dst-prefix=b/'],
]

function commitIn(text: string): Commit {
  const [hash = '', parents = '', authored = '', committed = '', author = '', subject = ''] = text.split('\0')
  return {
    hash,
    parents: parents.split(' ').filter(each => each !== ''),
    authoredAt: Number(authored) * 1000,
    committedAt: Number(committed) * 1000,
    author,
    subject,
  }
}
