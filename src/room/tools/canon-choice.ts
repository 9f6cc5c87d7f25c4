import { cutTo } from '../../kernel/text.ts'
import type { CardKnowledge, KnownCard } from '../text/card-knowledge.ts'
import type { Entity } from '../text/entities.ts'
import { placeOf } from '../text/places.ts'
import { compareBytes } from '../workspace/fold.ts'
import type { FileText } from '../workspace/vfs.ts'
import type { ReadScene } from './read-scene.ts'
import { ToolFault } from './tool.ts'
import { indexedCards, type WorkspaceReader } from './workspace-reader.ts'

interface RankedCard {
  card: KnownCard
  mentions: number
  firstLine: number | null
}

/** A card to compare with, or a path that gave none. */
export type CanonFile = { card: KnownCard; file: FileText; expandedFrom?: string } | { path: string; error: string }

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
    .sort((a, b) => b.mentions - a.mentions || compareBytes(a.card.path, b.card.path))
}

/** The cards that the given paths mean; the index means those of its cards that the scene mentions. */
export async function chooseCanon(
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
    const found = reader.resolve(path)
    const shown = cutTo(path.toWellFormed(), 200)
    if ('fault' in found) chosen.set(shown, { path: shown, error: found.fault.code })
    else if (found.file.class === 'canon') {
      const text = await reader.read(found.file)
      if ('fault' in text) chosen.set(found.file.path, { path: found.file.path, error: text.fault.code })
      else for (const card of mentionedIn(text, scene, known)) await add(card, found.file.path)
    } else {
      const card = known.cards.find(each => each.path === found.file.path)
      const text = await reader.read(found.file)
      const error = 'fault' in text ? text.fault.code : 'canon_files_missing'
      if (card) await add(card)
      else chosen.set(found.file.path, { path: found.file.path, error })
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
