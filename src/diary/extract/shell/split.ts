import { lex, type Operator, type Word } from './lex.ts'

export interface SimpleCommand {
  words: Word[]
  /** Its exit status cannot be seen in that of the whole script. */
  masked: boolean
}

/** The simple commands of a script, in the order they are written. */
export function simpleCommands(script: string): SimpleCommand[] {
  return exposed(parse(script), true)
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

/** From the end: a status is seen through `&&` only, and of a pipe only the last part's. */
function exposed(parts: readonly Part[], visible: boolean): SimpleCommand[] {
  const seen: boolean[] = []
  let following = visible
  for (let i = parts.length - 1; i >= 0; i--) {
    const after = parts[i]?.after ?? ';'
    const isEnd = i === parts.length - 1 && after === ';'
    if (after !== '|') following = isEnd ? visible : after === '&&' && following
    seen[i] = after !== '|' && following
  }
  return parts.flatMap(({ words, group }, i) =>
    group ? exposed(group, seen[i] ?? false) : [{ words, masked: !(seen[i] ?? false) }],
  )
}
