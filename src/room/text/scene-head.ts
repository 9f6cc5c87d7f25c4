import { povOfLine } from '../workspace/outline.ts'

/** What a scene file says about itself. */
export interface SceneHead {
  pov?: { name: string; line: number }
  number?: number
  /** Line of a POV line below the front matter; it is not part of the prose. */
  povLine?: number
}

export function sceneHead(lines: readonly string[]): SceneHead {
  const front = frontMatterOf(lines)
  const field = fieldOf(front, 'pov')
  const at = lines
    .slice(0, 10)
    .findIndex((line, index) => index >= (front?.endLine ?? 0) && povOfLine(line) !== undefined)
  const name = povOfLine(lines[at] ?? '')
  const number = fieldOf(front, 'scene')?.value
  const written = name === undefined ? undefined : { name, line: at + 1 }
  const pov = field ? { name: field.value, line: field.line } : written
  return {
    ...(pov && { pov }),
    ...(number !== undefined && /^\d{1,9}$/.test(number) && { number: Number(number) }),
    ...(written && { povLine: written.line }),
  }
}

export function stemOf(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/\.[^.]*$/, '')
}

/** The first token of a file name that is a number. */
export function numberInName(path: string): number | undefined {
  const token = stemOf(path)
    .split('-')
    .find(part => /^\d{1,9}$/.test(part))
  return token === undefined ? undefined : Number(token)
}

interface FrontMatterField {
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
  if (!text.startsWith('[') || !text.endsWith(']')) return { value: withoutQuotes(text) }
  const list = text
    .slice(1, -1)
    .split(',')
    .map(part => withoutQuotes(part.trim()))
  return { value: text, list: list.filter(part => part !== '') }
}

function withoutQuotes(text: string): string {
  return /^"[^"]*"$|^'[^']*'$/.test(text) ? text.slice(1, -1) : text
}
