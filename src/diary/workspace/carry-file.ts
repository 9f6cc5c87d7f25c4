import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { DiaryContext } from '../context.ts'
import { WorkItem } from '../schema.ts'
import { appendItems } from './append-items.ts'
import { fileText, readObject } from './json-file.ts'
import type { Workspace } from './open.ts'
import { loadProject } from './project.ts'

const Carry = z.object({
  schema_version: z.literal(1),
  project_key: z.string(),
  work_items: z.array(z.object({ by: z.string(), work_item: WorkItem })),
})
export type Carry = z.output<typeof Carry>

export const carryFile = 'carry.json'

/** The bytes of carry.json: items that survived a refresh, with who wrote them. */
export function carryText(project_key: string, work_items: Carry['work_items']): string {
  return fileText({ schema_version: 1, project_key, work_items } satisfies Carry)
}

/** Writes carried items again, each by its own author; those that no longer fit are dropped. Answers how many stand. */
export async function replayCarry(
  ctx: Pick<DiaryContext, 'diary' | 'clock' | 'db' | 'log'>,
  workspace: Workspace,
  project_key: string,
): Promise<{ replayed: number; dropped: number }> {
  const { folder } = await loadProject(workspace, project_key)
  const path = join(folder, carryFile)
  const stored = await readObject(path)
  if (stored.state === 'absent') return { replayed: 0, dropped: 0 }
  const carry = Carry.safeParse(stored.state === 'read' ? stored.value : undefined)
  const counts = { replayed: 0, dropped: 0 }
  for (const { by, work_item } of carry.success ? carry.data.work_items : []) {
    const { appended } = await appendItems(ctx, { workspace, project_key, items: [work_item], by })
    if (appended.length > 0) counts.replayed++
    else counts.dropped++
  }
  await rm(path, { force: true })
  return counts
}
