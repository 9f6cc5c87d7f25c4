import { join } from 'node:path'
import { replaceFile } from '../../files/replace.ts'
import type { DiaryContext } from '../context.ts'
import { Rejection } from '../rejection.ts'
import type { WorkItem } from '../schema.ts'
import { loadCards } from '../workspace/card.ts'
import { carryFile, carryText, replayCarry } from '../workspace/carry-file.ts'
import { envelopeFile, loadEnvelope } from '../workspace/envelope.ts'
import { synthesisLock, withNamedLock } from '../workspace/locks.ts'
import type { Workspace } from '../workspace/open.ts'
import { type DiaryProject, loadProject } from '../workspace/project.ts'
import { authorsIn, readProvenance } from '../workspace/provenance.ts'
import { turnKey } from '../workspace/refs.ts'
import { previousName, setAside } from '../workspace/swap.ts'
import { builtin } from './builtin.ts'

type Context = Pick<DiaryContext, 'diary' | 'clock' | 'db' | 'log'>

/**
 * Makes a project ready to be synthesized: what a refresh has carried over is written again, and an envelope that no
 * longer holds is kept aside. Items that somebody else wrote and that still hold are written again too, since they may
 * have been paid for; those of the built-in path are made anew.
 */
export async function mendEnvelope(ctx: Context, workspace: Workspace, project_key: string): Promise<void> {
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
    // Written first: whoever is killed in between finds either the old envelope or what is to become of it.
    if (carried.length > 0) await replaceFile(join(project.folder, carryFile), carryText(project_key, carried))
    const file = `projects/${project_key}/${envelopeFile}`
    await setAside(workspace.root, [file], previousName(workspace.root, ctx.clock()))
    return true
  })
  if (mended) await replayCarry(ctx, workspace, project_key)
}

/** The items that hold, of an envelope that does not hold as a whole; undefined when nothing is wrong with it. */
async function survivors(project: DiaryProject): Promise<WorkItem[] | undefined> {
  const cards = await loadCards(project)
  const chained = new Set(
    [...cards].flatMap(([session_ref, { chains }]) => chains.map(({ turn_ref }) => turnKey({ session_ref, turn_ref }))),
  )
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
