import { join } from 'node:path'
import { workspaceDays } from '../report/stored-reports.ts'
import { Envelope } from '../schema.ts'
import { type DiarySettings, workspaceFolder } from '../settings.ts'
import { envelopeFile } from '../workspace/envelope.ts'
import { readObject } from '../workspace/json-file.ts'
import { compareRefs } from '../workspace/refs.ts'

export interface RecentWorkItem {
  date: string
  project_key: string
  work_item_ref: string
  title: string
  /** What the first outcome says; null where there is none. */
  outcome: string | null
}

/** What was achieved lately in some projects: newest day first, then the highest ref. */
export async function recentWorkItems(
  settings: Pick<DiarySettings, 'root'>,
  project_keys: readonly string[],
  limit: number,
): Promise<RecentWorkItem[]> {
  const found: RecentWorkItem[] = []
  for (const date of await workspaceDays(settings)) {
    if (found.length >= limit) break
    const items = await Promise.all([...new Set(project_keys)].map(key => materialItems(settings, date, key)))
    found.push(...items.flat().sort((one, other) => compareRefs(other.work_item_ref, one.work_item_ref)))
  }
  return found.slice(0, limit)
}

async function materialItems(
  { root }: Pick<DiarySettings, 'root'>,
  date: string,
  key: string,
): Promise<RecentWorkItem[]> {
  // A key is part of a path here, so one that could lead elsewhere is the key of no project.
  if (!/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,79}$/.test(key)) return []
  const stored = await readObject(join(workspaceFolder(root, date), 'projects', key, envelopeFile))
  const envelope = Envelope.safeParse(stored.state === 'read' ? stored.value : undefined)
  if (!envelope.success) return []
  return envelope.data.work_items
    .filter(({ kind }) => kind === 'material_work_item')
    .map(({ work_item_ref, title, outcomes }) => ({
      date,
      project_key: key,
      work_item_ref,
      title,
      outcome: outcomes?.[0]?.summary ?? null,
    }))
}
