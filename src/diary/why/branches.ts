import type { Git } from './git.ts'
import { GitFailed } from './git.ts'

/**
 * The branches that a commit may have been made on: by the merges that brought it into the checked out branch, else those
 * that have it. The main line is none of them, since everybody's work is there and in other repositories it has the same name.
 */
export async function branchesOf(git: Git, hash: string): Promise<ReadonlySet<string>> {
  try {
    const path = await git(['log', '--ancestry-path', '--format=%H%x00%P%x00%s', `${hash}..HEAD`, '--'])
    const later = laterCommits(path.toString('utf8'))
    const [head] = later.values()
    const merges = head ? mergesOf(hash, head, later) : []
    const names = merges.length > 0 ? merges.flatMap(mergedBranch) : await branchesWith(git, hash)
    return new Set(names.some(isMainLine) ? [] : names)
  } catch (error) {
    if (error instanceof GitFailed) return new Set()
    throw error
  }
}

async function branchesWith(git: Git, hash: string): Promise<string[]> {
  const refs = ['for-each-ref', `--contains=${hash}`, '--format=%(refname)', 'refs/heads', 'refs/remotes']
  return (await git(refs)).toString('utf8').split('\n').flatMap(branchName)
}

function isMainLine(name: string): boolean {
  return /^(?:main|master|trunk|develop|development|default)$/.test(name)
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
