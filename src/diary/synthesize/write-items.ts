import type { DiaryContext } from '../context.ts'
import type { TurnRef } from '../schema.ts'
import { appendItems } from '../workspace/append-items.ts'
import { loadFacts } from '../workspace/facts.ts'
import type { Workspace } from '../workspace/open.ts'
import { type Progress, progressOf } from '../workspace/progress.ts'
import { loadProject } from '../workspace/project.ts'
import { turnKey } from '../workspace/refs.ts'
import { synthesize } from './synthesize.ts'

export interface Synthesis {
  written: string[]
  /** Empty, unless others changed the project at the same time. */
  uncovered_turns: TurnRef[]
}

const rounds = 3

/** Covers what is still uncovered of a project. Chains and items that come in meanwhile are taken in on the next round. */
export async function writeItems(
  ctx: Pick<DiaryContext, 'diary' | 'clock' | 'db' | 'log'>,
  { workspace, project_key, by }: { workspace: Workspace; project_key: string; by: string },
): Promise<Synthesis> {
  const written: string[] = []
  for (let round = 1; ; round++) {
    const progress = await progressOf(await loadProject(workspace, project_key))
    if (progress.uncovered.length === 0) return { written, uncovered_turns: [] }
    const items = synthesize({
      uncovered: progress.uncovered,
      chains: chainsOf(progress),
      facts: await loadFacts(progress.project),
      items: progress.items,
    })
    const { appended, refused, uncovered_turns } = await appendItems(ctx, { workspace, project_key, items, by })
    written.push(...appended)
    if (refused.length === 0 || round === rounds) return { written, uncovered_turns }
  }
}

function chainsOf({ cards }: Progress) {
  return new Map(
    [...cards].flatMap(([session_ref, { chains }]) =>
      chains.map(chain => [turnKey({ session_ref, turn_ref: chain.turn_ref }), chain] as const),
    ),
  )
}
