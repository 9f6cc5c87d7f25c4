import type { WorkItem } from '../schema.ts'
import { synthesize } from '../synthesize/synthesize.ts'
import { chainsByTurn } from '../workspace/card.ts'
import { loadFacts } from '../workspace/facts.ts'
import type { Workspace } from '../workspace/open.ts'
import { progressOf } from '../workspace/progress.ts'
import { loadProject } from '../workspace/project.ts'

/** What would cover the turns of a project that no work item covers yet. */
export async function itemsToWrite(workspace: Workspace, project_key: string): Promise<WorkItem[]> {
  const progress = await progressOf(await loadProject(workspace, project_key))
  if (progress.uncovered.length === 0) return []
  return synthesize({
    uncovered: progress.uncovered,
    chains: chainsByTurn(progress.cards),
    facts: await loadFacts(progress.project),
    items: progress.items,
    nextItemRef: progress.nextItemRef,
  })
}
