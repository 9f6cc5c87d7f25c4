import { type Entry, entryFrom } from './entry.ts'

/** The servers of `mcpServers` (or VS Code's `servers`), also those Claude Code keeps per project folder. */
export function entriesInJson(text: string, folder: string): Entry[] {
  const config: unknown = JSON.parse(plainJson(text))
  const project = at(at(config, 'projects'), folder)
  return [at(config, 'mcpServers'), at(config, 'servers'), at(project, 'mcpServers')].flatMap(servers =>
    typeof servers === 'object' && servers !== null
      ? Object.entries(servers).map(([name, value]) => entryFrom(name, value))
      : [],
  )
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
}

/**
 * VS Code allows comments and commas before a closing bracket. A quote or comment that is not closed runs to the end of
 * the text, so that it is read once and not from each of its quotes.
 */
function plainJson(text: string): string {
  return text
    .replace(/^\ufeff/, '')
    .replace(
      /("(?:[^"\\]|\\.)*"?)|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g,
      (_, quoted: string | undefined) => quoted ?? ' ',
    )
    .replace(/("(?:[^"\\]|\\.)*"?)|,(?=\s*[}\]])/g, (_, quoted: string | undefined) => quoted ?? '')
}
