import { z } from 'zod'
import { byteOrder } from '../../kernel/byte-order.ts'
import { cutTo } from '../../kernel/text.ts'
import type { CardKnowledge, KnownCard } from '../text/card-knowledge.ts'
import type { Entity } from '../text/entities.ts'
import { matchEntry } from '../text/entry-match.ts'
import { valueText } from '../text/facts.ts'
import { placeOf } from '../text/places.ts'
import type { FileText } from '../workspace/vfs.ts'
import type { Answer } from './answer.ts'
import { scenePathAliases, scenePathArg, textUpTo } from './arguments.ts'
import { type Finding, findingNote, findingRow, findingsOf, notMentioned } from './canon-findings.ts'
import { defineTool, type ToolWork } from './define-tool.ts'
import { ToolFault, type ToolResult } from './tool.ts'
import {
  discoveredOutline,
  indexedCards,
  type OpenedFile,
  type ReadScene,
  readScene,
  type WorkspaceReader,
} from './workspace-reader.ts'

const weights = { contradiction: 100, name_variant: 90, uncertain: 60, match: 20 }

/** What a scene says against what the cards say. */
export const canonChecker = defineTool({
  id: 'canon_checker',
  version: '1.0.0',
  purpose: 'Compare what a scene says about people, places and things with their canon cards.',
  whenToUse: 'For contradictions with canon. Without canon_paths it suggests the cards to compare with.',
  input: z.strictObject({
    scene_path: scenePathArg,
    canon_paths: z.array(z.string()).max(20).describe('Cards to compare with.').default([]),
    mode: textUpTo(40).describe('strict, or contradictions for those alone.').default('strict'),
  }),
  argAliases: { ...scenePathAliases, canon: 'canon_paths', canonfiles: 'canon_paths' },
  wouldRead({ scene_path, canon_paths }, dry) {
    for (const path of [scene_path, ...canon_paths]) dry.path(path)
  },
  async run({ scene_path, canon_paths: canon, mode }, work) {
    const { reader, answer } = work
    if (reader.cards().length === 0) throw new ToolFault('canon_files_missing')
    const opened = await reader.open(scene_path)
    const known = await reader.known()
    const outline = await discoveredOutline(reader)
    const scene = readScene(opened.text, known, matchEntry(opened.file.path, outline?.entries ?? [])?.entry)
    if (canon.length === 0) return discovery(work, opened, scene, known, mode)
    return compare(answer, opened, scene, await chooseCanon(reader, scene, known, canon), known, mode)
  },
})

async function discovery(
  { reader, answer }: ToolWork,
  { file, text }: OpenedFile,
  scene: ReadScene,
  known: CardKnowledge,
  mode: string,
): Promise<ToolResult> {
  const ranked = rankCards(scene, known)
  const mentioned = ranked.filter(each => each.mentions > 0).slice(0, 8)
  const suggested = mentioned.length > 0 ? mentioned : ranked.slice(0, 4)
  const excerpt = cutTo(text.content, 600)
  answer.refs.lines(text, 1, excerpt.split(/\r\n|\r|\n/).length)
  for (const { firstLine } of mentioned) answer.refs.lines(text, firstLine ?? 0)
  answer.refs.whole(text)
  return answer.json({
    scene_path: file.path,
    mode,
    phase: 'discovery',
    status: 'needs_canon',
    suggested_canon_paths: suggested.map(each => each.card.path),
    available_canon_files: ranked.slice(0, 40).map(({ card, mentions, firstLine }) => ({
      path: card.path,
      name: card.title,
      category: card.category,
      size_bytes: reader.fileOf(card.path).size_bytes,
      mentions,
      first_line: firstLine,
    })),
    total_canon_files: reader.cards().length,
    scene_excerpt: excerpt,
    ...(excerpt !== text.content && { truncated: true }),
    scene_total_lines: text.lines.length,
    instruction: 'Call canon_checker again with canon_paths from suggested_canon_paths.',
  })
}

