import type { Git } from './git.ts'
import { GitFailed } from './git.ts'

/** The branches that a commit may have been made on. */
export interface CommitBranches {
  names: ReadonlySet<string>
  /** It is on the main line itself, where the work of many projects has the same name. */
  isMain: boolean
}

const nowhere: CommitBranches = { names: new Set(), isMain: false }

/** By the merges that brought a commit into the checked out branch; else by the branches that have it. */
export async function branchesOf(git: Git, hash: string): Promise<CommitBranches> {
  try {
    const path = await git(['log', '--ancestry-path', '--format=%H%x00%P%x00%s', `${hash}..HEAD`, '--'])
    const later = laterCommits(path.toString('utf8'))
    const [head] = later.values()
    if (head) {
      const merges = mergesOf(hash, head, later)
      if (merges.length > 0) return { names: new Set(merges.flatMap(mergedBranch)), isMain: false }
      const name = await git(['rev-parse', '--abbrev-ref', 'HEAD'])
      return { names: new Set([name.toString('utf8').trim()]), isMain: true }
    }
    const refs = ['for-each-ref', `--contains=${hash}`, '--format=%(refname)', 'refs/heads', 'refs/remotes']
    return { names: new Set((await git(refs)).toString('utf8').split('\n').flatMap(branchName)), isMain: false }
  } catch (error) {
    if (error instanceof GitFailed) return nowhere
    throw error
  }
}

interface LaterCommit {
  hash: string
  parents: string[]
  subject: string
}

/** The commits between one and the checked out one, this one first. */
function laterCommits(log: string): Map<string, LaterCommit> {
  return new Map(
    log.split('\n').flatMap(row => {
      const [hash = '', parents = '', subject = ''] = row.split('\0')
      return hash === '' ? [] : [[hash, { hash, parents: parents.split(' '), subject }]]
    }),
  )
}

/** The merges by which a commit came, the outermost first; none where it is on the line itself. */
function mergesOf(hash: string, head: LaterCommit, later: ReadonlyMap<string, LaterCommit>): LaterCommit[] {
  const merges: LaterCommit[] = []
  let at: LaterCommit | undefined = head
  while (at) {
    const [first = '', ...others]: string[] = at.parents
    if (first === hash) return merges
    const next: LaterCommit | undefined = later.get(first)
    if (next) {
      at = next
      continue
    }
    merges.push(at)
    if (others.includes(hash)) return merges
    at = others.map(other => later.get(other)).find(other => other !== undefined)
  }
  return merges
}

const mergeForms = [
  /^Merge pull request #\d{1,9} from [^/\s]{1,100}\/(\S{1,250})/,
  /^Merge (?:remote-tracking )?branch '([^']{1,250})'/,
  /^Merged in (\S{1,250}) \(pull request/,
]

function mergedBranch({ subject }: LaterCommit): string[] {
  const name = mergeForms.map(form => form.exec(subject)?.[1]).find(each => each !== undefined)
  return name === undefined ? [] : [name.replace(/^origin\//, '')]
}

function branchName(ref: string): string[] {
  const name = ref.replace(/^refs\/heads\//, '').replace(/^refs\/remotes\/[^/]+\//, '')
  return name === '' || name === 'HEAD' ? [] : [name]
}
