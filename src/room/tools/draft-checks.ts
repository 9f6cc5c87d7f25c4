import { type CardKnowledge, characterOf } from '../text/card-knowledge.ts'
import type { Entity } from '../text/entities.ts'
import { median, roundTo } from '../text/numbers.ts'
import { lineQuote, placeOf } from '../text/places.ts'
import { isContentWord, wordsOf } from '../text/words.ts'
import type { OutlineScene } from '../workspace/outline.ts'
import type { FileText } from '../workspace/vfs.ts'
import type { Finding } from './canon-findings.ts'
import { samePerson } from './outline-problems.ts'
import type { ReadScene } from './workspace-reader.ts'

type CheckResult = 'pass' | 'warn' | 'fail'

export interface Check {
  code: string
  result: CheckResult
  detail: string
  scene_line?: number
  outline_line?: number
  quote?: string
  truncated?: true
}

/** A draft beside its entry in the outline. */
interface DraftView {
  scene: ReadScene
  entry: OutlineScene | undefined
  outline: FileText | undefined
  known: CardKnowledge
  /** Words of the prose. */
  words: number
  /** Of all scenes. */
  lengths: readonly number[]
  /** The narrator is an "I". */
  firstPerson: boolean
  findings: readonly Finding[] | undefined
}

export function checksOf(view: DraftView): Check[] {
  const { entry } = view
  return [
    ...(entry ? [povCheck(view, entry)] : []),
    ...presenceCheck(view),
    ...(entry ? [coverageCheck(view, entry), namesCheck(view, entry)] : []),
    lengthCheck(view),
    ...canonCheck(view),
  ]
}

function povCheck({ scene, known, outline }: DraftView, entry: OutlineScene): Check {
  const own = scene.head.pov
  const at = { ...(own && { scene_line: own.line }), outline_line: entry.start_line }
  const heading = quoteAt(outline, entry.start_line)
  if (!own || entry.pov === undefined)
    return { code: 'pov', result: 'warn', detail: 'One of the two names no point of view.', ...at, ...heading }
  if (samePerson(known, own.name, entry.pov))
    return { code: 'pov', result: 'pass', detail: 'Scene and entry agree.', ...at }
  return { code: 'pov', result: 'fail', detail: 'Scene and entry name different points of view.', ...at, ...heading }
}

function presenceCheck({ scene, entry, known, firstPerson }: DraftView): Check[] {
  const character = scene.narrator ?? characterOf(known, entry?.pov ?? null)
  if (!character || firstPerson) return []
  const count = scene.blocks.reduce(
    (sum, block) => sum + block.mentions.filter(each => each.entity === character).length,
    0,
  )
  const where = firstMention(scene, character)
  if (count === 0 || where === undefined)
    return [{ code: 'pov_presence', result: 'fail', detail: 'The point of view is never named.' }]
  return [{ code: 'pov_presence', result: 'pass', detail: `Named ${count} times.`, scene_line: where }]
}

function firstMention({ blocks }: ReadScene, entity: Entity): number | undefined {
  for (const { block, words, mentions } of blocks) {
    const found = mentions.find(each => each.entity === entity)
    if (found) return placeOf(block, words[found.first]?.start ?? 0).line
  }
  return undefined
}

function coverageCheck({ scene, outline }: DraftView, entry: OutlineScene): Check {
  const beats = new Map(contentWords(entry.summary).map(word => [stem(word), word]))
  if (beats.size === 0)
    return {
      code: 'beat_coverage',
      result: 'warn',
      detail: 'The entry has no summary.',
      outline_line: entry.start_line,
    }
  const stems = new Set(scene.blocks.flatMap(block => block.words.map(word => stem(word.lower))))
  const missing = [...beats].filter(([beat]) => !stems.has(beat)).map(([, word]) => word)
  const share = 1 - missing.length / beats.size
  const result = share >= 0.5 ? 'pass' : share >= 0.25 ? 'warn' : 'fail'
  const list = missing.length === 0 ? '' : `; missing: ${missing.slice(0, 10).join(', ')}`
  const line = summaryLine(entry, outline)
  const detail = `${roundTo(share, 2)} of ${beats.size} words of the summary are in the scene${list}`
  return { code: 'beat_coverage', result, detail, outline_line: line, ...(result !== 'pass' && quoteAt(outline, line)) }
}

/** The first line of an entry that says something beyond its heading. */
function summaryLine(entry: OutlineScene, outline: FileText | undefined): number {
  const body = outline?.lines.slice(entry.start_line, entry.end_line) ?? []
  const at = body.findIndex(line => entry.summary.startsWith(line.trim()) && line.trim() !== '')
  return entry.start_line + at + 1
}

function contentWords(text: string): string[] {
  return wordsOf(text)
    .map(word => word.lower)
    .filter(isContentWord)
}

function stem(lower: string): string {
  return (lower.split(/['’]/, 1)[0] ?? '').slice(0, 6)
}

function namesCheck({ scene, known, outline }: DraftView, entry: OutlineScene): Check {
  const named = new Set(known.names.find(entry.summary, wordsOf(entry.summary)).map(each => each.entity))
  const present = new Set(scene.blocks.flatMap(block => block.mentions.map(each => each.entity)))
  const missing = [...named].filter(each => !present.has(each)).map(each => each.title)
  const result = missing.length === 0 ? 'pass' : missing.length === 1 ? 'warn' : 'fail'
  const detail =
    missing.length === 0
      ? `All ${named.size} names are in the scene.`
      : `Not in the scene: ${missing.slice(0, 10).join(', ')}`
  const line = summaryLine(entry, outline)
  return {
    code: 'named_entities',
    result,
    detail,
    outline_line: line,
    ...(result !== 'pass' && quoteAt(outline, line)),
  }
}

function lengthCheck({ words, lengths }: DraftView): Check {
  if (words === 0) return { code: 'length', result: 'fail', detail: 'The scene is empty.' }
  if (lengths.length < 3)
    return { code: 'length', result: 'pass', detail: `${words} words; too few scenes to compare.` }
  const middle = median(lengths)
  const usual = words >= 0.4 * middle && words <= 2.5 * middle
  return {
    code: 'length',
    result: usual ? 'pass' : 'warn',
    detail: `${words} words; the median of all scenes is ${roundTo(middle, 1)}.`,
  }
}

function canonCheck({ findings }: DraftView): Check[] {
  if (!findings) return []
  const worst = findings.find(each => each.status === 'contradiction' || each.status === 'name_variant')
  const finding = worst ?? findings.find(each => each.status === 'uncertain')
  if (!finding)
    return [{ code: 'canon', result: 'pass', detail: 'No contradiction with the card of the point of view.' }]
  const { line } = finding.scene.part
  const detail = `${finding.entity}: ${finding.attribute} is ${finding.scene.value} here, ${finding.canon.value} in canon`
  return [
    { code: 'canon', result: worst ? 'fail' : 'warn', detail, scene_line: line, ...quoteAt(finding.scene.file, line) },
  ]
}

function quoteAt(file: FileText | undefined, line: number) {
  return file ? lineQuote(file.lines[line - 1] ?? '', 160) : {}
}
