import { byteOrder } from '../../kernel/byte-order.ts'
import { foldCase, foldName } from './fold.ts'
import { isDocument, type Template } from './template.ts'
import type { FileClass } from './vfs.ts'

export const canonPath = 'Canon.md'

export const categories = [
  'Characters',
  'Locations',
  'Lore',
  'Factions',
  'Technology',
  'Culture',
  'Events',
  'Themes',
  'Glossary',
  'Misc',
] as const

export function classOf(path: string, outlinePath: string | null, template: Template = 'story'): FileClass {
  if (path === outlinePath) return 'outline'
  if (template === 'code' && path !== canonPath) return isDocument(path) ? 'compendium' : 'scene'
  if (path.startsWith('Story/')) return 'scene'
  if (path.startsWith('Compendium/')) return 'compendium'
  return path === canonPath ? 'canon' : 'other'
}

/** The folder of a card; of a card that is in none, by the prefix of its name. */
export function categoryOf(path: string): string {
  const [, folder, ...rest] = path.split('/')
  if (folder !== undefined && rest.length > 0) return known.get(foldCase(folder)) ?? folder
  return prefixes.get(/^([a-z]+)[-_ ]/i.exec(folder ?? '')?.[1]?.toUpperCase() ?? '') ?? 'Misc'
}

/** The title of the front matter, else the first heading, else the name without its extension. */
export function titleOf(name: string, lines: readonly string[]): string {
  const end = endOfFrontMatter(lines)
  const title = frontTitle(lines.slice(0, end)) || firstHeading(lines, end) || stemOf(name)
  return Array.from(title).slice(0, maxTitle).join('')
}

function stemOf(name: string): string {
  return name.replace(/\.[^.]*$/, '')
}

const maxTitle = 200
const known = new Map(categories.map(name => [foldCase(name), name]))
const prefixes = new Map<string, string>([
  ['CHAR', 'Characters'],
  ['LOC', 'Locations'],
  ['CONCEPT', 'Lore'],
  ['FACTION', 'Factions'],
  ['TECH', 'Technology'],
  ['CULTURE', 'Culture'],
  ['EVENT', 'Events'],
  ['THEME', 'Themes'],
  ['GLOSSARY', 'Glossary'],
  ['MISC', 'Misc'],
])

/** How many lines the front matter takes; none when anything in it is not `key: value`. */
function endOfFrontMatter(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---') return 0
  const end = lines.findIndex((line, index) => index > 0 && !/^[^\s:][^:]*:(?:\s|$)/.test(line))
  return lines[end]?.trimEnd() === '---' ? end + 1 : 0
}

function frontTitle(front: readonly string[]): string | undefined {
  const line = front.find(line => /^title:/i.test(line))
  const value = line?.slice('title:'.length).trim()
  return /^(["'])(.*)\1$/.exec(value ?? '')?.[2] ?? value
}

function firstHeading(lines: readonly string[], from: number): string | undefined {
  let fence = ''
  for (const line of lines.slice(from)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    if (fence === '' && mark !== '') fence = mark
    else if (fence !== '' && mark.startsWith(fence)) fence = ''
    else if (fence === '' && /^# /.test(line)) return line.slice(2).trim()
  }
  return undefined
}

/** Which file is the outline, and which others could be by their name. */
export function discoverOutline(paths: readonly string[]): { path: string | null; others: string[] } {
  const candidates = paths
    .filter(path => path.startsWith('Story/') && isOutlineName(path))
    .sort((a, b) => preference(a) - preference(b) || depth(a) - depth(b) || byteOrder(a, b))
  const [path = null, ...others] = candidates
  return { path, others }
}

function isOutlineName(path: string): boolean {
  const stem = foldName(stemOf(path.slice(path.lastIndexOf('/') + 1)))
  return stem === 'outline' || stem.endsWith('-outline')
}

function preference(path: string): number {
  if (path === usual) return 0
  return foldName(path) === foldName(usual) ? 1 : 2
}

const usual = 'Story/SCN-outline.md'

function depth(path: string): number {
  return path.split('/').length
}
