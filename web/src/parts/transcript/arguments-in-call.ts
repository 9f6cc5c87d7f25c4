import { jsonIn } from '../../../../src/kernel/json.ts'

/** The arguments of a call, from its input as JSON or the beginning of it; nothing where it is something else. */
export function argumentsIn(input: string): [key: string, value: string][] | undefined {
  // An escape that was cut in two says nothing.
  const start = input.replace(/\n\.\.\.\[trimmed\]\.\.\.\n$/, '').replace(/\\(?:u[0-9a-f]{0,3})?$/i, '')
  const value = [start, ...closed(start)].map(text => jsonIn(text)).find(parsed => parsed !== undefined)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.entries(value).map(([key, item]) => [key, wordsOf(item)])
}

/** One thing per line: what is in it by name, without braces and quotes. */
function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(item => `- ${wordsOf(item)}`).join('\n')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([key, item]) => `${key}: ${wordsOf(item)}`)
    .join(' · ')
}

/** JSON that was cut off, with what was open closed: as it is, else up to its last whole value. */
function closed(text: string): string[] {
  const open: string[] = []
  let inText = false
  let isKey = false
  let whole = { end: 0, open: '' }
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
    if (letter === ',') whole = { end: at, open: open.toReversed().join('') }
    else if (letter === '{' || letter === '[') whole = { end: at + 1, open: open.toReversed().join('') }
  }
  const end = `${inText && !isKey ? '"' : ''}${open.toReversed().join('')}`
  return [`${text}${end}`, `${text.slice(0, whole.end)}${whole.open}`]
}
