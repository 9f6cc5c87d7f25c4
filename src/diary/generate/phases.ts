import { join } from 'node:path'
import { replaceFile } from '../../files/replace.ts'
import type { DiaryContext } from '../context.ts'
import { orUndefined, Rejection } from '../rejection.ts'
import { loadReport } from '../report/slots.ts'
import type { WorkItem } from '../schema.ts'
import { chainsByTurn, loadCards } from '../workspace/card.ts'
import { carryFile, carryText, replayCarry } from '../workspace/carry.ts'
import { envelopeFile, loadEnvelope } from '../workspace/envelope.ts'
import { synthesisLock, withNamedLock } from '../workspace/locks.ts'
import type { Workspace } from '../workspace/open.ts'
import { type Progress, progressOf } from '../workspace/progress.ts'
import { type DiaryProject, loadProject } from '../workspace/project.ts'
import { authorsIn, readProvenance } from '../workspace/provenance.ts'
import { turnKey } from '../workspace/refs.ts'
import { previousName, setAside } from '../workspace/swap.ts'
import { builtin, builtinProducer, writeBuiltinChains } from './builtin.ts'
import { turnsWithoutChain } from './plan.ts'
import type { EvidenceTask } from './producer.ts'
import { type Generation, retryUntilDone } from './retry.ts'
import type { RunTotals } from './run.ts'
import { writeItems } from './write-items.ts'

/** Has the turns of a task extracted; what the mode leaves, the built-in path does unless gaps are wanted. */
export async function extractEvidence(run: Generation, task: EvidenceTask): Promise<void> {
  const { workspace, producer, madeChains, signal } = run
  await retryUntilDone(run, {
    id: task.id,
    remaining: async () => (await turnsWithoutChain(workspace, task)).length,
    once: async ctx => producer.evidence({ ...task, turns: await turnsWithoutChain(workspace, task) }, ctx),
  })
  if (!fallsBack(run)) return
  const turns = await turnsWithoutChain(workspace, task)
  if (turns.length === 0) return
  const { appended } = await writeBuiltinChains({ ...task, turns }, { ...run.ctx, workspace, madeChains, signal })
  run.live.spent(task.id, { tokens: null, cost_usd: null, fallbacks: appended.length })
}

export const synthesisTask = (project_key: string) => `synthesis:${project_key}`

/** Has the turns of a project covered, going on from the work items there are. */
export async function synthesizeProject(run: Generation, project_key: string): Promise<void> {
  const { ctx, workspace, producer, live } = run
  const id = synthesisTask(project_key)
  const progress = async () => progressOf(await loadProject(workspace, project_key))
  if (!run.signal.aborted) await mendEnvelope(ctx, workspace, project_key)
  await retryUntilDone(run, {
    id,
    remaining: async () => (await progress()).uncovered.length,
    once: async task => producer.synthesis({ id, project_key, uncovered_turns: uncoveredIn(await progress()) }, task),
  })
  if (!fallsBack(run) || (await progress()).uncovered.length === 0) return
  await writeItems(ctx, { workspace, project_key, by: builtin.name })
  live.spent(id, { tokens: null, cost_usd: null, fallbacks: 1 })
}

export const narrationTask = 'narration'

/** Has the slots of the rendered report filled. Answers whether any was. */
export async function narrateDay(run: Generation): Promise<boolean> {
  const { workspace, producer } = run
  const before = await openSlots(workspace)
  await retryUntilDone(run, {
    id: narrationTask,
    remaining: () => openSlots(workspace),
    once: async ctx => (await producer.narration?.(ctx)) ?? { tokens: null, cost_usd: null, problem: null },
    anythingIsEnough: true,
  })
  return (await openSlots(workspace)) < before
}

function fallsBack({ signal, producer, options }: Generation): boolean {
  return options.fallback === 'builtin' && producer !== builtinProducer && !signal.aborted
}

function uncoveredIn({ uncovered, hasChain }: Progress) {
  return uncovered.map(({ session_ref, turn_ref }) => ({
    session_ref,
    turn_ref,
    has_chain: hasChain({ session_ref, turn_ref }),
  }))
}

