import { lex, type Operator, type Word } from './lex.ts'

export interface SimpleCommand {
  words: Word[]
  /** Its exit status cannot be seen in that of the whole script. */
  masked: boolean
  /** The commands its output goes through, in order; one that is a group of commands has no words. */
  filters: Word[][]
  /** What joins it and its filters to the next command; null for the last one of the script. */
  joiner: Operator | null
}

/** The simple commands of a script, in the order they are written. */
export function simpleCommands(script: string): SimpleCommand[] {
  const parts = parse(script)
  const options = parts.flatMap(({ words }) => (words[0]?.value === 'set' ? words.map(({ value }) => value) : []))
  const shell = {
    pipefail: options.includes('pipefail'),
    errexit: options.some(option => /^-[a-z]*e/.test(option)) || options.includes('errexit'),
  }
  return flatten(parts, { visible: true, filters: [], joiner: null }, shell)
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

/** More filters than any real pipe has. */
const mostFilters = 16

/** How a group of commands is seen from outside. */
interface Around {
  visible: boolean
  filters: Word[][]
  joiner: Operator | null
}

/** From the end: a status is seen through `&&` only, and of a pipe only the last part's, unless the shell is told otherwise. */
function flatten(
  parts: readonly Part[],
  around: Around,
  shell: { pipefail: boolean; errexit: boolean },
): SimpleCommand[] {
  const seen: SimpleCommand[][] = []
  let following = around.visible
  let filters: Word[][] = []
  let joiner = around.joiner
  for (let i = parts.length - 1; i >= 0; i--) {
    const { words = [], group = null, after = null } = parts[i] ?? {}
    const isLast = i === parts.length - 1 && (after ?? ';') === ';'
    if (after === '|') {
      const next = parts[i + 1]
      filters = next ? [next.words, ...filters].slice(0, mostFilters) : filters
    } else {
      filters = []
      joiner = isLast ? around.joiner : (after ?? ';')
      following = isLast ? around.visible : (after === '&&' || (after === ';' && shell.errexit)) && following
    }
    const visible = following && (after !== '|' || shell.pipefail)
    const own = { visible, filters: [...filters, ...around.filters].slice(0, mostFilters), joiner }
    seen[i] = group
      ? flatten(group, own, shell)
      : [{ words, masked: !visible, filters: own.filters, joiner: own.joiner }]
  }
  return seen.flat()
}
