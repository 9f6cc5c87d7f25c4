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
  return changeIn(text)
}

/** Commits with what they change, a few at a time: to start git for each takes longer than to read it. */
export async function* readCommits(git: Git, hashes: readonly string[]): AsyncGenerator<CommitChange> {
  // Nothing that is committed can know it.
  const marker = randomUUID()
  const each = ['log', '--no-walk=unsorted', '--no-notes', `--format=${marker}${format}`]
  for (let at = 0; at < hashes.length; at += atOnce) {
    const some = hashes.slice(at, at + atOnce)
    const text = (await git([...each, ...asPatch, '--stdin'], `${some.join('\n')}\n`)).toString('utf8')
    for (const part of text.split(marker).slice(1)) yield changeIn(part)
  }
}

const atOnce = 20

/** The newest commits that touch a path, without what they change. */
export async function commitsTouching(git: Git, path: string, most: number): Promise<Commit[]> {
  const args = ['log', `-${most}`, '--no-notes', `--format=${format}`, 'HEAD', '--', path]
  const text = (await git(args)).toString('utf8')
  const cells = text.split('\0')
  const starts = Array.from({ length: Math.floor(cells.length / fields) }, (_, row) => row * fields)
  return starts.map(start => commitIn(cells.slice(start, start + fields)))
}

// Each ends with a NUL and is found by counting them: the first commit has no parents, and another may have no subject.
const format = '%H%x00%P%x00%at%x00%ct%x00%an%x00%s%x00'
const fields = 6
const oneCommit = ['log', '-1', '--no-notes', `--format=${format}`]
/** Moves are found, white space counts: a line whose indentation alone changed was still written by somebody. */
const asPatch = [
  ...['--patch', '--unified=3000', '--find-renames', '--diff-merges=first-parent', '--no-color'],
  ...['--no-ext-diff', '--no-textconv', '--submodule=short', '--src-prefix=a/', '--dst-prefix=b/'],
]

/** A commit and the patch that follows it. */
function changeIn(text: string): CommitChange {
  let end = -1
  for (let field = 0; field < fields; field++) end = text.indexOf('\0', end + 1)
  return { ...commitIn(text.slice(0, end).split('\0')), files: filesInPatch(text.slice(end + 1)) }
}

function commitIn(cells: readonly string[]): Commit {
  const [hash = '', parents = '', authored = '', committed = '', author = '', subject = ''] = cells
  return {
    // Commits are printed with a line end between them.
    hash: hash.trimStart(),
    parents: parents.split(' ').filter(each => each !== ''),
    authoredAt: Number(authored) * 1000,
    committedAt: Number(committed) * 1000,
    author,
    subject,
  }
}
