import { orUndefined } from '../rejection.ts'
import type { Workspace } from '../workspace/open.ts'
import { progressOf } from '../workspace/progress.ts'
import { loadProject } from '../workspace/project.ts'
import { authorsIn, readProvenance } from '../workspace/provenance.ts'
import type { RunTotals } from './run.ts'

export interface Tally
  extends Pick<RunTotals, 'turns' | 'chains_by_producer' | 'work_items' | 'uncovered_turns' | 'gaps'> {
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
