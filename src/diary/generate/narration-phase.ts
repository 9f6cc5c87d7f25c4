import { loadReport } from '../report/slots.ts'
import type { Workspace } from '../workspace/open.ts'
import type { Generation } from './generation.ts'
import { retryUntilDone } from './retry.ts'

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

/** Slots that hold a template or nothing. A day without evidence has nothing to narrate. */
async function openSlots(workspace: Workspace): Promise<number> {
  const { parsed } = await loadReport(workspace)
  if (Object.keys(parsed.producers).length === 0) return 0
  const summaries = parsed.projects.filter(({ summary }) => summary !== null && summary.by !== 'agent')
  const slots = [parsed.engagement_assessment, parsed.team_learning]
  return summaries.length + slots.filter(slot => slot === null).length + (parsed.title.by === 'agent' ? 0 : 1)
}
