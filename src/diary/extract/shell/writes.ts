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

function movesTree([verb = '', second = '']: readonly string[], args: readonly string[]): boolean {
  if (verb === 'stash') return second !== 'list' && second !== 'show' && second !== 'drop'
  if (verb === 'reset') return args.includes('--hard')
  return /^(?:checkout|switch|restore|merge|rebase|pull|cherry-pick|revert|apply|am|clean)$/.test(verb)
}
