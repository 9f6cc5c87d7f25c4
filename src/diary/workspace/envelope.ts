import { join } from 'node:path'
import { Envelope, type TurnRef, type WorkItem } from '../schema.ts'
import type { StoredCard } from './card.ts'
import { checkedObject, fileText, readChecked, type StoredObject } from './json-file.ts'
import { type DiaryProject, type IndexedTurn, rejectBrokenFile, turnsOf } from './project.ts'
import { compareTurns, turnKey } from './refs.ts'

/** The work items of a project, with the file as it was read. */
export interface StoredEnvelope {
  items: readonly WorkItem[]
  messages: Envelope['source_user_messages']
  file: StoredObject
}

export const envelopeFile = 'project-synthesis.json'

/** The project's envelope, or undefined while it has none. */
export async function loadEnvelope(project: DiaryProject): Promise<StoredEnvelope | undefined> {
  const stored = await readChecked(join(project.folder, envelopeFile), checkedEnvelope)
  if (stored.state === 'absent') return undefined
  if (stored.state === 'broken') broken(stored.rule)
  const { project_key, work_items: items, source_user_messages: messages } = stored.data
  if (project_key !== project.key) broken('names another project_key')
  if (new Set(items.map(item => item.work_item_ref)).size < items.length) broken('uses a work_item_ref twice')
  const covered = items.flatMap(item => item.covered_turns).map(turnKey)
  if (new Set(covered).size < covered.length) broken('covers a turn twice')
  const indexed = new Set(turnsOf(project).map(turnKey))
  if (covered.some(key => !indexed.has(key))) broken('covers a turn that is not indexed')
  return { items, messages, file: stored.file }

  function broken(rule: string): never {
    return rejectBrokenFile('project_key', project.key, envelopeFile, rule)
  }
}

const checkedEnvelope = checkedObject(Envelope)

/** Indexed turns that no work item covers, in index order. */
export function uncoveredTurns(project: DiaryProject, items: readonly WorkItem[]): IndexedTurn[] {
  const covered = new Set(items.flatMap(item => item.covered_turns).map(turnKey))
  return turnsOf(project).filter(turn => !covered.has(turnKey(turn)))
}

/** Whether evidence came later for a turn that was named a gap: the envelope then says something untrue. */
export function isOvertaken(items: readonly WorkItem[], hasChain: (turn: TurnRef) => boolean): boolean {
  return items.some(item => item.kind === 'evidence_gap_item' && item.covered_turns.some(hasChain))
}

/** The bytes of the envelope with items added; the first one also takes over what the users said. */
export function envelopeWith(
  project: DiaryProject,
  envelope: StoredEnvelope | undefined,
  items: readonly WorkItem[],
  cards: Map<string, StoredCard>,
): string {
  const before = envelope?.file.work_items
  const work_items = [...(Array.isArray(before) ? before : []), ...items]
  if (envelope) return fileText({ ...envelope.file, work_items })
  return fileText({
    schema_version: 1,
    project_key: project.key,
    project_label: project.label,
    work_items,
    source_user_messages: userMessages(cards),
  } satisfies Envelope)
}

/** What users said, verbatim, one entry for each turn with a message, by session and turn. */
function userMessages(cards: Map<string, StoredCard>): Envelope['source_user_messages'] {
  return [...cards]
    .flatMap(([session_ref, { chains }]) =>
      chains.map(({ turn_ref, trigger }) => ({
        session_ref,
        turn_ref,
        messages: trigger.quoted_messages.map(({ text }) => text),
      })),
    )
    .filter(({ messages }) => messages.length > 0)
    .sort(compareTurns)
}

export function refOfTurn({ session_ref, turn_ref }: TurnRef): TurnRef {
  return { session_ref, turn_ref }
}
