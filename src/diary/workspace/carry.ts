import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { DiaryContext } from '../context.ts'
import { orUndefined } from '../rejection.ts'
import { type Chain, type IndexRow, type TurnFacts, type TurnRef, WorkItem } from '../schema.ts'
import { appendItems } from './append-items.ts'
import { loadCard } from './card.ts'
import { loadEnvelope } from './envelope.ts'
import { loadFacts } from './facts.ts'
import { fileText, readObject } from './json-file.ts'
import type { Workspace } from './open.ts'
import { type DiaryProject, type IndexedTurn, loadProject, turnsOf } from './project.ts'
import { turnKey } from './refs.ts'

type SpanHashes = ReadonlyMap<string, Pick<TurnFacts, 'span_sha256'>>

/** What was written about a project before its day was prepared again. */
export interface Written {
  key: string
  rows: readonly IndexRow[]
  facts: SpanHashes
  chains: ReadonlyArray<{ session_ref: string; chain: Chain }>
  items: readonly WorkItem[]
}

/** A project as it was prepared again. */
export interface Prepared {
  key: string
  rows: readonly IndexRow[]
  /** What tells whether a turn is still the same, by turn. */
  facts: SpanHashes
}

export interface Carried {
  /** Chains with their new refs, and where each was before. */
  chains: Array<{ project_key: string; session_ref: string; chain: Chain; before: EarlierPlace }>
  /** Work items with their new refs, to be written again when the day is synthesized. */
  items: Array<{ project_key: string; item: WorkItem; before: EarlierPlace }>
  chains_dropped: number
  items_dropped: number
}

interface EarlierPlace {
  project_key: string
  session_ref?: string
  turn_ref?: string
  work_item_ref?: string
}

/** Everything written about a project; what does not validate is not carried, only kept aside when it is replaced. */
export async function readWritten(project: DiaryProject): Promise<Written> {
  const chains: Array<Written['chains'][number]> = []
  for (const row of project.rows) {
    const card = await orUndefined(loadCard(project, row))
    chains.push(...(card?.chains ?? []).map(chain => ({ session_ref: row.session_ref, chain })))
  }
  const envelope = await orUndefined(loadEnvelope(project))
  const { key, rows } = project
  return { key, rows, facts: await loadFacts(project), chains, items: envelope?.items ?? [] }
}

/**
 * What survives a fresh preparation: a chain when its turn is still there with the same lines and bytes, a work item
 * when all its turns are.
 */
export function carryOver(written: readonly Written[], prepared: readonly Prepared[]): Carried {
  const homes = turnsByIdentity(prepared)
  const carried: Carried = { chains: [], items: [], chains_dropped: 0, items_dropped: 0 }
  for (const project of written) {
    const moved = new Map<string, Home>()
    for (const turn of turnsOf(project)) {
      const identity = identityOf(turn, project.facts)
      const home = identity === undefined ? undefined : homes.get(identity)?.shift()
      if (home) moved.set(turnKey(turn), home)
    }
    for (const { session_ref, chain } of project.chains) {
      const home = moved.get(turnKey({ session_ref, turn_ref: chain.turn_ref }))
      if (!home) carried.chains_dropped++
      else {
        carried.chains.push({
          project_key: home.project_key,
          session_ref: home.session_ref,
          chain: { ...chain, turn_ref: home.turn_ref },
          before: { project_key: project.key, session_ref, turn_ref: chain.turn_ref },
        })
      }
    }
    for (const item of project.items) {
      const survivor = itemAt(item, moved)
      if (!survivor) carried.items_dropped++
      else {
        carried.items.push({
          ...survivor,
          before: { project_key: project.key, work_item_ref: item.work_item_ref },
        })
      }
    }
  }
  return carried
}

export const carryFile = 'carry.json'

/** The bytes of carry.json: items that survived a refresh, with who wrote them. */
export function carryText(project_key: string, work_items: Carry['work_items']): string {
  return fileText({ schema_version: 1, project_key, work_items } satisfies Carry)
}

/** Writes carried items again, each by its own author; those that no longer fit are dropped. Answers how many of each there were. */
export async function replayCarry(
  ctx: Pick<DiaryContext, 'diary' | 'clock' | 'db' | 'log'>,
  workspace: Workspace,
  project_key: string,
): Promise<{ replayed: number; dropped: number }> {
  const { folder } = await loadProject(workspace, project_key)
  const path = join(folder, carryFile)
  const stored = await readObject(path)
  if (stored.state === 'absent') return { replayed: 0, dropped: 0 }
  const carry = Carry.safeParse(stored.state === 'read' ? stored.value : undefined)
  const counts = { replayed: 0, dropped: 0 }
  for (const { by, work_item } of carry.success ? carry.data.work_items : []) {
    const { appended } = await appendItems(ctx, { workspace, project_key, items: [work_item], by })
    if (appended.length > 0) counts.replayed++
    else counts.dropped++
  }
  await rm(path, { force: true })
  return counts
}

interface Home extends TurnRef {
  project_key: string
}

function turnsByIdentity(prepared: readonly Prepared[]): Map<string, Home[]> {
  const homes = new Map<string, Home[]>()
  for (const { key, rows, facts } of prepared) {
    for (const turn of turnsOf({ rows })) {
      const identity = identityOf(turn, facts)
      if (identity === undefined) continue
      const { session_ref, turn_ref } = turn
      homes.set(identity, [...(homes.get(identity) ?? []), { project_key: key, session_ref, turn_ref }])
    }
  }
  return homes
}

/** A turn without facts has no hash, so nothing can be said to be the same as it. */
function identityOf(turn: IndexedTurn, facts: SpanHashes): string | undefined {
  const hash = facts.get(turnKey(turn))?.span_sha256
  const { source, source_session_id } = turn.row
  return hash === undefined ? undefined : JSON.stringify([source, source_session_id, turn.start, turn.end, hash])
}

function itemAt(item: WorkItem, moved: ReadonlyMap<string, Home>): { project_key: string; item: WorkItem } | undefined {
  const homes = item.covered_turns.map(turn => moved.get(turnKey(turn)))
  const project_key = homes[0]?.project_key
  if (project_key === undefined || homes.some(home => home?.project_key !== project_key)) return undefined
  const at = (turn: TurnRef): TurnRef => {
    const { session_ref, turn_ref } = moved.get(turnKey(turn)) ?? turn
    return { session_ref, turn_ref }
  }
  const withRefs = <T extends { evidence_refs?: TurnRef[] | undefined }>(part: T): T =>
    part.evidence_refs ? { ...part, evidence_refs: part.evidence_refs.map(at) } : part
  return {
    project_key,
    item: {
      ...item,
      covered_turns: item.covered_turns.map(at),
      ...(item.trigger && { trigger: withRefs(item.trigger) }),
      outcomes: item.outcomes.map(withRefs),
      terminal_states: item.terminal_states.map(withRefs),
    },
  }
}

const Carry = z.object({
  schema_version: z.literal(1),
  project_key: z.string(),
  work_items: z.array(z.object({ by: z.string(), work_item: WorkItem })),
})
type Carry = z.output<typeof Carry>
