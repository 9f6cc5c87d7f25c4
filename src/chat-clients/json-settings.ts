import { formatJson, indentOf, insertMember, memberOf, readJsonc, removePart } from './jsonc.ts'
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
export function withJsonEntry(text: string, under: string, name: string, entry: unknown): string | undefined {
  if (text.trim() === '') return `${JSON.stringify({ [under]: { [name]: entry } }, null, 2)}\n`
  const root = readJsonc(text)
  if (!root?.members) return undefined
  const servers = memberOf(root, under)
  if (!servers) return insertMember(text, root, under, { [name]: entry }, '')
  if (!servers.value.members) return undefined
  const known = memberOf(servers.value, name)
  const indent = indentOf(text, servers)
  if (!known) return insertMember(text, servers.value, name, entry, indent)
  return `${text.slice(0, known.value.start)}${formatJson(entry, indentOf(text, known))}${text.slice(known.end)}`
}

/** The text without it, as it was before the entry was put in; the same text when it was not there. */
export function withoutJsonEntry(text: string, under: string, name: string): string {
  const root = readJsonc(text)
  const servers = memberOf(root, under)
  const known = memberOf(servers?.value, name)
  if (!root || !servers || !known) return text
  const without = removePart(text, servers.value, known)
  const texts = ['', removePart(text, root, servers), without]
  return textBeforeChange(text, each => withJsonEntry(each, under, name, known.value.data), texts) ?? without
}

/** Takes a change back: the first of the possible earlier texts that the change turns into this text. */
export function textBeforeChange(
  text: string,
  change: (text: string) => string | undefined,
  texts: readonly string[],
): string | undefined {
  return texts.find(each => change(each) === text)
}
