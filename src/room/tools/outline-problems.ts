import { byteOrder } from '../../kernel/byte-order.ts'
import { groupBy } from '../../kernel/group.ts'
import { type CardKnowledge, characterOf } from '../text/card-knowledge.ts'
import { lettersOf } from '../text/entry-match.ts'
import { median } from '../text/numbers.ts'
import { numberInName, type SceneHead } from '../text/scene-head.ts'
import { countWords, wordsOf } from '../text/words.ts'
import type { OutlineScene } from '../workspace/outline.ts'
import type { VfsFile } from '../workspace/vfs.ts'

export type Severity = 'high' | 'medium' | 'low'

export interface Problem {
  code: string
  severity: Severity
  message: string
  /** Numbers of the entries it is about; none for the outline as a whole. */
  entries: number[]
  scene_path?: string
}

/** An outline beside its scenes and cards. */
interface OutlineView {
  entries: readonly OutlineScene[]
  scenes: readonly VfsFile[]
  sceneOf: ReadonlyMap<number, VfsFile>
  matched: ReadonlySet<string>
  heads: ReadonlyMap<string, SceneHead>
  known: CardKnowledge
}

const severities: readonly Severity[] = ['high', 'medium', 'low']

/** By severity, entry and code. */
export function problemsOf(view: OutlineView): Problem[] {
  const found = [
    ...titleProblems(view),
    ...numberProblems(view),
    ...sceneProblems(view),
    ...povProblems(view),
    ...summaryProblems(view),
    ...wholeProblems(view),
  ]
  const entry = ({ entries }: Problem) => entries[0] ?? Number.MAX_SAFE_INTEGER
  const rank = ({ severity }: Problem) => severities.indexOf(severity)
  return found.sort((a, b) => rank(a) - rank(b) || entry(a) - entry(b) || byteOrder(a.code, b.code))
}

function titleProblems({ entries }: OutlineView): Problem[] {
  return [...groupBy(entries, entry => lettersOf(entry.title))].flatMap(([title, same]) => {
    if (title === '' || same.length < 2) return []
    return [problem('duplicate_title', 'high', `Entries ${listNumbers(same)} have the same title.`, same)]
  })
}

function numberProblems({ entries }: OutlineView): Problem[] {
  const seen = new Map<number, OutlineScene>()
  let last: number | undefined
  return entries.flatMap(entry => {
    const number = entry.declared_number
    if (number === undefined) return []
    const [before, same] = [last, seen.get(number)]
    last = number
    if (same) return [problem('number_duplicate', 'high', `Scene number ${number} is used twice.`, [same, entry])]
    seen.set(number, entry)
    if (before === undefined || number === before + 1) return []
    if (number < before) return [problem('number_order', 'high', `Scene number ${number} follows ${before}.`, [entry])]
    return [problem('number_gap', 'high', `Scene numbers skip from ${before} to ${number}.`, [entry])]
  })
}

function sceneProblems({ entries, scenes, sceneOf, matched, heads }: OutlineView): Problem[] {
  const numberOf = (file: VfsFile) => heads.get(file.path)?.number ?? numberInName(file.path)
  const without = entries
    .filter(entry => !sceneOf.has(entry.number))
    .map(entry => problem('entry_without_scene', 'high', `Entry ${entry.number} has no scene file.`, [entry]))
  const unlisted = scenes
    .filter(scene => !matched.has(scene.path))
    .map(scene => problem('scene_without_entry', 'medium', 'A scene file belongs to no entry.', [], scene.path))
  let highest = Number.NEGATIVE_INFINITY
  const order = entries.flatMap(entry => {
    const file = sceneOf.get(entry.number)
    const number = file && numberOf(file)
    if (!file || number === undefined) return []
    const descends = number < highest
    highest = Math.max(highest, number)
    const message = `The scene of entry ${entry.number} has a lower number than a scene before it.`
    return descends ? [problem('scene_order', 'medium', message, [entry], file.path)] : []
  })
  return [...without, ...unlisted, ...order]
}

