import { stripVTControlCharacters } from 'node:util'
import type { PlacedCommand } from './repository.ts'
import { operands } from './shell/programs.ts'

export interface Commit {
  hash: string
  subject: string
  /** It replaces the commit before it. */
  amends: boolean
  lines: number[]
}

/** The commits of the project's repository whose making the output of `git commit` shows. */
export function commitsOf(calls: readonly PlacedCommand[][]): Commit[] {
  return calls.flatMap(commands => {
    const made = commands.filter(({ program, args }) => program === 'git' && operands('git', args)[0] === 'commit')
    const [first] = made
    if (!first || made.every(({ isOwn }) => !isOwn)) return []
    const printed = commitLines(first.run.result?.text ?? '')
    // Where some are of another repository, only their order says which are which.
    if (made.some(({ isOwn }) => !isOwn) && printed.length !== made.length) return []
    return printed.flatMap(({ hash, subject }, i) => {
      const command = made[Math.min(i, made.length - 1)]
      return command?.isOwn ? [{ hash, subject, amends: command.args.includes('--amend'), lines: first.run.lines }] : []
    })
  })
}

/** `[branch hash] subject`, as git prints a commit that it made. */
export function commitLines(text: string): Array<{ hash: string; subject: string }> {
  return [...stripVTControlCharacters(text).matchAll(/^\[[^\]\n\r\u2028\u2029]* ([0-9a-f]{7,64})\] (\S.*)$/gm)].map(
    ([, hash = '', subject = '']) => ({ hash: hash.slice(0, 10), subject: subject.trim() }),
  )
}

/** The commits that are left when each amendment has replaced what it amends. */
export function standingCommits(commits: readonly Commit[]): Commit[] {
  return commits.filter((_, i) => commits[i + 1]?.amends !== true)
}
