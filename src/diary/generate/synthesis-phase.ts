import { writeItems } from '../synthesize/write-items.ts'
import { type Progress, progressOf } from '../workspace/progress.ts'
import { loadProject } from '../workspace/project.ts'
import { builtin } from './builtin.ts'
import { mendEnvelope } from './envelope-upkeep.ts'
import { fallsBack } from './evidence-phase.ts'
import type { Generation } from './generation.ts'
import { retryUntilDone } from './retry.ts'

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

function uncoveredIn({ uncovered, hasChain }: Progress) {
  return uncovered.map(({ session_ref, turn_ref }) => ({
    session_ref,
    turn_ref,
    has_chain: hasChain({ session_ref, turn_ref }),
  }))
}
