import { type Entry, entryFrom } from './entry.ts'

/**
 * The servers of Codex's config.toml. Not a TOML reader: it knows the tables `[mcp_servers.x]` and
 * `[mcp_servers.x.env]` with texts, lists of texts and inline tables, which is how servers are written there.
 */
export function entriesInToml(text: string): Entry[] {
  const servers = new Map<string, { [key: string]: unknown; env: Record<string, unknown> }>()
  let table: { [key: string]: unknown } | undefined
  for (const line of statements(text)) {
    const heading = /^\[([^[\]]+)\]$/.exec(line)?.[1]
    if (heading !== undefined || line.startsWith('[')) {
      table = tableFor(keysOf(heading ?? ''))
      continue
    }
    const [, key, value] = /^([\w-]+|"[^"]*"|'[^']*')\s*=\s*(.*)$/s.exec(line) ?? []
    if (table && key !== undefined && value !== undefined) table[unquoted(key)] = tomlValue(value)
  }
  return [...servers].map(([name, value]) => entryFrom(name, value))

  function tableFor([first, name, part, ...rest]: string[]) {
    if (first !== 'mcp_servers' || name === undefined || rest.length > 0) return undefined
    const server = servers.get(name) ?? { env: {} }
    servers.set(name, server)
    return part === undefined ? server : part === 'env' ? server.env : undefined
  }
}

/** A quote that is not closed runs to the end of its line, so that the line is read once. */
const quotes = /"(?:[^"\\]|\\.)*"?|'[^']*'?/g

/** Lines without comments; a list that goes on over several lines is one. */
function statements(text: string): string[] {
  const joined: string[] = []
  let open: string[] = []
  let depth = 0
  for (const raw of text.split('\n')) {
    const line = raw
      .replace(/("(?:[^"\\]|\\.)*"?|'[^']*'?)|#.*/gs, (_, quoted: string | undefined) => quoted ?? '')
      .trim()
    if (line) open.push(line)
    const bare = line.replace(quotes, '')
    depth += (bare.match(/[[{]/g) ?? []).length - (bare.match(/[\]}]/g) ?? []).length
    if (depth > 0) continue
    if (open.length > 0) joined.push(open.join(' '))
    open = []
    depth = 0
  }
  return joined
}

function keysOf(heading: string): string[] {
  return (heading.match(/"[^"]*"|'[^']*'|[\w-]+/g) ?? []).map(unquoted)
}

function tomlValue(text: string): unknown {
  const texts = text.match(quotes) ?? []
  if (text.startsWith('[')) return texts.map(unquoted)
  if (text.startsWith('{')) {
    const pairs = text.matchAll(/((?<![\w-])[\w-]+|"[^"]*")\s*=\s*("(?:[^"\\]|\\.)*"?|'[^']*'?)/g)
    return Object.fromEntries([...pairs].map(([, key = '', value = '']) => [unquoted(key), unquoted(value)]))
  }
  return texts[0] === undefined ? text : unquoted(texts[0])
}

function unquoted(text: string): string {
  if (text.startsWith("'")) return text.slice(1, -1)
  if (!text.startsWith('"')) return text
  return text.slice(1, -1).replace(/\\(["\\])/g, '$1')
}