/** Slots that hold a template or nothing. A day without evidence has nothing to narrate. */
async function openSlots(workspace: Workspace): Promise<number> {
  const { parsed } = await loadReport(workspace)
  if (Object.keys(parsed.producers).length === 0) return 0
  const summaries = parsed.projects.filter(({ summary }) => summary !== null && summary.by !== 'agent')
  const slots = [parsed.engagement_assessment, parsed.team_learning]
  return summaries.length + slots.filter(slot => slot === null).length + (parsed.title.by === 'agent' ? 0 : 1)
}

type Context = Pick<DiaryContext, 'diary' | 'clock' | 'db' | 'log'>

/**
 * Makes a project ready to be synthesized: what a refresh has carried over is written again, and an envelope that no
 * longer holds is kept aside. Items of other writers that still hold are written again too, since they may
 * have been paid for; those of the built-in path are made again.
 */
async function mendEnvelope(ctx: Context, workspace: Workspace, project_key: string): Promise<void> {
  await replayCarry(ctx, workspace, project_key)
  const mended = await withNamedLock(workspace.root, synthesisLock(project_key), ctx.diary.lockTimeoutMs, async () => {
    const project = await loadProject(workspace, project_key)
    const kept = await survivors(project)
    if (!kept) return false
    const authorOf = authorsIn(await readProvenance(workspace))
    const carried = kept.flatMap(work_item => {
      const by = authorOf({ project_key, work_item_ref: work_item.work_item_ref }) ?? 'unknown'
      return by === builtin.name ? [] : [{ by, work_item }]
    })
    // Written first: after a kill in between there is either the old envelope or what is to become of it.
    if (carried.length > 0) await replaceFile(join(project.folder, carryFile), carryText(project_key, carried))
    const file = `projects/${project_key}/${envelopeFile}`
    await setAside(workspace.root, [file], previousName(workspace.root, ctx.clock()))
    return true
  })
  if (mended) await replayCarry(ctx, workspace, project_key)
}

/** The items that hold, of an envelope that does not hold as a whole; undefined when nothing is wrong with it. */
async function survivors(project: DiaryProject): Promise<WorkItem[] | undefined> {
  const chained = chainsByTurn(await loadCards(project))
  const holds = ({ kind, covered_turns }: WorkItem) =>
    covered_turns.every(turn => chained.has(turnKey(turn)) === (kind !== 'evidence_gap_item'))
  try {
    const items = (await loadEnvelope(project))?.items ?? []
    return items.every(holds) ? undefined : items.filter(holds)
  } catch (error) {
    if (error instanceof Rejection) return []
    throw error
  }
}

interface Tally extends Pick<RunTotals, 'turns' | 'chains_by_producer' | 'work_items' | 'uncovered_turns' | 'gaps'> {
  /** Every turn has a chain and is in a work item that holds. */
  complete: boolean
}

/** What the artifacts of some projects say; nothing that a run says about itself counts. */
export async function tallyOf(workspace: Workspace, projectKeys: readonly string[]): Promise<Tally> {
  const authorOf = authorsIn(await readProvenance(workspace))
  const tally: Tally = {
    turns: 0,
    chains_by_producer: {},
    work_items: {},
    uncovered_turns: 0,
    gaps: 0,
    complete: true,
  }
  for (const project_key of projectKeys) {
    const progress = await orUndefined(loadProject(workspace, project_key).then(progressOf))
    if (!progress) {
      tally.complete = false
      continue
    }
    const { turns, cards, items, uncovered, hasChain, overtaken } = progress
    tally.turns += turns.length
    tally.uncovered_turns += uncovered.length
    tally.gaps += turns.filter(({ session_ref, turn_ref }) => !hasChain({ session_ref, turn_ref })).length
    for (const [session_ref, { chains }] of cards) {
      for (const { turn_ref } of chains) {
        add(tally.chains_by_producer, authorOf({ project_key, session_ref, turn_ref }) ?? 'unknown')
      }
    }
    for (const { kind } of items) add(tally.work_items, kind)
    if (overtaken) tally.complete = false
  }
  if (tally.uncovered_turns > 0 || tally.gaps > 0) tally.complete = false
  return tally
}

function add(counts: { [name: string]: number }, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}
