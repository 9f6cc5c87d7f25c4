/** The text with a table `[mcp_servers.<name>]`, its subtables replaced with it, everything else byte for byte. */
export function withTomlEntry(text: string, name: string, { command, args, env }: TomlEntry): string {
  const lines = [
    `[mcp_servers.${name}]`,
    `command = ${quoted(command)}`,
    `args = [${args.map(quoted).join(', ')}]`,
    ...(env
      ? [
          `env = { ${Object.entries(env)
            .map(([key, value]) => `${quoted(key)} = ${quoted(value)}`)
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

interface TomlEntry {
  command: string
  args: string[]
  env?: { [name: string]: string }
}

/** Tables begin at a header and run to the next that is not below them. */
function around(text: string, name: string): { before: string; found: boolean; after: string } {
  const lines = text.split(/(?<=\n)/)
  const first = lines.findIndex(line => isTableOf(line, name))
  if (first < 0) return { before: text, found: false, after: '' }
  const rest = lines.slice(first)
  const end = rest.findIndex(line => /^\s*\[/.test(line) && !isTableOf(line, name))
  return {
    before: lines.slice(0, first).join(''),
    found: true,
    after: end < 0 ? '' : rest.slice(end).join(''),
  }
}

/** Whether a line is the header of the server's table or of one below it. */
function isTableOf(line: string, name: string): boolean {
  const table = /^\s*\[mcp_servers\.([^\]]*)\]\s*(?:#.*)?$/.exec(line.trimEnd())?.[1]
  return [name, `"${name}"`].some(key => table === key || table?.startsWith(`${key}.`))
}

/** A basic string of TOML is written like one of JSON. */
function quoted(text: string): string {
  return JSON.stringify(text)
}
