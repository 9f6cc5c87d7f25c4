import { blankEnd, type Member, memberOf, readJsonc, type Value } from './jsonc.ts'

/** The text with a server of that name under a key, everything else byte for byte; undefined when it is not JSON. */
export function withJsonEntry(text: string, under: string, name: string, entry: object): string | undefined {
  if (text.trim() === '') return `${JSON.stringify({ [under]: { [name]: entry } }, null, 2)}\n`
  const root = readJsonc(text)
  if (!root?.members) return undefined
  const servers = memberOf(root, under)
  if (!servers) return inserted(text, root, under, { [name]: entry }, '')
  if (!servers.value.members) return undefined
  const known = memberOf(servers.value, name)
  const indent = indentOf(text, servers)
  if (!known) return inserted(text, servers.value, name, entry, indent)
  return `${text.slice(0, known.value.start)}${pretty(entry, indentOf(text, known))}${text.slice(known.value.end)}`
}

/** The text without it; the same text when it was not there. */
export function withoutJsonEntry(text: string, under: string, name: string): string {
  const servers = memberOf(readJsonc(text), under)?.value
  const known = memberOf(servers, name)
  if (!servers?.members || !known) return text
  const index = servers.members.indexOf(known)
  const next = servers.members[index + 1]
  const before = servers.members[index - 1]
  // The comma after it goes too, or, for a last one that none follows, the comma before it.
  if (next) return text.slice(0, known.start) + text.slice(next.start)
  const trailing = commaAfter(text, known)
  const from = before ? before.value.end + (trailing ? commaAfter(text, before).length : 0) : servers.start + 1
  return text.slice(0, from) + text.slice(known.value.end + trailing.length)
}

function inserted(text: string, object: Value, key: string, value: object, indent: string): string {
  const last = object.members?.at(-1)
  // Like its neighbours, where these have lines of their own.
  const before = text.slice(0, last?.start)
  const alone = last && before.slice(before.trimEnd().length).includes('\n')
  const inner = last && alone ? indentOf(text, last) : `${indent}  `
  const member = `\n${inner}${JSON.stringify(key)}: ${pretty(value, inner)}`
  if (!last) return `${text.slice(0, object.start)}{${member}\n${indent}}${text.slice(object.end)}`
  // Where a comma trails the last member, one trails this as well, so that it can go again without a trace.
  const trailing = commaAfter(text, last)
  const at = last.value.end + trailing.length
  return trailing
    ? `${text.slice(0, at)}${member},${text.slice(at)}`
    : `${text.slice(0, at)},${member}${text.slice(at)}`
}

/** From the end of a member to the comma behind it, with the comments between; empty where there is none. */
function commaAfter(text: string, { value }: Member): string {
  const comma = blankEnd(text, value.end)
  return text[comma] === ',' ? text.slice(value.end, comma + 1) : ''
}

function indentOf(text: string, { start }: Member): string {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  return /^\s*/.exec(line)?.[0] ?? ''
}

function pretty(value: object, indent: string): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)
}
