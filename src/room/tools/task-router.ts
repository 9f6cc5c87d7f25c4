import { z } from 'zod'
import { numberInName, stemOf } from '../text/scene-head.ts'
import { countWords } from '../text/words.ts'
import type { VfsFile } from '../workspace/vfs.ts'
import { textUpTo } from './arguments.ts'
import { defineTool } from './define-tool.ts'

/** Which role a request belongs to, decided by its words. */
export const taskRouter = defineTool({
  id: 'task_router',
  version: '1.0.0',
  purpose: 'Decide from the words of a request which role should take it, in which order and with which evidence.',
  whenToUse: 'When it is unclear who should do a task.',
  input: z.strictObject({
    user_request: textUpTo(4000).describe('The request as it was made.'),
  }),
  argAliases: { request: 'user_request', message: 'user_request', task: 'user_request', query: 'user_request' },
  wouldRead({ user_request: request }, dry, { snapshot }) {
    dry.files(filesToRead(request, snapshot.files))
    const folded = foldRequest(request)
    dry.add({ routable: roles.some(role => hitsOf(role, folded).score > 0) })
  },
  async run({ user_request: request }, { reader, answer, snapshot }) {
    const folded = foldRequest(request)
    const hits = roles.map(role => hitsOf(role, folded))
    const named = filesToRead(request, snapshot.files)
    for (const file of named) {
      const text = await reader.peek(file)
      if (text) answer.refs.whole(text)
    }
    const route = routeOf(hits)
    const working = hits.filter(each => each.score >= 2).map(each => each.role)
    const order = working.length > 0 ? working : [route]
    const found = hits.filter(each => each.words.length > 0).map(each => `${each.role}:${each.words.join(',')}`)
    const lines = [
      `ROUTE: ${route}`,
      `ORDER: ${order.join(' > ')}`,
      'PARALLEL: none',
      `CONTEXT: ${named.map(file => file.path).join(', ') || 'needs file_locator scan'}`,
      `EXPECTED_OUTPUT: ${expectedOutput[route]}`,
      `EVIDENCE_TYPE: ${evidenceFor(route, folded)}`,
      `COMPLEXITY: ${order.length >= 3 || countWords(request) > 120 ? 'HIGH' : order.length === 2 ? 'MEDIUM' : 'LOW'}`,
      `PRIORITY: ${priorityOf(folded)}`,
      'FALLBACK: chief',
      `MATCHED: ${found.join('; ') || 'none'}`,
    ]
    return answer.text(lines.join('\n'))
  },
})

const roles = ['planner', 'writer', 'editor', 'continuity', 'critic', 'chief'] as const
/** In the order in which they work. */
export type Role = (typeof roles)[number]

/** Entries by weight, heaviest first: `*` continues a word, `(s)` may follow, a space joins a phrase. */
const lexicon: { readonly [role in Role]: readonly [three: string, two: string, one: string] } = {
  planner: [
    'outline, structur*, stakes, beat(s), arc, plot',
    'plan*, order, reorder, sequence, foreshadow*',
    'scene list, next',
  ],
  writer: ['write, draft*, compose, rewrite', 'dialogue, voice, prose', 'scene'],
  editor: ['line edit, copyedit*, clarity, grammar', 'edit*, tighten, polish, trim', 'flow, wording'],
  continuity: [
    'canon, continuity, contradict*, timeline',
    'consisten*, fact(s), conflict(s) with',
    'age, eye(s), date',
  ],
  critic: ['critique, critic*, reader, feedback, impact', 'react*, sensitiv*, boring, engaging', 'scene, pacing'],
  chief: ['route, assign, prioriti*, issue(s), status', 'summar*, plan the week', 'team'],
}

/** Who goes first when scores are equal. */
const tieOrder: readonly Role[] = ['continuity', 'planner', 'editor', 'critic', 'writer', 'chief']

const expectedOutput: { readonly [role in Role]: string } = {
  planner: 'ordered list of outline changes with line references',
  writer: 'drafted text with the quotes it builds on',
  editor: 'line edits, each with the quoted original',
  continuity: 'list of contradictions with quotes from both sides',
  critic: 'reader reactions, each tied to a quote',
  chief: 'decision with next steps and owners',
}

interface Hits {
  role: Role
  score: number
  words: string[]
}

/** The words of each role as patterns, with what a hit counts. */
const patterns = new Map(
  roles.map(role => [
    role,
    lexicon[role].flatMap((entries, index) =>
      entries.split(', ').map(entry => ({ pattern: wordPattern(entry), weight: 3 - index })),
    ),
  ]),
)