function compare(
  answer: Answer,
  { file, text }: OpenedFile,
  scene: ReadScene,
  canon: readonly CanonFile[],
  known: CardKnowledge,
  mode: string,
): ToolResult {
  const cards = canon.filter(each => 'card' in each)
  const chosen = new Set(cards.map(({ card }) => card.entity))
  const facts = scene.facts.filter(fact => chosen.has(fact.entity))
  const found = findingsOf({ ...scene, facts }, cards, known)
  const absent = notMentioned(facts, cards)
  const brief = mode === 'contradictions'
  const listed = (brief ? found.filter(each => each.status !== 'match') : found).slice(0, 40)
  for (const finding of listed) {
    const [note, weight] = [findingNote(finding), weights[finding.status]]
    for (const [side, kind] of [
      [finding.scene, file.class],
      [finding.canon, 'compendium'],
    ] as const) {
      answer.refs.lines(side.file, side.part.line)
      answer.span(side.file, kind, side.part, side.at, note, weight)
    }
  }
  answer.refs.whole(text)
  for (const card of cards) answer.refs.whole(card.file)
  return answer.json({
    scene_path: file.path,
    mode,
    phase: 'compare',
    status: statusOf(found),
    counts: { ...countsOf(found), not_mentioned: absent.length },
    findings: listed.map((finding, at) => findingRow(finding, `F${at + 1}`)),
    ...(!brief && {
      not_mentioned: absent.slice(0, 20).map(({ entity, attribute, value, path, part }) => ({
        entity: entity.title,
        attribute,
        value: valueText(value),
        path,
        line: part.line,
      })),
    }),
    canon_files: canon.map(canonRow),
    notes: found.length > listed.length && !brief ? [`${found.length - listed.length} more findings are left out`] : [],
  })
}

function countsOf(found: readonly Finding[]) {
  const count = (status: Finding['status']) => found.filter(each => each.status === status).length
  return {
    contradiction: count('contradiction'),
    name_variant: count('name_variant'),
    uncertain: count('uncertain'),
    match: count('match'),
  }
}

function statusOf(found: readonly Finding[]): string {
  const counts = countsOf(found)
  if (counts.contradiction + counts.name_variant > 0) return 'contradiction'
  if (counts.uncertain > 0) return 'uncertain'
  return counts.match > 0 ? 'consistent' : 'no_overlap'
}

function canonRow(each: CanonFile) {
  if (!('card' in each)) return each
  const { card, expandedFrom } = each
  const row = { path: card.path, category: card.category, title: card.title, facts: card.facts.length }
  return expandedFrom === undefined ? row : { ...row, expanded_from: expandedFrom }
}

interface RankedCard {
  card: KnownCard
  mentions: number
  firstLine: number | null
}

/** A card to compare with, or a path that gave none. */
type CanonFile = { card: KnownCard; file: FileText; expandedFrom?: string } | { path: string; error: string }

/** How often a scene names the subject of each card: most first, then by path. */
export function rankCards(scene: ReadScene, known: CardKnowledge): RankedCard[] {
  const counts = new Map<Entity, { mentions: number; firstLine: number }>()
  for (const { block, words, mentions } of scene.blocks)
    for (const { entity, first } of mentions) {
      const seen = counts.get(entity)
      if (seen) seen.mentions++
      else counts.set(entity, { mentions: 1, firstLine: placeOf(block, words[first]?.start ?? 0).line })
    }
  return known.cards
    .map(card => ({ card, ...(counts.get(card.entity) ?? { mentions: 0, firstLine: null }) }))
    .sort((a, b) => b.mentions - a.mentions || byteOrder(a.card.path, b.card.path))
}

/** The cards that the given paths mean; the index means those of its cards that the scene mentions. */
async function chooseCanon(
  reader: WorkspaceReader,
  scene: ReadScene,
  known: CardKnowledge,
  paths: readonly string[],
): Promise<CanonFile[]> {
  const chosen = new Map<string, CanonFile>()
  const add = async (card: KnownCard, expandedFrom?: string) => {
    const file = await reader.peek(reader.fileOf(card.path))
    if (!file || chosen.has(card.path)) return
    chosen.set(card.path, { card, file, ...(expandedFrom !== undefined && { expandedFrom }) })
  }
  for (const path of paths) {
    const opened = await reader.tryToOpen(path)
    if ('fault' in opened) chosen.set(opened.path, { path: opened.path, error: opened.fault.code })
    else if (opened.file.class === 'canon') {
      for (const card of mentionedIn(opened.text, scene, known)) await add(card, opened.file.path)
    } else {
      const card = known.cards.find(each => each.path === opened.file.path)
      if (card) await add(card)
      else chosen.set(opened.file.path, { path: opened.file.path, error: 'canon_files_missing' })
    }
  }
  if (![...chosen.values()].some(each => 'card' in each)) {
    const ranked = rankCards(scene, known).slice(0, 5)
    throw new ToolFault(
      'canon_files_missing',
      ranked.map(each => each.card.path),
    )
  }
  return [...chosen.values()]
}

function mentionedIn(index: FileText, scene: ReadScene, known: CardKnowledge): KnownCard[] {
  const listed = indexedCards(index)
  const ranked = rankCards(scene, known).filter(each => each.mentions > 0 && listed.has(each.card.path))
  return ranked.slice(0, 12).map(each => each.card)
}
