import type { ShellCommand } from './commands.ts'
import { textEchoed } from './printed-status.ts'

/** Commands of a script, and the part of its output that is theirs. */
export interface Section {
  /** The first of the commands, and the one behind the last. */
  from: number
  to: number
  text: string
}

/**
 * A script that echoes a line between its commands, as `echo "=== lint ==="` does, tells whose output is whose. Where it
 * cannot be said which line is which, all commands share the whole output.
 */
export function sectionsOf(commands: readonly ShellCommand[], text: string): Section[] {
  const marks = commands.flatMap((command, at) => {
    const echoed = command.filters.length > 0 ? null : textEchoed(command)?.trim()
    return echoed && !/[$`\n]/.test(echoed) ? [{ at, echoed }] : []
  })
  const known = new Set(marks.map(({ echoed }) => echoed))
  const lines = text.split('\n')
  const found = lines.flatMap((line, at) => (known.has(line.trim()) ? [{ at, echoed: line.trim() }] : []))
  const printed = new Set(found.map(({ echoed }) => echoed))
  // An echo that was not reached prints nothing.
  const reached = marks.filter(({ echoed }) => printed.has(echoed))
  const isSure = reached.length === found.length && reached.every(({ echoed }, i) => found[i]?.echoed === echoed)
  if (!isSure || reached.length === 0) return [{ from: 0, to: commands.length, text }]
  return [...reached.keys(), reached.length].map(i => ({
    from: i === 0 ? 0 : (reached[i - 1]?.at ?? 0),
    to: reached[i]?.at ?? commands.length,
    text: lines.slice(i === 0 ? 0 : (found[i - 1]?.at ?? 0) + 1, found[i]?.at ?? lines.length).join('\n'),
  }))
}
