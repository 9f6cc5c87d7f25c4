import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

export interface Pattern {
  source: string
  flags: string
  /** `src/kernel/text.ts:23` */
  place: string
}

/** A `RegExp(…)` whose text is computed: the range of the word `RegExp` in its file. */
export interface Construction {
  file: string
  place: string
  start: number
  end: number
}

export interface Found {
  literals: Pattern[]
  constructions: Construction[]
}

/** Every regular expression that the sources below these folders write or construct. Tests are left out. */
export function findRegexes(root: string, folders: readonly string[]): Found {
  const files = folders
    .flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(at => join(folder, at)),
    )
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  const found: Found = { literals: [], constructions: [] }
  for (const file of files.sort()) findIn(file, readFileSync(join(root, file), 'utf8'), found)
  return found
}

function findIn(file: string, text: string, { literals, constructions }: Found): void {
  const placeOf = (offset: number) => `${file}:${text.slice(0, offset).split('\n').length}`
  const open: unknown[] = [parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' })]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== 'object' || node === null) continue
    if (isRegexLiteral(node))
      literals.push({ source: node.regex.pattern, flags: node.regex.flags, place: placeOf(node.start) })
    else if (isConstruction(node)) {
      const { start, end } = node.callee
      constructions.push({ file, place: placeOf(start), start, end })
    }
    open.push(...Object.values(node).filter(child => typeof child === 'object' && child !== null))
  }
}

function isRegexLiteral(node: object): node is { start: number; regex: { pattern: string; flags: string } } {
  return 'regex' in node && 'start' in node
}

function isConstruction(node: object): node is { callee: { start: number; end: number } } {
  if (!('callee' in node) || typeof node.callee !== 'object' || node.callee === null) return false
  return 'name' in node.callee && node.callee.name === 'RegExp'
}
