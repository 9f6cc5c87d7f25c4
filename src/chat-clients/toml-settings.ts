import { parse } from 'smol-toml'
import { type FoundServer, type ServerEntry, serverFrom } from './server-entry.ts'

/** The servers of Codex's config.toml. */
export function serversInToml(text: string): FoundServer[] {
  return Object.entries(Object(parse(text).mcp_servers)).map(([name, value]) => serverFrom(name, value))
}

/**
 * The text with a table `[mcp_servers.<name>]`, its subtables replaced with it, everything else byte for byte; undefined where that
 * is not TOML, as where the server is written in another way and would be there twice.
 */
export function withTomlEntry(text: string, name: string, { command, args, env }: ServerEntry): string | undefined {
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
  const gap = text === '' || text.endsWith('\n\n') ? '' : text.endsWith('\n') ? '\n' : '\n\n'
  const edited = found ? `${before}${lines.join('\n')}\n${after}` : `${text}${gap}${lines.join('\n')}\n`
  return isToml(edited) ? edited : undefined
}

function isToml(text: string): boolean {
  try {
    parse(text)
    return true
  } catch {
    return false
  }
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