function hitsOf(role: Role, request: string): Hits {
  const found = (patterns.get(role) ?? []).flatMap(({ pattern, weight }) => {
    const word = pattern.exec(request)?.[0]
    return word === undefined ? [] : [{ word, weight }]
  })
  const words = [...new Set(found.map(each => each.word))]
  return { role, score: found.reduce((sum, each) => sum + each.weight, 0), words }
}

function wordPattern(entry: string): RegExp {
  const body = entry.replace('(s)', 's?').replace('*', "[\\p{L}\\p{N}'’-]*").replaceAll(' ', '\\s+')
  return new RegExp(`(?<![\\p{L}\\p{N}])${body}(?![\\p{L}\\p{N}])`, 'u')
}

function routeOf(hits: readonly Hits[]): Role {
  const best = Math.max(...hits.map(each => each.score))
  if (best === 0) return 'chief'
  return tieOrder.find(role => hits.some(each => each.role === role && each.score === best)) ?? 'chief'
}

function evidenceFor(route: Role, request: string): string {
  if (/\bis there any\b|\bnever\b|\bmissing\b|\bnowhere\b/.test(request)) return 'SCOPE'
  return route === 'planner' || route === 'chief' ? 'LINE_REF' : 'QUOTE'
}

function priorityOf(request: string): string {
  if (/\b(?:urgent|asap|now)\b/.test(request)) return 'URGENT'
  if (/\b(?:today|soon|important)\b/.test(request)) return 'HIGH'
  return /\b(?:someday|later)\b/.test(request) ? 'LOW' : 'NORMAL'
}

function filesToRead(request: string, files: readonly VfsFile[]): VfsFile[] {
  return filesNamedIn(request, files).slice(0, 5)
}

/** The files of a repository that a request names; a name that is a common word must have its ending. */
export function codeFilesNamedIn(request: string, files: readonly VfsFile[]): VfsFile[] {
  const folded = foldRequest(request)
  const named = (spellingsOf: (file: VfsFile) => string[]) =>
    files
      .map(file => ({ file, at: firstOf(spellingsOf(file).map(each => wholeAt(folded, foldRequest(each)))) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at)
      .map(({ file }) => file)
  const byPath = named(({ path }) => (path.includes('/') ? [path] : []))
  return byPath.length > 0 ? byPath : named(({ name, path }) => [name, ...[stemOf(path)].filter(isRare)])
}

/** `README`, `merge-patch`, `useFeed`: nobody says it by chance. */
function isRare(stem: string): boolean {
  return /[-_\d]|^[A-Z]{3,}$|[a-z][A-Z]/.test(stem)
}

/** The files a request names: by path, name, title or scene number, in order of appearance. */
export function filesNamedIn(request: string, files: readonly VfsFile[]): VfsFile[] {
  const folded = foldRequest(request)
  const numbers = new Map(
    [...folded.matchAll(/\bscene\s+(\d{1,9})\b/g)].reverse().map(found => [Number(found[1]), found.index]),
  )
  return files
    .map(file => ({ file, at: placeIn(folded, file, numbers) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ file }) => file)
}

function placeIn(request: string, file: VfsFile, numbers: ReadonlyMap<number, number>): number {
  const stem = stemOf(file.path)
  const spellings = [file.path, file.name, stem, file.title, file.title.replace(/^the\s+/i, '')]
  const places = spellings.filter(each => [...each].length >= 4).map(each => wholeAt(request, foldRequest(each)))
  const number = file.class === 'scene' ? numberInName(file.path) : undefined
  if (number !== undefined) places.push(numbers.get(number) ?? -1)
  return firstOf(places)
}

function firstOf(places: readonly number[]): number {
  return places.filter(at => at >= 0).sort((a, b) => a - b)[0] ?? -1
}

/** Where a phrase begins that has no letters next to it. */
function wholeAt(request: string, phrase: string): number {
  for (let at = request.indexOf(phrase); at >= 0; at = request.indexOf(phrase, at + 1)) {
    const [before, after] = [request[at - 1] ?? ' ', request[at + phrase.length] ?? ' ']
    if (!letter.test(before) && !letter.test(after)) return at
  }
  return -1
}

const letter = /[\p{L}\p{N}_-]/u

/** How the words of a request are compared with names. */
function foldRequest(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ')
}
