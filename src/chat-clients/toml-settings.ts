import { type FoundServer, type ServerEntry, serverFrom } from './server-entry.ts'

/**
 * The servers of Codex's config.toml. Not a TOML reader: it knows the tables `[mcp_servers.x]` and
 * `[mcp_servers.x.env]` with texts, lists of texts and inline tables, which is how servers are written there.
 */
export function serversInToml(text: string): FoundServer[] {
  const servers = new Map<string, { [key: string]: unknown; env: Record<string, unknown> }>()
  let table: { [key: string]: unknown } | undefined
  for (const line of statements(text)) {
    const heading = /^\[([^[\]]+)\]$/.exec(line)?.[1]
    if (heading !== undefined || line.startsWith('[')) {
      table = tableFor(keysOf(heading ?? ''))
      continue
    }
    const [, key, value] = /^([\w-]+|"[^"]*"|'[^']*')\s*=\s*(.*)$/s.exec(line) ?? []
    if (table && key !== undefined && value !== undefined) table[withoutQuotes(key)] = tomlValue(value)
  }
  return [...servers].map(([name, value]) => serverFrom(name, value))

  function tableFor([first, name, part, ...rest]: string[]) {
    if (first !== 'mcp_servers' || name === undefined || rest.length > 0) return undefined
    const server = servers.get(name) ?? { env: {} }
    servers.set(name, server)
    return part === undefined ? server : part === 'env' ? server.env : undefined
  }
}

/**
 * The text with a table `[mcp_servers.<name>]`, its subtables replaced with it, everything else byte for byte; undefined where the
 * server is written in another way, because a second entry of that name would make the client refuse the whole file.
 */
export function withTomlEntry(text: string, name: string, { command, args, env }: ServerEntry): string | undefined {
  if (isElsewhere(text, name)) return undefined
  const lines = [
    `[mcp_servers.${name}]`,
    // A basic string of TOML is written like one of JSON.
    `command = ${JSON.stringify(command)}`,
    `args = [${args.map(each => JSON.stringify(each)).join(', ')}]`,
    ...(env
      ? [
          `env = { ${Object.entries(env)
            .map(([key, value]) => `${JSON.stringify(key)} = ${JSON.stringify(value)}`)
            .join(', ')} }`,
        ]
      : []),
  ]
  const { before, found, after } = around(text, name)
  if (found) return `${before}${lines.join('\n')}\n${after}`
  const gap = text === '' ? '' : text.endsWith('\n\n') ? '' : text.endsWith('\n') ? '\n' : '\n\n'
  return `${text}${gap}${lines.join('\n')}\n`
}

export function withoutTomlEntry(text: string, name: string): string {
  const { before, found, after } = around(text, name)
  return found ? `${before.replace(/\n\n$/, '\n')}${after}` : text
}

/** Tables begin at a header and run to the next that is not below them. */
function around(text: string, name: string): { before: string; found: boolean; after: string } {
  const lines = text.split(/(?<=\n)/)
  const isInText = linesInTexts(lines)
  const first = lines.findIndex((line, at) => !isInText[at] && isTableOf(line, name))
  if (first < 0) return { before: text, found: false, after: '' }
  const rest = lines.slice(first)
  const end = rest.findIndex((line, at) => !isInText[first + at] && /^\s*\[/.test(line) && !isTableOf(line, name))
  return {
    before: lines.slice(0, first).join(''),
    found: true,
    after: end < 0 ? '' : rest.slice(end).join(''),
  }
}

/** Whether the server, or all servers at once, are written as keys or under a header of another spelling. */
function isElsewhere(text: string, name: string): boolean {
  const lines = text.split('\n')
  const isInText = linesInTexts(lines)
  let table: string[] = []
  let isOwn = false
  for (const line of statements(lines.filter((_, at) => !isInText[at]).join('\n'))) {
    const isHeader = line.startsWith('[')
    if (isHeader) {
      isOwn = isTableOf(line, name)
      table = keysOf(line)
    }
    const [first, second] = isHeader ? table : [...table, ...keysOf(line.slice(0, line.indexOf('=')))]
    const isAll = !isHeader && second === undefined
    if (!isOwn && first === 'mcp_servers' && (isAll || second === name)) return true
  }
  return false
}

const marks = /"""|'''|"(?:[^"\\]|\\.)*"?|'[^']*'?|#.*/g

/** Says for each line whether it begins inside a text of several lines, whatever it looks like. */
function linesInTexts(lines: readonly string[]): boolean[] {
  let open: string | undefined
  return lines.map(line => {
    const isInText = open !== undefined
    let at = 0
    if (open !== undefined) {
      const end = line.indexOf(open)
      if (end < 0) return true
      at = end + open.length
      open = undefined
    }
    for (const [mark] of line.slice(at).matchAll(marks)) {
      if (mark === '"""' || mark === "'''") open = open === undefined ? mark : open === mark ? undefined : open
    }
    return isInText
  })
}

/** Whether a line is the header of the server's table or of one below it. */
function isTableOf(line: string, name: string): boolean {
  const table = /^\s*\[mcp_servers\.([^\]]*)\]\s*(?:#.*)?$/.exec(line.trimEnd())?.[1]
  return [name, `"${name}"`].some(key => table === key || table?.startsWith(`${key}.`))
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
  return (heading.match(/"[^"]*"|'[^']*'|[\w-]+/g) ?? []).map(withoutQuotes)
}

function tomlValue(text: string): unknown {
  const texts = text.match(quotes) ?? []
  if (text.startsWith('[')) return texts.map(withoutQuotes)
  if (text.startsWith('{')) {
    const pairs = text.matchAll(/((?<![\w-])[\w-]+|"[^"]*")\s*=\s*("(?:[^"\\]|\\.)*"?|'[^']*'?)/g)
    return Object.fromEntries([...pairs].map(([, key = '', value = '']) => [withoutQuotes(key), withoutQuotes(value)]))
  }
  return texts[0] === undefined ? text : withoutQuotes(texts[0])
}

function withoutQuotes(text: string): string {
  if (text.startsWith("'")) return text.slice(1, -1)
  if (!text.startsWith('"')) return text
  return text.slice(1, -1).replace(/\\(["\\])/g, '$1')
}
