import { withIndex } from '../../diary/prepare/open-index.ts'
import { knownWork } from '../../diary/work/known-work.ts'
import type { HomeContext } from '../context.ts'

/** A repository, or a folder that is none, in which agents worked. */
export interface FoundRepository {
  project_key: string
  label: string
  /** Null for a folder that is no repository. */
  folder: string | null
  turns: number
  last_at: number
  last_day: string
}

/** Everything agents worked in, the latest first; several checkouts of a repository are one. */
export async function foundRepositories(ctx: Pick<HomeContext, 'diary' | 'log'>): Promise<FoundRepository[]> {
  const sessions = await withIndex(ctx, index => knownWork(ctx, index))
  const found = new Map<string, FoundRepository>()
  for (const { project_key, project_label: label, repository, last_at, turns } of sessions) {
    const known = found.get(project_key)
    const isLater = known === undefined || last_at > known.last_at
    const days = [...turns.keys()].sort()
    found.set(project_key, {
      project_key,
      label,
      // A repository that was moved is where it was worked in last.
      folder: isLater ? (repository ?? known?.folder ?? null) : (known.folder ?? repository),
      turns: [...turns.values()].reduce((sum, count) => sum + count, known?.turns ?? 0),
      last_at: Math.max(last_at, known?.last_at ?? 0),
      last_day: [known?.last_day ?? '', days.at(-1) ?? ''].sort().at(-1) ?? '',
    })
  }
  return [...found.values()].sort((a, b) => b.last_at - a.last_at)
}
