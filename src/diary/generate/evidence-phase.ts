import { builtinProducer, writeBuiltinChains } from './builtin.ts'
import type { Generation } from './generation.ts'
import { unextracted } from './plan.ts'
import type { EvidenceTask } from './producer.ts'
import { retryUntilDone } from './retry.ts'

/** Has the turns of a task extracted; what the mode leaves, the built-in path does unless gaps are wanted. */
export async function extractEvidence(run: Generation, task: EvidenceTask): Promise<void> {
  const { workspace, producer } = run
  await retryUntilDone(run, {
    id: task.id,
    remaining: async () => (await unextracted(workspace, task)).length,
    once: async ctx => producer.evidence({ ...task, turns: await unextracted(workspace, task) }, ctx),
  })
  if (!fallsBack(run)) return
  const turns = await unextracted(workspace, task)
  if (turns.length === 0) return
  const { appended } = await writeBuiltinChains({ ...task, turns }, { ...run.ctx, workspace, signal: run.signal })
  run.live.spent(task.id, { tokens: null, cost_usd: null, fallbacks: appended.length })
}

export function fallsBack({ signal, producer, options }: Generation): boolean {
  return options.fallback === 'builtin' && producer !== builtinProducer && !signal.aborted
}
