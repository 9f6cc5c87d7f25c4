import { errorMessage } from '../kernel/fault.ts'
import { formatInstant } from '../kernel/instants.ts'
import { appendActivity } from '../projects/activity.ts'
import { localIdentity } from '../projects/roles.ts'
import { fallbackProject, visibleProjects } from '../projects/store.ts'
import type { DiaryContext } from './context.ts'
import { diaryKeysOfAll } from './repositories/project-keys.ts'
import type { Workspace } from './workspace/open.ts'

const diaryActivity = [
  'evidence_appended',
  'work_item_appended',
  'report_slot_written',
  'diary_prepared',
  'diary_rendered',
  'diary_published',
  'diary_removed',
  'diary_forgotten',
] as const
export type DiaryActivity = (typeof diaryActivity)[number]

interface DiaryEvent {
  type: DiaryActivity
  /** The project of the diary it concerns; shown in the feed of the project that has this folder. */
  project_key?: string
  /** Ids and counts only. */
  summary: string
  details: object
}

/** Adds an accepted write to the activity feed. The write is done already: a failure here is logged only. */
export async function logDiary(
  ctx: Pick<DiaryContext, 'db' | 'clock' | 'log' | 'diary'>,
  { metadata }: Pick<Workspace, 'metadata'>,
  event: DiaryEvent,
): Promise<void> {
  try {
    await ctx.db.write(async tx => {
      const projects = event.project_key === undefined ? [] : await visibleProjects(tx, localIdentity)
      const keys = projects.length === 0 ? new Map<string, string[]>() : await diaryKeysOfAll(tx, ctx.diary, projects)
      const own = projects.find(({ id }) => keys.get(id)?.includes(event.project_key ?? ''))
      const project = own ?? (await fallbackProject(tx, localIdentity, undefined))
      const { type, summary, details } = event
      const date = metadata?.report_date
      await appendActivity(tx, {
        project_id: project.id,
        tick: project.tick,
        ts: formatInstant(ctx.clock()),
        type,
        summary,
        details: { ...(date !== undefined && { date }), ...details },
      })
    })
  } catch (error) {
    ctx.log(`diary: the feed entry ${event.type} was not written: ${errorMessage(error)}`)
  }
}
