import { operands } from './programs.ts'

/** Whether a command may change files of the project by itself: formatters, fixers, and what moves the working tree. */
export function mayWrite(program: string, args: readonly string[]): boolean {
  const words = operands(program, args)
  if (program === 'git') return movesTree(words, args)
  if (/^(?:mv|rm|cp|patch|tee)$/.test(program))
    return !words.every(word => /^(?:\/private)?\/(?:tmp|var|dev)\//.test(word))
  if (args.some(arg => /^(?:--check|--check-formatted|--dry-run|--diff|-d|-l|-check)$/.test(arg))) return false
  if (args.some(arg => /^(?:--write|--fix|--apply|--in-place)(?:=|$)/.test(arg))) return true
  if (program === 'sed' || program === 'perl') return args.some(arg => /^-[a-z]*i/.test(arg))
  if (/^(?:gofmt|gofumpt|goimports)$/.test(program)) return args.includes('-w')
  const [first = '', second = ''] = words
  if (/^(?:black|isort|rustfmt|autopep8)$/.test(program)) return true
  if (/^(?:cargo|mix|ruff|dart|terraform|go|zig|swift|nix)$/.test(program))
    return /^(?:fmt|format|generate|fix)$/.test(first)
  const task = /^(?:run|exec|task)$/.test(first) ? second : first
  return taskRunner.test(program) && /(?:^|[:_-])(?:fmt|format|fix|generate|codegen)$/.test(task)
}

const taskRunner =
  /^(?:mise|just|task|make|gmake|npm|pnpm|yarn|bun|deno|nx|turbo|moon|rake|composer|gradle|gradlew|poe|pdm)$/

/** What a command undoes of edits that were not committed. */
interface Undoing {
  /** The files or folders it names; null for all. */
  paths: string[] | null
  /** It takes away files that were new; otherwise it puts back those that the last commit has. */
  isNew: boolean
}

/** Null for commands that undo nothing. What `git stash` puts aside is kept, so it is not undone. */
export function undoingOf(program: string, args: readonly string[]): Undoing | null {
  if (program === 'rm') return { paths: operands(program, args), isNew: true }
  if (program !== 'git') return null
  const [verb = '', ...words] = operands('git', args)
  const has = (...options: string[]) => args.some(arg => options.includes(arg))
  if (verb === 'rm') return has('--cached') ? null : { paths: words, isNew: true }
  if (verb === 'clean') {
    const isForced = args.some(arg => /^(?:-[a-z]*f|--force$)/.test(arg)) && !args.some(arg => /^-[a-z]*n/.test(arg))
    return isForced ? { paths: allOr(words), isNew: true } : null
  }
  if (verb === 'reset') return has('--hard') && isLastCommit(words[0]) ? { paths: null, isNew: false } : null
  if (verb === 'restore') {
    const isStaged = has('--staged', '-S') && !has('--worktree', '-W')
    return isStaged || args.some(arg => /^(?:-s|--source)/.test(arg)) ? null : { paths: allOr(words), isNew: false }
  }
  if (verb !== 'checkout' || has('-b', '-B', '--orphan', '-t', '--track')) return null
  const at = args.indexOf('--')
  const from = operands('git', at < 0 ? [] : args.slice(0, at))[1]
  if (at >= 0) return isLastCommit(from) ? { paths: allOr(args.slice(at + 1)), isNew: false } : null
  // A word may be a branch; it is a file where that file was edited.
  const paths = words[0] === 'HEAD' ? words.slice(1) : words
  return paths.length > 0 ? { paths: allOr(paths), isNew: false } : null
}

function isLastCommit(commit: string | undefined): boolean {
  return commit === undefined || commit === 'HEAD'
}

function allOr(paths: readonly string[]): string[] | null {
  return paths.length === 0 || paths.some(path => path === ':/' || path === '*') ? null : [...paths]
}

function movesTree([verb = '', second = '']: readonly string[], args: readonly string[]): boolean {
  if (verb === 'stash') return second !== 'list' && second !== 'show' && second !== 'drop'
  if (verb === 'reset') return args.includes('--hard')
  return /^(?:checkout|switch|restore|merge|rebase|pull|cherry-pick|revert|apply|am|clean)$/.test(verb)
}
