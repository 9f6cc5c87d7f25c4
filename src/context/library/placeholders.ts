import { FileFault } from './source-lines.ts'

export type Template = readonly Node[]

type Node =
  | { kind: 'text'; text: string }
  /** `source` is what stays when none of the names is known. */
  | { kind: 'value'; names: string[]; source: string }
  | { kind: 'if'; name: string; yes: Template; no: Template }

/** Known names; one without a value is present with an empty text. */
export type Values = ReadonlyMap<string, string>

const name = '[A-Za-z][A-Za-z0-9_-]*'
const one = new RegExp(`^\\{ *(${name}(?: *\\| *${name})*) *\\}(?!\\})`)
const two = new RegExp(`^\\{\\{ *(${name}(?: *\\| *${name})*) *\\}\\}(?!\\})`)
const opening = new RegExp(`^\\{\\{ *#if +(${name}) *\\}\\}(?!\\})`)
const turning = /^\{\{ *else *\}\}(?!\})/
const closing = /^\{\{ *\/if *\}\}(?!\})/

const deepest = 50

interface Frame {
  name: string
  line: number
  yes: Node[]
  no: Node[] | undefined
}

/** One pass from left to right; `line` is where the text begins in its file. */
export function parseTemplate(text: string, line = 1): Template {
  const top: Node[] = []
  const frames: Frame[] = []
  // Asked for ever later places, so every line is counted once however many conditions there are.
  const counted = { at: 0, line }
  const lineAt = (at: number) => {
    for (let lf = text.indexOf('\n', counted.at); lf >= 0 && lf < at; lf = text.indexOf('\n', lf + 1)) {
      counted.at = lf + 1
      counted.line++
    }
    return counted.line
  }
  const nodes = () => {
    const frame = frames.at(-1)
    return frame ? (frame.no ?? frame.yes) : top
  }
  const say = (literal: string) => {
    const last = nodes().at(-1)
    if (last?.kind === 'text') last.text += literal
    else if (literal) nodes().push({ kind: 'text', text: literal })
  }

  for (let at = 0; at < text.length; ) {
    const brace = text.indexOf('{', at)
    if (brace < 0) {
      say(text.slice(at))
      break
    }
    say(text.slice(at, brace))
    const run = /^\{+/.exec(text.slice(brace))?.[0] ?? '{'
    const rest = text.slice(brace)
    const escaped = brace > 0 && /[$\\]/.test(text.charAt(brace - 1))
    const token = escaped || run.length > 2 ? undefined : tokenIn(rest, run.length)
    if (!token) say(run)
    else if (token.kind === 'value') nodes().push(token)
    else if (token.kind === 'open') {
      if (frames.length === deepest) throw tooDeep(lineAt(brace))
      frames.push({ name: token.name, line: lineAt(brace), yes: [], no: undefined })
    } else {
      const frame = frames.at(-1)
      if (!frame || (token.kind === 'else' && frame.no)) throw unbalancedCondition(lineAt(brace))
      if (token.kind === 'else') frame.no = []
      else {
        frames.pop()
        nodes().push({ kind: 'if', name: frame.name, yes: frame.yes, no: frame.no ?? [] })
      }
    }
    at = brace + (token ? token.length : run.length)
  }
  const [unclosed] = frames
  if (unclosed) throw unbalancedCondition(unclosed.line)
  return top
}

export function fill(template: Template, values: Values): string {
  return template.map(node => fillNode(node, values)).join('')
}

/** Every name a template asks for, in order of appearance. */
export function parameterNames(template: Template): string[] {
  return [...new Set(template.flatMap(namesIn))]
}

type Token = { length: number } & (
  | { kind: 'value'; names: string[]; source: string }
  | { kind: 'open'; name: string }
  | { kind: 'else' | 'close' }
)

function tokenIn(rest: string, braces: number): Token | undefined {
  if (braces === 1) return valueToken(one.exec(rest))
  const [open, condition] = opening.exec(rest) ?? []
  if (open && condition) return { kind: 'open', name: condition, length: open.length }
  const [turn] = turning.exec(rest) ?? []
  if (turn) return { kind: 'else', length: turn.length }
  const [close] = closing.exec(rest) ?? []
  if (close) return { kind: 'close', length: close.length }
  return valueToken(two.exec(rest))
}

function valueToken(match: RegExpExecArray | null): Token | undefined {
  if (!match) return undefined
  const [source, names = ''] = match
  return { kind: 'value', names: names.split('|').map(each => each.trim()), source, length: source.length }
}

function fillNode(node: Node, values: Values): string {
  if (node.kind === 'text') return node.text
  if (node.kind === 'if') {
    const value = values.get(node.name) ?? ''
    return fill(value.trim() !== '' && value !== 'false' ? node.yes : node.no, values)
  }
  const known = node.names.filter(each => values.has(each))
  const valued = known.find(each => values.get(each) !== '')
  if (valued !== undefined) return values.get(valued) ?? ''
  return known[0] === undefined ? node.source : `(${known[0]} not set)`
}

function namesIn(node: Node): string[] {
  if (node.kind === 'text') return []
  if (node.kind === 'value') return node.names
  return [node.name, ...node.yes.flatMap(namesIn), ...node.no.flatMap(namesIn)]
}

function unbalancedCondition(line: number): FileFault {
  return new FileFault('an {{#if}} and its {{/if}} do not match', 'balance the condition on that line', line)
}

function tooDeep(line: number): FileFault {
  return new FileFault(`conditions nest deeper than ${deepest}`, 'take conditions apart', line)
}
