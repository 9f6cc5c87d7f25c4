import { z } from 'zod'
import { globMatcher } from '../../files/glob.ts'
import { cutTo } from '../../kernel/text.ts'
import type { CardKnowledge } from '../text/card-knowledge.ts'
import { roundTo } from '../text/numbers.ts'
import { fieldOf, frontMatterOf, numberInName, sceneHead, stemOf } from '../text/scene-head.ts'
import { isContentWord, wordsOf } from '../text/words.ts'
import { foldName } from '../workspace/fold.ts'
import type { OutlineScene } from '../workspace/outline.ts'
import type { FileText, VfsFile } from '../workspace/vfs.ts'
import { textUpTo } from './arguments.ts'
import { defineTool } from './define-tool.ts'
import { discoveredOutline, matchScenes, scenesIn, type WorkspaceReader } from './workspace-reader.ts'

const maxScanned = 150
/** Of listed files in bytes: what is longer is cut in every answer, and a model reads nothing from half a list. */
const maxListed = 16_000

/** Files by path, title, alias or content. */
export const fileLocator = defineTool({
  id: 'file_locator',
  version: '1.1.0',
  purpose: 'Find files by path, title, alias or, with DEEP_SCAN, by their text.',
  whenToUse: 'Before reading, when the path is not known, or to show that a word occurs nowhere.',
  input: z.strictObject({
    search_criteria: textUpTo(512).describe('Path, name or words; * for all.'),
    scan_mode: z.enum(['FAST_SCAN', 'DEEP_SCAN']).describe('DEEP_SCAN also reads the files.').default('FAST_SCAN'),
    max_results: z.int().min(1).max(100).describe('Files to list.').default(12),
    include_globs: z.boolean().describe('Read * ? ** as patterns.').default(false),
  }),
  argAliases: Object.fromEntries(
    ['criteria', 'query', 'path', 'root', 'directory', 'dir', 'folder'].map(alias => [alias, 'search_criteria']),
  ),
  wouldRead: ({ scan_mode }, dry, { snapshot }) => dry.files(scan_mode === 'DEEP_SCAN' ? snapshot.files : []),
  async run({ search_criteria: search, scan_mode: mode, max_results, include_globs: globs }, { reader, answer }) {
    const deep = mode === 'DEEP_SCAN'
    const found = await findFiles(reader, criteriaOf(search, globs), deep)
    const view = await rowView(reader)
    const rows: object[] = []
    const wanted = found.hits.slice(0, max_results)
    let listed = 0
    for (const { file, score, lines } of wanted) {
      const text = await reader.peek(file)
      const row = rowOf(file, text, score, lines, search, view)
      listed += Buffer.byteLength(JSON.stringify(row, null, 2))
      if (listed > maxListed) break
      rows.push(row)
      if (!text) continue
      for (const line of lines) {
        answer.refs.lines(text, line)
        answer.lineSpan(text, file.class, line, `matches '${cutTo(search, 80)}'`, score)
      }
      if (!deep) answer.refs.whole(text)
    }
    for (const text of found.scanned.slice(0, maxScanned)) answer.refs.whole(text)
    return answer.json({
      search_criteria: search,
      scan_mode: mode,
      include_globs: globs,
      dry_run: false,
      total_matches: found.hits.length,
      files: rows,
      notes: [
        ...(found.hits.length === 0 ? [nothingFound(reader, search)] : []),
        ...(rows.length < wanted.length
          ? [`${rows.length} of ${wanted.length} files listed; narrow search_criteria`]
          : []),
      ],
    })
  },
})

async function findFiles(reader: WorkspaceReader, criteria: Criteria, deep: boolean) {
  const known = await reader.known()
  const aliases = new Map(known.cards.map(card => [card.path, card.entity.aliases]))
  const scanned: FileText[] = []
  const hits: { file: VfsFile; score: number; lines: number[] }[] = []
  for (const file of reader.snapshot.files) {
    const text = deep ? await reader.peek(file) : undefined
    if (text) scanned.push(text)
    const inside = text ? contentScore(criteria, text.lines) : { score: 0, lines: [] }
    const score = nameScore(criteria, file.path, file.title, aliases.get(file.path) ?? []) + inside.score
    if (score > 0) hits.push({ file, score, lines: inside.lines })
  }
  return { hits: hits.sort((a, b) => b.score - a.score), scanned }
}

interface RowView {
  known: CardKnowledge
  entries: ReadonlyMap<string, OutlineScene>
}

async function rowView(reader: WorkspaceReader): Promise<RowView> {
  const outline = await discoveredOutline(reader)
  const { byScene } = matchScenes(scenesIn(reader.snapshot), outline?.entries ?? [])
  return { known: await reader.known(), entries: new Map([...byScene].map(([path, match]) => [path, match.entry])) }
}

function rowOf(
  file: VfsFile,
  text: FileText | undefined,
  score: number,
  lines: readonly number[],
  search: string,
  view: RowView,
) {
  const scene = file.class === 'scene' ? sceneRow(file, text?.lines ?? [], view) : {}
  const value = file.class === 'compendium' ? 'canon' : file.class === 'other' ? 'file' : file.class
  return {
    path: file.path,
    class: file.class,
    type: { value, confidence: 0.9, match_basis: 'TREE_CLASS' },
    ...scene,
    title: file.title,
    size_bytes: file.size_bytes,
    total_lines: file.lines,
    modified: file.modified,
    keywords: keywordsOf(text?.lines ?? []),
    score,
    ...(lines.length > 0 && { matches: lines.map(line => matchOf(line, text?.lines[line - 1] ?? '', search)) }),
  }
}

