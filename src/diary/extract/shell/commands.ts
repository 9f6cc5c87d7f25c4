import { commandOf } from '../../../transcripts/tool-input.ts'
import { isCheckProgram } from './kind.ts'
import { lex, type Operator, type Word } from './lex.ts'
import { optionsFrom, programName } from './programs.ts'

interface ShellCommand {
  words: Word[]
  /** Its exit status cannot be seen in that of the whole script. */
  masked: boolean
}

/** The script a call hands to the shell. */
export function scriptOf(input: unknown): string | null {
  const command = commandOf(input)
  if (!Array.isArray(command)) return command
  const [, option = '', script] = command
  return /^-l?c$/.test(option) && script !== undefined ? script : command.join(' ')
}

/** Every simple command of a script without its wrappers, those of scripts inside it included. */
export function commandsIn(script: string, masked = false, depth = 0): ShellCommand[] {
  return flatten(parse(script), true).flatMap(simple => {
    const inner = unwrap(simple.words)
    const hidden = masked || simple.masked
    if ('script' in inner) return depth < deepestScript ? commandsIn(inner.script, hidden, depth + 1) : []
    return inner.words.length > 0 ? [{ words: inner.words, masked: hidden }] : []
  })
}

/** Scripts inside scripts are followed this far. */
const deepestScript = 8

/** The command as a person would type it. */
export function commandText({ words }: ShellCommand): string {
  return words.map(({ raw }) => raw).join(' ')
}

export function valuesOf({ words }: ShellCommand): string[] {
  return words.map(({ value }) => value)
}

/** A simple command or a group of commands, with what follows it. */
interface Part {
  words: Word[]
  group: Part[] | null
  after: Operator | null
}

/** Groups nested deeper than any real script are flattened. */
const deepest = 64

function parse(script: string): Part[] {
  const outer: Part[][] = []
  let parts: Part[] = []
  let words: Word[] = []
  const endCommand = () => {
    if (words.length > 0) parts.push({ words, group: null, after: null })
    words = []
  }
  const open = () => {
    if (outer.length >= deepest) return
    outer.push(parts)
    parts = []
  }
  const close = () => {
    endCommand()
    const around = outer.pop()
    if (!around) return
    if (parts.length > 0) around.push({ words: [], group: parts, after: null })
    parts = around
  }
  for (const token of lex(script)) {
    if ('word' in token) {
      const atStart = words.length === 0
      if (atStart && token.word.raw === '{') open()
      else if (atStart && token.word.raw === '}') close()
      else words.push(token.word)
    } else if (token.operator === '(') open()
    else if (token.operator === ')') close()
    else {
      endCommand()
      const last = parts.at(-1)
      if (last && last.after === null) last.after = token.operator
    }
  }
  while (outer.length > 0) close()
  endCommand()
  return parts
}

/**
 * The simple commands in the order they are written. From the end: a status is seen through `&&` only, and of a pipe
 * only the last part's.
 */
function flatten(parts: readonly Part[], visible: boolean): ShellCommand[] {
  const seen: boolean[] = []
  let following = visible
  for (let i = parts.length - 1; i >= 0; i--) {
    const after = parts[i]?.after ?? ';'
    const isEnd = i === parts.length - 1 && after === ';'
    if (after !== '|') following = isEnd ? visible : after === '&&' && following
    seen[i] = after !== '|' && following
  }
  return parts.flatMap(({ words, group }, i) =>
    group ? flatten(group, seen[i] ?? false) : [{ words, masked: !(seen[i] ?? false) }],
  )
}

/** What a simple command really runs, without what only wraps it; or the script it hands to another shell. */
function unwrap(words: readonly Word[]): { words: Word[] } | { script: string } {
  let rest = [...words]
  for (let layer = 0; layer < mostLayers; layer++) {
    const values = rest.map(({ value }) => value)
    const script = shellScript(values)
    if (script !== null) return { script }
    const count = wrapping(values)
    if (count === 0) break
    rest = rest.slice(count)
  }
  return { words: rest }
}

const mostLayers = 32

const shells = new Set(['bash', 'sh', 'zsh'])

/** `bash -lc "…"`, other options before it allowed. */
function shellScript(values: readonly string[]): string | null {
  if (!shells.has(programName(values[0] ?? ''))) return null
  for (let at = 1; at < values.length; at++) {
    const option = values[at] ?? ''
    if (!option.startsWith('-')) return null
    if (/^-[a-z]*c$/.test(option)) return values[at + 1] ?? null
    if (/^-[a-z]*o$/.test(option)) at++
  }
  return null
}

/** How many of the first words only wrap what follows. */
function wrapping(values: readonly string[]): number {
  const [first = '', second = ''] = values
  if (/^[A-Za-z_]\w*\+?=/.test(first) || keywords.has(first)) return 1
  const program = programName(first)
  const args = values.slice(1)
  const own = 1 + optionsFrom(program, args)
  switch (program) {
    case 'sudo':
    case 'env':
    case 'time':
    case 'nice':
    case 'xvfb-run':
    case 'npx':
    case 'bunx':
      return before(own, values)
    case 'command':
    case 'corepack':
      return second.startsWith('-') ? 0 : 1
    case 'timeout':
      return own + 1
    case 'pipenv':
    case 'poetry':
      return second === 'run' ? 2 : 0
    case 'bundle':
      return second === 'exec' ? 2 : 0
    case 'uv':
      return values[own] === 'run' ? own + 1 + optionsFrom('uv', values, own + 1) : 0
    case 'pnpm':
    case 'yarn':
    case 'bun':
    case 'npm':
      return packageRunner(program, values, own)
    default:
      return /^py(?:thon)?(?:3(?:\.\d+)?)?$/.test(program) ? moduleRunner(values) : 0
  }
}

const keywords = new Set(['if', 'then', 'elif', 'else', 'do', 'while', 'until'])

/** The words of a wrapper that wraps something, a `--` after them included. */
function before(count: number, values: readonly string[]): number {
  const all = values[count] === '--' ? count + 1 : count
  return all < values.length ? all : 0
}

/** `pnpm --filter web exec vitest`, or `yarn jest` straight. */
function packageRunner(program: string, values: readonly string[], own: number): number {
  const word = values[own] ?? ''
  if (/^(?:exec|dlx)$/.test(word)) {
    const after = own + 1
    return before(after + optionsFrom('npx', values, after), values)
  }
  return program !== 'npm' && isCheckProgram(programName(word)) ? own : 0
}

/** `python -m pytest` */
function moduleRunner(values: readonly string[]): number {
  const module = values.indexOf('-m')
  const own = 1 + optionsFrom('python', values.slice(1))
  return module > 0 && module < own && values.length > module + 1 ? module + 1 : 0
}
