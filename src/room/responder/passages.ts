import { isStopword } from '../text/words.ts'
import type { WorkspaceReader } from '../tools/workspace-reader.ts'
import type { Snapshot, VfsFile } from '../workspace/vfs.ts'

interface Passage {
  path: string
  start: number
  end: number
}

/** So many passages are read for one question, each of another file. */
const mostPassages = 3
const linesBefore = 4
const linesAfter = 16
/** Words within so many lines count as found together. */
const windowLines = 8
const mostTerms = 8
/** Longer files are made by programs. */
const longestFile = 400_000

/**
 * The passages of a repository that say most of what a request asks: rare words count more than common ones, and code
 * and documents more than their tests, and where a name is defined more than where it is used. Of a file that is named:
 * where the other words of the request are, else where it begins after its imports.
 */
export async function passagesFor(
  request: string,
  target: VfsFile | undefined,
  reader: WorkspaceReader,
): Promise<Passage[]> {
  const asked = `${target?.path ?? ''}\n${request}`
  const known = lastFound.get(reader.snapshot)
  if (known?.asked === asked) return known.passages
  const passages = await search(request, target, reader)
  lastFound.set(reader.snapshot, { asked, passages })
  return passages
}

/** Every step of a turn asks again, and reading a large repository takes a second. */
const lastFound = new WeakMap<Snapshot, { asked: string; passages: Passage[] }>()

async function search(request: string, target: VfsFile | undefined, reader: WorkspaceReader): Promise<Passage[]> {
  const terms = termsOf(target ? request.replaceAll(target.path, ' ').replaceAll(target.name, ' ') : request)
  const names = namesIn(request)
  const files = target ? [target] : reader.snapshot.files.filter(file => file.class !== 'canon')
  const hits: FileHits[] = []
  for (const file of terms.length === 0 ? [] : files) {
    if (file.size_bytes > longestFile) continue
    const text = await reader.peek(file)
    const found = text && hitsIn(file, text.lines, terms, names)
    if (found) hits.push(found)
  }
  const weights = terms.map((_, term) => {
    const having = hits.filter(({ lines }) => lines.some(({ has }) => has.includes(term))).length
    return Math.log(1 + files.length / Math.max(1, having))
  })
  const wantsTests = /\btests?\b/i.test(request)
  const ranked = hits
    .map(each => bestOf(each, weights, wantsTests))
    .sort((a, b) => b.score - a.score)
    .slice(0, mostPassages)
  const [first] = ranked
  if (!first) return target ? beginning(target, reader) : []
  // What shares only common words with the request is left out beside what shares its rare ones.
  return ranked
    .filter(({ score }) => score > first.score / 2)
    .map(({ path, line }) => ({ path, start: Math.max(1, line - linesBefore), end: line + linesAfter }))
}

/** How much a line of a repository tells: the words of the request first, then comments and definitions; imports nothing. */
export function relevanceTo(request: string): (line: string) => number {
  const terms = termsOf(request)
  const names = namesIn(request)
  const asksAmount = amountAsked.test(request)
  return line => {
    if (isImport(line)) return 0
    const folded = line.toLowerCase()
    const words = terms.filter(term => folded.includes(term)).length
    const defines = names.some(name => isDefinition(line, name))
    return (
      1 +
      words * 2 +
      (isTelling(line) ? 1 : 0) +
      (defines ? 4 : 0) +
      (asksAmount && amount.test(line.slice(0, longestLineRead)) ? 4 : 0)
    )
  }
}

/** A question whose answer is a number, a time or a rate. */
const amountAsked =
  /\bhow (?:often|many|much|long|large|big|fast|far|old)\b|\bwhen\b|\bwhich (?:port|version|limit|size|number)\b/i
const amount =
  /\d|\b(?:every|each|once|twice|per|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty|hundred|daily|hourly|weekly|never|always)\b/i

/** What is written as names of code are: `formatCount`, `max_lines`, `run()`. */
function namesIn(request: string): string[] {
  const words = request.match(/[\p{L}_$][\p{L}\p{N}_$]*(?:\(\))?/gu) ?? []
  const names = words.filter(word => /\p{Ll}\p{Lu}|[\p{L}\p{N}]_|\(\)$/u.test(word))
  return [...new Set(names.map(name => name.replace('()', '')))].slice(0, mostTerms)
}