function sceneRow(file: VfsFile, lines: readonly string[], { known, entries }: RowView) {
  const head = sceneHead(lines)
  const entry = entries.get(file.path)
  const token = stemOf(file.path).split('-').at(-1)?.toLowerCase()
  const names = known.cards.filter(card => card.entity.character).flatMap(card => card.entity.names)
  const named = names.find(name => name.toLowerCase() === token)
  const pov =
    guess(head.pov?.name, 0.9, 'FRONT_MATTER') ??
    guess(entry?.pov, 0.8, 'OUTLINE_MATCH') ??
    guess(named, 0.5, 'FILENAME_MATCH')
  const number =
    guess(head.number, 0.9, 'FRONT_MATTER') ??
    guess(numberInName(file.path), 0.6, 'FILENAME_MATCH') ??
    guess(entry?.declared_number ?? entry?.number, 0.8, 'OUTLINE_MATCH')
  return { ...(pov && { pov }), ...(number && { scene_number: number }) }
}

function guess<Value>(value: Value | undefined, confidence: number, basis: string) {
  return value === undefined ? undefined : { value, confidence, match_basis: basis }
}

/** The most used content words, the earlier one first among equals; tags of the front matter come before them. */
function keywordsOf(lines: readonly string[]): string[] {
  const front = frontMatterOf(lines)
  const counts = new Map<string, number>()
  for (const line of lines.slice(front?.endLine ?? 0))
    for (const { lower } of wordsOf(line)) if (isContentWord(lower)) counts.set(lower, (counts.get(lower) ?? 0) + 1)
  const common = [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word)
  return [...new Set([...(fieldOf(front, 'tags')?.list ?? []), ...common.slice(0, 8)])].slice(0, 8)
}

/** The line from its beginning, or from the match where the cut would lose it. */
function matchOf(line: number, whole: string, search: string) {
  const beginning = cutTo(whole, 200)
  if (beginning === whole) return { line, text: whole }
  const at = foldName(whole).indexOf(foldName(search).trim())
  const lost = at > beginning.length - search.length && foldName(whole).length === whole.length
  return { line, text: lost ? cutTo(whole.slice(at), 200) : beginning, truncated: true }
}

function nothingFound(reader: WorkspaceReader, search: string): string {
  const found = reader.resolve(search)
  const near = 'fault' in found ? (found.fault.candidates ?? []).slice(0, 3) : []
  return near.length === 0 ? 'nothing found' : `nothing found; did_you_mean: ${near.join(', ')}`
}

/** What is looked for, folded once. */
interface Criteria {
  text: string
  terms: readonly string[]
  /** Nothing is asked for, so every file will do. */
  all: boolean
  glob?: (path: string) => boolean
}

export function criteriaOf(text: string, globs: boolean): Criteria {
  const folded = foldName(text).trim()
  // The extension is in every path, so that it finds nothing.
  const words = wordsOf(folded.replace(/\.(?:md|markdown|txt)$/, ''))
  const terms = [...new Set(words.map(word => word.text))].filter(term => [...term].length >= 2)
  const glob = globs && /[*?]/.test(folded) ? { glob: globMatcher(folded) } : {}
  return { text: folded, terms, all: folded === '' || folded === '*', ...glob }
}

/** By the name of a file, its title and aliases; the highest rule that holds. */
export function nameScore(
  { text, terms, all, glob }: Criteria,
  path: string,
  title: string,
  aliases: readonly string[],
): number {
  if (all) return 1
  const folded = foldName(path)
  const base = folded.split('/').at(-1)
  if (folded === text) return 100
  if (base === text) return 90
  if (stemOf(folded) === text) return 80
  if (glob?.(folded)) return 70
  if (folded.includes(text)) return 60
  if (terms.length === 0) return 0
  if (terms.every(term => folded.includes(term))) return 50
  const wide = [folded, foldName(title), ...aliases.map(foldName)].join('\n')
  const share = terms.filter(term => wide.includes(term)).length / terms.length
  if (share === 1) return 40
  return share === 0 ? 0 : 20 + 10 * roundTo(share, 1)
}

interface ContentMatch {
  score: number
  /** Numbers of matching lines, three at most. */
  lines: number[]
}

/** By what a file says: the phrase, all terms on a line, all terms somewhere. */
function contentScore({ text, terms, all }: Criteria, lines: readonly string[]): ContentMatch {
  if (all || terms.length === 0) return { score: 0, lines: [] }
  const folded = lines.map(foldName)
  const where = (holds: (line: string) => boolean) =>
    folded.flatMap((line, at) => (holds(line) ? [at + 1] : [])).slice(0, 3)
  const phrase = where(line => line.includes(text))
  if (phrase.length > 0) return { score: 30, lines: phrase }
  const together = where(line => terms.every(term => line.includes(term)))
  if (together.length > 0) return { score: 20, lines: together }
  const everywhere = terms.every(term => folded.some(line => line.includes(term)))
  return everywhere
    ? { score: 10, lines: where(line => terms.some(term => line.includes(term))) }
    : { score: 0, lines: [] }
}
