export interface FrontMatterField {
  key: string
  value: string
  /** Of `key: [a, b]`. */
  list?: string[]
  line: number
}

export interface FrontMatter {
  /** Line of the closing mark. */
  endLine: number
  fields: FrontMatterField[]
}

const field = /^([\p{L}\p{N}_][\p{L}\p{N}_ -]*):(?:[ \t]+(.*))?$/su

/** Only a closed block of nothing but pairs is front matter; anything else is text of the file. */
export function frontMatterOf(lines: readonly string[]): FrontMatter | null {
  if (lines[0]?.trimEnd() !== '---') return null
  const fields: FrontMatterField[] = []
  for (let at = 1; at < lines.length; at++) {
    const line = (lines[at] ?? '').trimEnd()
    if (line === '---') return { endLine: at + 1, fields }
    const [, key, rest = ''] = field.exec(line) ?? []
    if (key === undefined) return null
    fields.push({ key: key.trim().toLowerCase(), ...readValue(rest.trim()), line: at + 1 })
  }
  return null
}

export function fieldOf(front: FrontMatter | null, key: string): FrontMatterField | undefined {
  return front?.fields.find(each => each.key === key && each.value !== '')
}

function readValue(text: string): { value: string; list?: string[] } {
  if (!text.startsWith('[') || !text.endsWith(']')) return { value: unquoted(text) }
  const list = text
    .slice(1, -1)
    .split(',')
    .map(part => unquoted(part.trim()))
  return { value: text, list: list.filter(part => part !== '') }
}

function unquoted(text: string): string {
  return /^"[^"]*"$|^'[^']*'$/.test(text) ? text.slice(1, -1) : text
}
