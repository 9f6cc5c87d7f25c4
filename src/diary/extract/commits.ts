import { stripVTControlCharacters } from 'node:util'
import type { PlacedCommand } from './repository.ts'
import { scriptOf } from './shell/commands.ts'
import { operands } from './shell/programs.ts'

export interface Commit {
  hash: string
  subject: string
  /** It replaces the commit before it. */
  amends: boolean
  /** Added and removed lines, as git counts them; null where it does not say. */
  changed: number | null
  lines: number[]
}

/** The commits of the project's repository whose making the output of `git commit` shows. */
export function commitsOf(calls: readonly PlacedCommand[][]): Commit[] {
  return calls.flatMap(commands => {
    const made = commands.filter(({ program, args }) => program === 'git' && operands('git', args)[0] === 'commit')
    const [first] = made
    if (!first || made.every(({ isOwn }) => !isOwn)) return []
    const text = first.run.result?.text ?? ''
    const printed = shownCommits(made, text)
    // Where some are of another repository, only their order says which are which.
    if (made.some(({ isOwn }) => !isOwn) && printed.length !== made.length) return []
    return printed.flatMap((each, i) => {
      const command = made[Math.min(i, made.length - 1)]
      return command?.isOwn ? [{ ...each, amends: command.args.includes('--amend'), lines: first.run.lines }] : []
    })
  })
}

/** Commits that print nothing are shown by the log that follows them, if it has their very messages, or by the push of one. */
function shownCommits(made: readonly PlacedCommand[], text: string): PrintedCommit[] {
  const printed = commitLines(text)
  const [first] = made
  if (!first || printed.length > 0 || first.run.result?.error) return printed
  const below = subjectsBelow(scriptOf(first.run.input) ?? '')
  const subjects = made.flatMap(({ args }) => subjectGiven(args) ?? below.shift() ?? [])
  if (subjects.length !== made.length) return []
  const plain = stripVTControlCharacters(text)
  const logged = [...plain.matchAll(/^([0-9a-f]{7,64})(?: \([^()\n]{1,200}\))? (\S.*)$/gm)]
  const hashes = subjects.map(subject => logged.find(([, , told = '']) => told.trim() === subject)?.[1])
  const pushed = [...plain.matchAll(/^ {1,4}\+? ?[0-9a-f]{7,64}\.{2,3}([0-9a-f]{7,64}) {1,4}\S+ {1,20}-> \S/gm)]
  if (made.length === 1 && pushed.length === 1 && saysQuiet(first.args)) hashes[0] ??= pushed[0]?.[1]
  return subjects.flatMap((subject, i) => {
    const hash = hashes[i]
    return hash === undefined ? [] : [{ hash: hash.slice(0, 10), subject, changed: null }]
  })
}

function saysQuiet(args: readonly string[]): boolean {
  return args.some(arg => arg === '--quiet' || /^-[a-pr-z]*q[a-z]*$/.test(arg))
}

/** The subjects of messages that the script holds below `git commit -F - <<EOF`, in their order. */
function subjectsBelow(script: string): string[] {
  const lines = script.split('\n')
  return lines.flatMap((line, at) => {
    const isMessage = line
      .split(/&&|[;|]/)
      .some(
        part =>
          /^ *git (?:\S{1,200} ){0,4}commit /.test(part) &&
          / (?:-F ?-|--file[= ]-)(?= |$)/.test(part) &&
          part.includes('<<'),
      )
    const subject = lines.slice(at + 1, at + 4).find(each => each.trim() !== '')
    return isMessage && subject !== undefined ? [subject.trim()] : []
  })
}

/** The subject that the command line gives a commit, also by a here-document; null where the message comes from elsewhere. */
export function subjectGiven(args: readonly string[]): string | null {
  const at = args.findIndex(arg => arg === '--message' || /^-[a-z]*m$/.test(arg))
  const joined = args.find(arg => arg.startsWith('--message='))
  const message = at >= 0 ? args[at + 1] : joined?.slice('--message='.length)
  const [subject = ''] = (message ?? '')
    .replace(/^\$\(cat <<-?\s?(['"]?)\w{1,100}\1\n/, '')
    .trim()
    .split('\n')
  return subject === '' || /[$`]/.test(subject) ? null : subject.trim()
}

type PrintedCommit = Pick<Commit, 'hash' | 'subject' | 'changed'>

/** `[branch hash] subject`, as git prints a commit that it made, and how many lines it changed. */
export function commitLines(text: string): PrintedCommit[] {
  const plain = stripVTControlCharacters(text)
  const printed = [...plain.matchAll(/^\[[^\]\n\r\u2028\u2029]* ([0-9a-f]{7,64})\] (\S.*)$/gm)]
  return printed.map(({ 0: line, 1: hash = '', 2: subject = '', index }, at) => {
    const below = plain.slice(index + line.length, Math.min(printed[at + 1]?.index ?? plain.length, index + belowLine))
    return { hash: hash.slice(0, 10), subject: subject.trim(), changed: changedLines(below) }
  })
}

/** So far below the subject git counts what was changed. */
const belowLine = 600

function changedLines(text: string): number | null {
  const [, added, removed] = counted.exec(text) ?? []
  return added === undefined && removed === undefined ? null : Number(added ?? 0) + Number(removed ?? 0)
}

const counted = /^ \d{1,7} files? changed(?:, (\d{1,9}) insertions?\(\+\))?(?:, (\d{1,9}) deletions?\(-\))?/m

/** The commits that are left when each amendment has replaced what it amends. */
export function standingCommits(commits: readonly Commit[]): Commit[] {
  return commits.filter((_, i) => commits[i + 1]?.amends !== true)
}
