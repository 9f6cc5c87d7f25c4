import { type FoundServer, serverFrom } from './server-entry.ts'

/** The servers of `mcpServers` (or VS Code's `servers`), also those Claude Code keeps per project folder. */
export function serversInJson(text: string, folder: string): FoundServer[] {
  const root = readJsonc(text)
  if (!root) throw new Error('The settings are not JSON.')
  const project = memberOf(memberOf(root, 'projects')?.value, folder)?.value
  return [memberOf(root, 'mcpServers'), memberOf(root, 'servers'), memberOf(project, 'mcpServers')].flatMap(servers =>
    (servers?.value.members ?? []).map(({ key, value }) => serverFrom(key, value.data)),
  )
}

/** The text with a server of that name under a key, everything else byte for byte; undefined when it is not JSON. */
export function withJsonEntry(text: string, under: string, name: string, entry: object): string | undefined {
  if (text.trim() === '') return `${JSON.stringify({ [under]: { [name]: entry } }, null, 2)}\n`
  const root = readJsonc(text)
  if (!root?.members) return undefined
  const servers = memberOf(root, under)
  if (!servers) return insertMember(text, root, under, { [name]: entry }, '')
  if (!servers.value.members) return undefined
  const known = memberOf(servers.value, name)
  const indent = indentOf(text, servers)
  if (!known) return insertMember(text, servers.value, name, entry, indent)
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

function insertMember(text: string, object: Value, key: string, value: object, indent: string): string {
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

/** A member of an object in a JSON text with comments: where its key begins, and its value. */
interface Member {
  key: string
  start: number
  value: Value
}

interface Value {
  start: number
  end: number
  /** As JSON.parse would give it. */
  data: unknown
  /** Of an object only. */
  members?: Member[]
}

/** Reads JSON with comments and trailing commas just well enough to edit it in place; undefined when it is neither. */
export function readJsonc(text: string): Value | undefined {
  try {
    const reader = new Reader(text)
    const value = reader.value()
    reader.blank()
    return reader.at === text.length ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function memberOf(value: Value | undefined, key: string): Member | undefined {
  return value?.members?.find(member => member.key === key)
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

class Reader {
  at = 0
  constructor(readonly text: string) {
    if (text.startsWith('\ufeff')) this.at = 1
  }

  value(): Value {
    this.blank()
    const start = this.at
    const first = this.text[start]
    if (first === '{') {
      const members = this.members()
      const data = Object.fromEntries(members.map(({ key, value }) => [key, value.data]))
      return { start, end: this.at, data, members }
    }
    const data = first === '[' ? this.items() : first === '"' ? this.string() : this.word()
    return { start, end: this.at, data }
  }

  blank(): void {
    this.at = blankEnd(this.text, this.at)
  }

  private members(): Member[] {
    const members: Member[] = []
    for (this.at++; !this.closes('}'); ) {
      const start = this.at
      const key = this.string()
      this.blank()
      this.match(/:/y)
      members.push({ key, start, value: this.value() })
      this.comma('}')
    }
    return members
  }

  private items(): unknown[] {
    const items: unknown[] = []
    for (this.at++; !this.closes(']'); ) {
      items.push(this.value().data)
      this.comma(']')
    }
    return items
  }

  private closes(bracket: string): boolean {
    this.blank()
    if (this.text[this.at] !== bracket) return false
    this.at++
    return true
  }

  private comma(bracket: string): void {
    this.blank()
    if (this.text[this.at] === ',') this.at++
    else if (this.text[this.at] !== bracket) throw new SyntaxError()
  }

  private string(): string {
    return JSON.parse(this.match(/"(?:[^"\\\n]|\\.)*"/y))
  }

  private word(): unknown {
    return JSON.parse(this.match(/(?:true|false|null|-?\d[\d.eE+-]*)/y))
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    if (found === undefined) throw new SyntaxError()
    this.at += found.length
    return found
  }
}
