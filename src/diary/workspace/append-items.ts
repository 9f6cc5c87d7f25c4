import { join } from 'node:path'
import { replaceFile, sweepTemporary } from '../../files/replace.ts'
import type { DiaryContext } from '../context.ts'
import { logDiary } from '../feed.ts'
import { type Problem, Rejection } from '../rejection.ts'
import type { TurnRef, WorkItem } from '../schema.ts'
import { chainsByTurn, loadCard, loadCards, type StoredCard } from './card.ts'
import { envelopeFile, envelopeWith, loadEnvelope, refOfTurn, type StoredEnvelope, uncoveredTurns } from './envelope.ts'
import { evidenceRefsOf } from './item-input.ts'
import { synthesisLock, writeChecked } from './locks.ts'
import type { Workspace } from './open.ts'
import { type DiaryProject, loadProject, turnsOf } from './project.ts'
import { recordProvenance } from './provenance.ts'
import { turnKey } from './refs.ts'

interface ItemsToAppend {
  workspace: Workspace
  project_key: string
  items: readonly WorkItem[]
  by: string
}

interface AppendedItems {
  appended: string[]
  refused: Array<{ work_item_ref: string; problems: readonly Problem[] }>
  uncovered_turns: TurnRef[]
}

type Context = Pick<DiaryContext, 'diary' | 'clock' | 'db' | 'log'>

/** Checks items of the right shape one after the other and commits the good ones in one replacement. */
export async function appendItems(ctx: Context, submitted: ItemsToAppend): Promise<AppendedItems> {
  const { workspace, project_key, by } = submitted
  const { accepted, refused, uncovered_turns } = await writeChecked(
    workspace.root,
    synthesisLock(project_key),
    ctx.diary.lockTimeoutMs,
    {
      file: join(workspace.root, 'projects', project_key, envelopeFile),
      check: () => checkItems(submitted),
      isAccepted: checked => checked.accepted.length > 0,
      async write({ project, envelope, cards, accepted }) {
        await sweepTemporary(project.folder)
        await recordProvenance(
          workspace,
          ctx.clock(),
          accepted.map(({ work_item_ref }) => ({ by, operation: 'write_work_item', project_key, work_item_ref })),
        )
        await replaceFile(join(project.folder, envelopeFile), envelopeWith(project, envelope, accepted, cards))
      },
    },
  )
  const appended = accepted.map(({ work_item_ref }) => work_item_ref)
  if (appended.length > 0) {
    const count = appended.length
    await logDiary(ctx, workspace, {
      type: 'work_item_appended',
      project_key,
      summary: `${count} work ${count === 1 ? 'item' : 'items'} appended`,
      details: { project_key, work_items: appended, uncovered_turns: uncovered_turns.length },
    })
  }
  return { appended, refused, uncovered_turns }
}

/** The one item of a call, or the rejection that says what is wrong with it. */
export async function appendItem(
  ctx: Context,
  { item, ...place }: Omit<ItemsToAppend, 'items'> & { item: WorkItem },
): Promise<TurnRef[]> {
  const { refused, uncovered_turns } = await appendItems(ctx, { ...place, items: [item] })
  for (const { problems } of refused) throw new Rejection(problems)
  return uncovered_turns
}

interface CheckedItems extends Omit<AppendedItems, 'appended'> {
  project: DiaryProject
  envelope: StoredEnvelope | undefined
  cards: Map<string, StoredCard>
  accepted: WorkItem[]
}

async function checkItems({ workspace, project_key, items }: ItemsToAppend): Promise<CheckedItems> {
  const project = await loadProject(workspace, project_key)
  const envelope = await loadEnvelope(project)
  const cards = envelope ? await cardsNamedIn(project, items) : await loadCards(project)
  const state = {
    indexed: new Set(turnsOf(project).map(turnKey)),
    chained: new Set(chainsByTurn(cards).keys()),
    covered: new Map<string, string>(),
    refs: new Set<string>(),
  }
  for (const item of envelope?.items ?? []) enter(item, state)
  const accepted: WorkItem[] = []
  const refused: AppendedItems['refused'] = []
  for (const item of items) {
    const problems = [...refProblems(item, state), ...coverProblems(item, state), ...evidenceProblems(item)]
    if (problems.length > 0) refused.push({ work_item_ref: item.work_item_ref, problems })
    else {
      accepted.push(item)
      enter(item, state)
    }
  }
  const all = [...(envelope?.items ?? []), ...accepted]
  const uncovered_turns = uncoveredTurns(project, all).map(refOfTurn)
  return { project, envelope, cards, accepted, refused, uncovered_turns }
}

interface State {
  indexed: ReadonlySet<string>
  chained: ReadonlySet<string>
  /** Which item covers a turn. */
  covered: Map<string, string>
  refs: Set<string>
}

function enter({ work_item_ref, covered_turns }: WorkItem, { covered, refs }: State): void {
  refs.add(work_item_ref)
  for (const turn of covered_turns) covered.set(turnKey(turn), work_item_ref)
}

async function cardsNamedIn(project: DiaryProject, items: readonly WorkItem[]): Promise<Map<string, StoredCard>> {
  const named = new Set(items.flatMap(({ covered_turns }) => covered_turns.map(turn => turn.session_ref)))
  const cards = new Map<string, StoredCard>()
  for (const row of project.rows) {
    const card = named.has(row.session_ref) ? await loadCard(project, row) : undefined
    if (card) cards.set(row.session_ref, card)
  }
  return cards
}

function refProblems({ work_item_ref }: WorkItem, { refs }: State): Problem[] {
  if (!refs.has(work_item_ref)) return []
  return [
    {
      path: 'work_item.work_item_ref',
      message: `${work_item_ref} is already used`,
      hint: 'use the next free ref; diary_next names it',
    },
  ]
}

function coverProblems({ kind, covered_turns }: WorkItem, { indexed, chained, covered }: State): Problem[] {
  return covered_turns.flatMap((turn, index) => {
    const key = turnKey(turn)
    const path = `work_item.covered_turns[${index}]`
    if (!indexed.has(key)) {
      return [{ path, message: `${key} is not an indexed turn`, hint: 'use turns listed in sessions.index.jsonl' }]
    }
    const problems: Problem[] = []
    const other = covered.get(key)
    if (other !== undefined) {
      problems.push({
        path,
        message: `${key} is already covered by ${other}`,
        hint: 'cover only turns of uncovered_turns',
      })
    }
    const isGap = kind === 'evidence_gap_item'
    if (isGap === chained.has(key)) {
      problems.push(
        isGap
          ? {
              path,
              message: `${key} has an evidence chain, so it is no gap`,
              hint: 'cover it with another kind of work item',
            }
          : {
              path,
              message: `${key} has no evidence chain`,
              hint: 'write its evidence first, or cover it with an evidence_gap_item',
            },
      )
    }
    return problems
  })
}

/** Faults of a covered turn are reported where it is covered; each other turn is reported once. */
function evidenceProblems(item: WorkItem): Problem[] {
  const seen = new Set(item.covered_turns.map(turnKey))
  return evidenceRefsOf(item).flatMap(({ path, ...turn }) => {
    const key = turnKey(turn)
    if (seen.has(key)) return []
    seen.add(key)
    return [
      {
        path: `work_item.${path}`,
        message: `${key} is not one of the turns this item covers`,
        hint: 'cite only turns of covered_turns',
      },
    ]
  })
}