function povProblems({ entries, sceneOf, heads, known }: OutlineView): Problem[] {
  const cards = known.cards.some(card => card.entity.character)
  const isUsual = entries.filter(entry => entry.pov !== undefined).length * 2 >= entries.length
  const single = entries.flatMap(entry => {
    const { number, pov } = entry
    if (pov === undefined)
      return isUsual ? [problem('missing_pov', 'medium', `Entry ${number} names no point of view.`, [entry])] : []
    const scene = sceneOf.get(number)
    const own = scene && heads.get(scene.path)?.pov?.name
    const conflict = own !== undefined && !samePerson(known, pov, own)
    const message = `Entry ${number} and its scene file name different points of view.`
    return [
      ...(conflict ? [problem('pov_conflict', 'high', message, [entry], scene?.path)] : []),
      ...(cards && !characterOf(known, pov)
        ? [problem('unknown_pov', 'medium', `The point of view of entry ${number} has no character card.`, [entry])]
        : []),
    ]
  })
  return [...single, ...povRuns(entries)]
}

export function samePerson(known: CardKnowledge, a: string, b: string): boolean {
  const [left, right] = [characterOf(known, a), characterOf(known, b)]
  return left && right ? left === right : lettersOf(a) === lettersOf(b)
}

function povRuns(entries: readonly OutlineScene[]): Problem[] {
  const runs: OutlineScene[][] = []
  for (const entry of entries) {
    const run = runs.at(-1)
    if (run && entry.pov !== undefined && run[0]?.pov === entry.pov) run.push(entry)
    else runs.push([entry])
  }
  return runs
    .filter(run => run.length >= 4)
    .map(run => problem('pov_run', 'low', `Entries ${listNumbers(run)} in a row have the same point of view.`, run))
}

function summaryProblems({ entries }: OutlineView): Problem[] {
  const lengths = entries.map(entry => countWords(entry.summary))
  const written = lengths.filter(length => length > 0)
  const middle = median(written)
  return entries.flatMap((entry, at) => {
    const length = lengths[at] ?? 0
    if (length === 0) return [problem('missing_summary', 'high', `Entry ${entry.number} has no summary.`, [entry])]
    const outlier = written.length >= 4 && (length > 3 * middle || length < middle / 3)
    return [
      ...(length < 8
        ? [problem('thin_summary', 'low', `The summary of entry ${entry.number} has ${length} words.`, [entry])]
        : []),
      ...(outlier
        ? [
            problem(
              'length_outlier',
              'low',
              `The summary of entry ${entry.number} has ${length} words; usual are ${middle}.`,
              [entry],
            ),
          ]
        : []),
    ]
  })
}

const stakes = /\b(?:must|risk|lose|lost|save|die|dead|fail|unless|or\s+else|too\s+late|last\s+chance)\b/i

function wholeProblems({ entries, known }: OutlineView): Problem[] {
  const texts = entries.map(entry => [entry.title, entry.pov ?? '', entry.summary].join('\n'))
  const named = new Set(texts.flatMap(text => known.names.find(text, wordsOf(text)).map(mention => mention.entity)))
  const absent = known.cards
    .filter(card => card.entity.character && !named.has(card.entity))
    .map(card => problem('absent_character', 'low', `The character of ${card.path} is named in no entry.`, []))
  const stake = texts.some(text => stakes.test(text))
  return stake ? absent : [...absent, problem('no_stakes_word', 'low', 'No entry says what is at stake.', [])]
}

function problem(
  code: string,
  severity: Severity,
  message: string,
  entries: readonly OutlineScene[],
  path?: string,
): Problem {
  const numbers = entries.map(entry => entry.number)
  return { code, severity, message, entries: numbers, ...(path !== undefined && { scene_path: path }) }
}

function listNumbers(entries: readonly OutlineScene[]): string {
  const numbers = entries.map(entry => entry.number)
  return `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`
}
