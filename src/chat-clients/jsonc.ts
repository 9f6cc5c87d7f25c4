import { type Node, type ParseError, parseTree } from 'jsonc-parser'

/** Where something is in a text. */
interface Part {
  start: number
  end: number
}

/** A member of an object: where its key begins and its value ends. */
interface Member extends Part {
  key: string
  value: Value
}

export interface Value extends Part {
  /** As JSON.parse would give it. */
  data: unknown
  /** Only an object has members. */
  members?: Member[]
  /** Only a list has items. */
  items?: Value[]
}

/** Reads JSON with comments and trailing commas; undefined when it is neither. */
export function readJsonc(text: string): Value | undefined {
  const errors: ParseError[] = []
  try {
    const tree = parseTree(text.replace(/^\ufeff/, ' '), errors, { allowTrailingComma: true })
    return tree && errors.length === 0 ? fromNode(tree) : undefined
  } catch (error) {
    // Nested too deeply for the stack.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function fromNode({ type, offset: start, length, children = [], value }: Node): Value {
  const end = start + length
  if (type === 'object') {
    const members = children.flatMap(({ offset, children: [key, of] = [] }) => {
      const value = of && fromNode(of)
      return value ? [{ key: String(key?.value), start: offset, end: value.end, value }] : []
    })
    return { start, end, data: Object.fromEntries(members.map(each => [each.key, each.value.data])), members }
  }
  if (type !== 'array') return { start, end, data: value }
  const items = children.map(fromNode)
  return { start, end, data: items.map(item => item.data), items }
}

export function memberOf(value: Value | undefined, key: string): Member | undefined {
  return value?.members?.find(member => member.key === key)
}

/** The text with a new last part in an object or a list, everything else byte for byte. */
export function insertMember(text: string, object: Value, key: string, value: unknown, indent: string): string {
  return insertPart(text, object, inner => `${JSON.stringify(key)}: ${formatJson(value, inner)}`, indent)
}

export function insertItem(text: string, list: Value, value: unknown, indent: string): string {
  return insertPart(text, list, inner => formatJson(value, inner), indent)
}

function insertPart(text: string, into: Value, write: (indent: string) => string, indent: string): string {
  const last = partsOf(into).at(-1)
  // Like its neighbours, where these have lines of their own.
  const before = text.slice(0, last?.start)
  const alone = last && before.slice(before.trimEnd().length).includes('\n')
  const inner = last && alone ? indentOf(text, last) : `${indent}  `
  // Something empty gets no lines, so that it can be told from something that was not there.
  if (!last) return `${text.slice(0, into.end - 1)}${write(indent)}${text.slice(into.end - 1)}`
  const part = `\n${inner}${write(inner)}`
  // Where a comma trails the last part, one trails this as well, so that it can go again without a trace.
  const trailing = commaAfter(text, last)
  const at = last.end + trailing.length
  return trailing ? `${text.slice(0, at)}${part},${text.slice(at)}` : `${text.slice(0, at)},${part}${text.slice(at)}`
}

/** The text without one part of an object or a list. */
export function removePart(text: string, from: Value, part: Part): string {
  const parts = partsOf(from)
  const index = parts.indexOf(part)
  const next = parts[index + 1]
  const before = parts[index - 1]
  // The comma after it goes too, or, for a last one that none follows, the comma before it.
  if (next) return text.slice(0, part.start) + text.slice(next.start)
  const trailing = commaAfter(text, part)
  const at = before ? before.end + (trailing ? commaAfter(text, before).length : 0) : part.start
  return text.slice(0, at) + text.slice(part.end + trailing.length)
}

function partsOf({ members, items }: Value): Part[] {
  return members ?? items ?? []
}

/** From the end of a part to the comma behind it, with the comments between; empty where there is none. */
function commaAfter(text: string, { end }: Part): string {
  const comma = blankEnd(text, end)
  return text[comma] === ',' ? text.slice(end, comma + 1) : ''
}

export function indentOf(text: string, { start }: Part): string {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  return /^\s*/.exec(line)?.[0] ?? ''
}

export function formatJson(value: unknown, indent: string): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)
}

/** Where the white space and the comments end that begin here. */
function blankEnd(text: string, start: number): number {
  const piece = /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//y
  let at = start
  for (;;) {
    piece.lastIndex = at
    const found = piece.exec(text)
    if (!found) return at
    at += found[0].length
  }
}
