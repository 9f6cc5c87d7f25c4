import type { DiaryContext } from '../context.ts'
import type { TurnRef } from '../schema.ts'
import { askThread } from '../threads/threads.ts'
import { appendItems } from '../workspace/append-items.ts'
import type { Workspace } from '../workspace/open.ts'
import { itemsToWrite } from './items-to-write.ts'

interface Synthesis {
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
    const items =
      (await askThread(ctx.diary, 'items', { items: { workspace, project_key } })) ??
      (await itemsToWrite(workspace, project_key))
    if (items.length === 0) return { written, uncovered_turns: [] }
    const { appended, refused, uncovered_turns } = await appendItems(ctx, { workspace, project_key, items, by })
    written.push(...appended)
    if (refused.length === 0 || round === rounds) return { written, uncovered_turns }
  }
}
