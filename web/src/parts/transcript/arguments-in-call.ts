import { jsonIn } from '../../../../src/kernel/json.ts'

/** The arguments of a call, from its input as JSON or the beginning of it; nothing where it is something else. */
export function argumentsIn(input: string): [key: string, value: string][] | undefined {
  // An escape that was cut in two says nothing.
  const start = input.replace(/\n\.\.\.\[trimmed\]\.\.\.\n$/, '').replace(/\\(?:u[0-9a-f]{0,3})?$/i, '')
  const value = [start, ...closed(start)].map(text => jsonIn(text)).find(parsed => parsed !== undefined)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.entries(value).map(([key, item]) => [key, wordsOf(item)])
}

/** Deeper values are not for reading. */
const maxDepth = 8

/** One thing per line: what is in it by name, without braces and quotes. */
function wordsOf(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (depth > maxDepth) return '…'
  if (Array.isArray(value)) return value.map(item => `- ${wordsOf(item, depth + 1)}`).join('\n')
  return Object.entries(value)
    .map(([key, item]) => `${key}: ${wordsOf(item, depth + 1)}`)
    .join(' · ')
}

/** JSON that was cut off, with what was open closed: as it is, else up to its last whole value. */
function closed(text: string): string[] {
  const { closing, inValue, wholeEnd } = openIn(text)
  const whole = text.slice(0, wholeEnd)
  return [`${text}${inValue ? '"' : ''}${closing}`, `${whole}${openIn(whole).closing}`]
}

/** What closes everything that is open at the end, whether that is inside the text of a value, and where the last whole value ends. */
function openIn(text: string): { closing: string; inValue: boolean; wholeEnd: number } {
  const open: string[] = []
  let inText = false
  let isKey = false
  let wholeEnd = 0
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (inText) {
      if (letter === '\\') at++
      else if (letter === '"') inText = false
      continue
    }
    if (letter === '"') inText = true
    else if (letter === '{') open.push('}')
    else if (letter === '[') open.push(']')
    else if (letter === '}' || letter === ']') open.pop()
    if (letter === '{' || (letter === ',' && open.at(-1) === '}')) isKey = true
    else if (letter === ':' || letter === '[') isKey = false
    if (letter === ',') wholeEnd = at
    else if (letter === '{' || letter === '[') wholeEnd = at + 1
  }
  return { closing: open.reverse().join(''), inValue: inText && !isKey, wholeEnd }
}
