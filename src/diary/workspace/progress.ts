import { join } from 'node:path'
import { jsonIn } from '../../kernel/json.ts'
import { SessionCoverage, type TurnRef, type WorkItem } from '../schema.ts'
import { chainsByTurn, loadCards, type StoredCard } from './card.ts'
import { isOvertaken, loadEnvelope, uncoveredTurns } from './envelope.ts'
import { readText } from './json-file.ts'
import { type DiaryProject, type IndexedTurn, turnsOf } from './project.ts'
import { nextRef, turnKey } from './refs.ts'

/** How far the work on a project's day has come. */
export interface Progress {
  project: DiaryProject
  cards: Map<string, StoredCard>
  items: readonly WorkItem[]
  turns: IndexedTurn[]
  /** Turns that still need a chain and are not named a gap. */
  unextracted: IndexedTurn[]
  uncovered: IndexedTurn[]
  /** Evidence came for a turn that the envelope calls a gap. */
  overtaken: boolean
  hasChain(turn: TurnRef): boolean
  /** The ref of the next work item, which was never in use. */
  nextItemRef: string
}

export async function progressOf(project: DiaryProject): Promise<Progress> {
  const cards = await loadCards(project)
  const chained = chainsByTurn(cards)
  const hasChain = (turn: TurnRef) => chained.has(turnKey(turn))
  const items = (await loadEnvelope(project))?.items ?? []
  const uncovered = uncoveredTurns(project, items)
  return {
    project,
    cards,
    items,
    turns: turnsOf(project),
    unextracted: uncovered.filter(turn => !hasChain(turn)),
    uncovered,
    overtaken: isOvertaken(items, hasChain),
    hasChain,
    nextItemRef: nextRef('W', [...items.map(({ work_item_ref }) => work_item_ref), ...project.forgottenRefs]),
  }
}

export function chainCount({ cards }: Pick<Progress, 'cards'>): number {
  return [...cards.values()].reduce((sum, { chains }) => sum + chains.length, 0)
}

export function isComplete({ uncovered, overtaken }: Progress): boolean {
  return uncovered.length === 0 && !overtaken
}

export const coverageFile = 'coverage.jsonl'

/** What became of every byte of a project's transcripts, by session; empty for a day that was prepared before this was kept. */
export async function loadCoverage({ folder }: Pick<DiaryProject, 'folder'>): Promise<Map<string, SessionCoverage>> {
  const text = await readText(join(folder, coverageFile))
  const coverage = new Map<string, SessionCoverage>()
  for (const line of typeof text === 'string' ? text.split('\n') : []) {
    const parsed = SessionCoverage.safeParse(jsonIn(line))
    if (parsed.success) coverage.set(parsed.data.session_ref, parsed.data)
  }
  return coverage
}