/** Whether a line is where something of this name is made. */
function isDefinition(line: string, name: string): boolean {
  const text = line.slice(0, longestLineRead)
  const at = text.indexOf(name)
  return at > 0 && definer.test(text.slice(0, at)) && !/^[\p{L}\p{N}_]/u.test(text.slice(at + name.length))
}
const definer = /\b(?:function\*?|class|const|let|var|interface|type|enum|struct|trait|def|fn|func|module) $/

/** The content words, without endings that other forms lack. */
function termsOf(request: string): string[] {
  const words = request.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const content = words.filter(word => word.length > 2 && !isStopword(word))
  return [...new Set(content.map(stemOf))].slice(0, mostTerms)
}

function stemOf(word: string): string {
  const shorter = word.replace(/(?:ing|ed|es|s)$/, '')
  return shorter.length >= 3 ? shorter : word
}

interface FileHits {
  path: string
  /** Lines with words of the request, which of them, and whether the line defines a name of the request. */
  lines: { at: number; has: number[]; defines: boolean }[]
  /** The words that its path has. */
  inPath: number[]
}

function hitsIn(
  { path }: VfsFile,
  lines: readonly string[],
  terms: readonly string[],
  names: readonly string[],
): FileHits | undefined {
  const termsIn = (text: string) => terms.flatMap((term, at) => (text.includes(term) ? [at] : []))
  const found = lines.flatMap((line, index) => {
    const has = isImport(line) ? [] : termsIn(line.toLowerCase())
    const defines = has.length > 0 && names.some(name => isDefinition(line, name))
    return has.length > 0 ? [{ at: index + 1, has, defines }] : []
  })
  return found.length > 0 ? { path, lines: found, inPath: termsIn(path.toLowerCase()) } : undefined
}

function bestOf({ path, lines, inPath }: FileHits, weights: readonly number[], wantsTests: boolean) {
  const sumOf = (terms: Iterable<number>) => [...terms].reduce((sum, term) => sum + (weights[term] ?? 0), 0)
  let [score, line] = [0, 1]
  for (const [index, { at }] of lines.entries()) {
    const near = new Set<number>()
    let isDefined = false
    for (const { at: other, has, defines } of lines.slice(index, index + windowLines)) {
      if (other >= at + windowLines) break
      for (const term of has) near.add(term)
      isDefined ||= defines
    }
    const here = sumOf(near) * (isDefined ? 2 : 1)
    if (here > score) [score, line] = [here, at]
  }
  return { path, line, score: (score + sumOf(inPath) / 2) * (!wantsTests && isAside.test(path) ? 0.5 : 1) }
}

/** Tests, samples and lists of changes repeat what is said elsewhere. */
const isAside =
  /(?:^|\/)(?:tests?|__tests__|specs?|fixtures|examples?|bench|vendor)\/|[._-](?:test|spec)\.\w{1,5}$|^changelog/i

async function beginning(file: VfsFile, reader: WorkspaceReader): Promise<Passage[]> {
  const lines = (await reader.peek(file))?.lines ?? []
  const first = lines.findIndex(line => line.trim() !== '' && !isImport(line))
  const start = Math.max(0, first) + 1
  return lines.length === 0 ? [] : [{ path: file.path, start, end: start + 40 }]
}

const longestLineRead = 200

function isImport(line: string): boolean {
  const text = line.slice(0, longestLineRead).trim()
  return (
    /^(?:import\b|from \S+ import\b|#include\b|using [\w.]+;|use [\w:{]|require\b|package \w)/.test(text) ||
    /^(?:const|let|var) .*\brequire\(/.test(text)
  )
}

/** A comment, a heading, or the beginning of a definition. */
function isTelling(line: string): boolean {
  const text = line.slice(0, longestLineRead).trim()
  return /^(?:\/\*\*|\/\/|\* |#|"""|(?:export|async|function|def|class|fn|func|pub|interface|type|public)\b)/.test(text)
}
