import type { ShellCommand } from './commands.ts'
import { operands, programName } from './programs.ts'

/** What of a command's output its filters let through: all, the first or last lines, those with or without a pattern, or something else. */
type Passage =
  | { through: 'all' | 'tail' | 'other' }
  | { through: 'head'; lines: number }
  /** Of the lines with the pattern no more than `most`. */
  | { through: 'grep'; pattern: string; most: number }
  | { through: 'without'; pattern: string }

export function passageOf({ filters, shownBy = [] }: ShellCommand): Passage {
  return [...filters, ...shownBy].reduce<Passage>(
    (passage, words) => {
      const values = words.map(({ value }) => value)
      const next = passageThrough(values)
      if (next.through === 'all') return passage
      if (passage.through === 'all' || (passage.through === 'tail' && next.through === 'tail')) return next
      if (passage.through === 'grep' && (next.through === 'head' || next.through === 'tail'))
        return { through: 'grep', pattern: passage.pattern, most: lineCount(values.slice(1)) }
      if (passage.through === 'without' && (next.through === 'head' || next.through === 'tail')) return passage
      // Several filters that each take something away leave nothing certain.
      return { through: 'other' }
    },
    { through: 'all' },
  )
}

function passageThrough(values: readonly string[]): Passage {
  const program = programName(values[0] ?? '')
  const args = values.slice(1)
  switch (program) {
    case 'tee':
    case 'cat':
      return { through: 'all' }
    case 'Out-String':
      return { through: 'all' }
    case 'tail':
      return { through: 'tail' }
    case 'head':
      return { through: 'head', lines: lineCount(args) }
    case 'select':
    case 'Select-Object': {
      // PowerShell's own.
      const [, end, lines] = /^-(first|last) (\d{1,6})$/i.exec(args.join(' ')) ?? []
      if (end === undefined) return { through: 'other' }
      return end.toLowerCase() === 'last' ? { through: 'tail' } : { through: 'head', lines: Number(lines) }
    }
    case 'grep':
    case 'egrep':
    case 'rg': {
      const pattern = patternOf(args)
      if (args.some(arg => /^-[a-zA-Z]*[cqoLl]/.test(arg))) return { through: 'other' }
      if (!args.some(arg => /^-[a-zA-Z]*v/.test(arg)))
        return { through: 'grep', pattern, most: Number.POSITIVE_INFINITY }
      if (/^\W*$/.test(pattern)) return { through: 'other' }
      // Otherwise lines that say nothing of the end are taken away.
      return /fail|err|ok|pass|success/i.test(pattern) ? { through: 'without', pattern } : { through: 'all' }
    }
    case 'sed': {
      const first = /^1,(\d{1,6})p$/.exec(operands('sed', args)[0] ?? '')?.[1]
      if (first !== undefined) return { through: 'head', lines: Number(first) }
      return args.includes('-n') ? { through: 'other' } : { through: 'all' }
    }
    default:
      return { through: 'other' }
  }
}

/** `head -50`, `head -n 50`, `tail -n50`, `head --lines=50`; ten by itself. */
function lineCount(args: readonly string[]): number {
  const found = /(?:^| )(?:-n ?|--lines[= ]|-)(\d{1,6})(?= |$)/.exec(args.join(' '))
  return found ? Number(found[1]) : 10
}

function patternOf(args: readonly string[]): string {
  const named = args.findIndex(arg => arg === '-e' || arg === '--regexp')
  if (named >= 0) return args[named + 1] ?? ''
  const isContext = (at: number) => /^-[ABCm]$/.test(args[at - 1] ?? '')
  return args.find((arg, at) => !arg.startsWith('-') && !isContext(at)) ?? ''
}
