import { join } from 'node:path'
import { Card, type Chain, type IndexRow } from '../schema.ts'
import { checkedObject, fileText, readChecked, type StoredObject } from './json-file.ts'
import { type DiaryProject, rejectBrokenFile } from './project.ts'
import { turnKey } from './refs.ts'

/** The chains of one session, with the file as it was read: what we do not know in it is kept. */
export interface StoredCard {
  chains: readonly Chain[]
  file: StoredObject
}

/** The session's card, or undefined while it has none. A card that does not fit is refused, never mended. */
export async function loadCard(project: DiaryProject, row: IndexRow): Promise<StoredCard | undefined> {
  const stored = await readChecked(join(project.folder, cardFile(row)), checkedCard)
  if (stored.state === 'absent') return undefined
  if (stored.state === 'broken') broken(stored.rule)
  const { project_key, session_ref, evidence_chains: chains } = stored.data
  if (project_key !== project.key) broken('names another project_key')
  if (session_ref !== row.session_ref) broken('names another session_ref')
  const refs = new Set(chains.map(chain => chain.turn_ref))
  if (refs.size < chains.length) broken('holds two chains for one turn_ref')
  const indexed = new Set(row.turns.map(turn => turn.turn_ref))
  if (chains.some(chain => !indexed.has(chain.turn_ref))) broken('holds a chain for a turn that is not indexed')
  return { chains, file: stored.file }

  function broken(rule: string): never {
    return rejectBrokenFile('session_ref', project.key, cardFile(row), rule)
  }
}

const checkedCard = checkedObject(Card)

/** Every chain of a project by session, for sessions that have a card. */
export async function loadCards(project: DiaryProject): Promise<Map<string, StoredCard>> {
  const cards = new Map<string, StoredCard>()
  for (const row of project.rows) {
    const card = await loadCard(project, row)
    if (card) cards.set(row.session_ref, card)
  }
  return cards
}

/** Every chain of some cards, by its turn. */
export function chainsByTurn(cards: ReadonlyMap<string, Pick<StoredCard, 'chains'>>): Map<string, Chain> {
  return new Map(
    [...cards].flatMap(([session_ref, { chains }]) =>
      chains.map(chain => [turnKey({ session_ref, turn_ref: chain.turn_ref }), chain] as const),
    ),
  )
}

/** The bytes of the card with chains added at its end. */
export function cardWith(project: DiaryProject, row: IndexRow, card: StoredCard | undefined, chains: Chain[]): string {
  const head = card?.file ?? { schema_version: 1, project_key: project.key, session_ref: row.session_ref }
  const { evidence_chains: before } = card?.file ?? {}
  return fileText({ ...head, evidence_chains: [...(Array.isArray(before) ? before : []), ...chains] })
}

export function cardFile({ session_ref }: Pick<IndexRow, 'session_ref'>): string {
  return `evidence/${session_ref}.json`
}
