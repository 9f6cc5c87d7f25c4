import { join } from 'node:path'
import { z } from 'zod'
import { lastBuild } from '../../diary/build/journal.ts'
import { dayAt } from '../../diary/dates/zone.ts'
import { withKnownIndex } from '../../diary/prepare/open-index.ts'
import { soonDeleted } from '../../diary/prepare/sources.ts'
import type { DailyReport, OpenItem } from '../../diary/report/schema.ts'
import { storedReport, workspaceDays } from '../../diary/report/stored-reports.ts'
import { sha256 } from '../../files/sha256.ts'
import { formatCount } from '../../kernel/numbers.ts'
import { shownTitle } from '../../room/issues/shown-title.ts'
import { issueStore } from '../../room/issues/store.ts'
import { notificationStore } from '../../room/notifications/store.ts'
import { controlFolder } from '../../room/workspace/layout.ts'
import { everyWorkspace } from '../../room/workspace-rows.ts'
import { labelOf } from '../../transcripts/agents.ts'
import type { HomeContext } from '../context.ts'
import { homeState } from '../home-state.ts'
import { findSample } from '../sample.ts'

const inboxKinds = ['question', 'open', 'failed', 'issue', 'deletion', 'alert'] as const

/** One thing that waits for a person, with the one place where it can be dealt with. */
export const InboxItem = z.object({
  id: z.string().describe('The same as long as it is the same thing'),
  kind: z.enum(inboxKinds),
  text: z.string(),
  about: z.string().optional().describe('The title of the work item it is about'),
  where: z.string().describe('The project or agent it is about'),
  project_key: z.string().optional().describe('Of that project in the diary'),
  at: z.string().describe('A day or an instant'),
  action: z.string().describe('What the link says'),
  path: z.string().describe('Address of the page that deals with it'),
})
export type InboxItem = z.output<typeof InboxItem>

type Context = Pick<HomeContext, 'db' | 'diary' | 'log' | 'clock' | 'home'>

/** What waits for a person and was not dismissed: questions first, then what failed, then the rest, newest first. */
export async function collectInbox(ctx: Context): Promise<InboxItem[]> {
  const found = await Promise.all([openItems(ctx), issues(ctx), alerts(ctx), deletions(ctx), failedDays(ctx)])
  const { dismissed } = await homeState(ctx.home).read()
  const order: InboxItem['kind'][] = ['question', 'issue', 'failed', 'deletion', 'alert', 'open']
  return found
    .flat()
    .filter(({ id }) => dismissed[id] === undefined)
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}

/** The newest days that have a report; older ones were taken up again or given up. */
const daysLookedAt = 3
const mostDaysRead = 30

async function openItems(ctx: Context): Promise<InboxItem[]> {
  const { diary } = ctx
  const all = await workspaceDays(diary)
  const sample = await findSample(ctx)
  const own = all.filter(day => !sample?.days.includes(day))
  const ownReports = await newestReports(diary, own)
  const reports = ownReports.length > 0 ? ownReports : await newestReports(diary, all)
  return reports.flatMap(report => report.executive_summary.open_items.map(item => itemOf(report, item)))
}

/** Days on which nothing was asked have a report, too, and say nothing about the others. */
async function newestReports(diary: Context['diary'], days: readonly string[]): Promise<DailyReport[]> {
  const found: DailyReport[] = []
  for (const day of days.slice(0, mostDaysRead)) {
    const report = await storedReport(diary, day)
    if (typeof report !== 'string' && report.projects.length > 0) found.push(report)
    if (found.length === daysLookedAt) break
  }
  return found
}

const kinds = { question: 'question', blocker: 'failed', ended: 'open' } as const

function itemOf(report: DailyReport, { kind = 'ended', text, citations }: OpenItem): InboxItem {
  const { report_date: at, projects } = report
  const [cited] = citations
  const key = cited?.project_key
  const project = projects.find(({ project_key }) => project_key === key)
  const item = project?.work_items.find(({ covered_turns }) =>
    covered_turns.some(turn => turn.session_ref === cited?.session_ref && turn.turn_ref === cited?.turn_ref),
  )
  const path = key === undefined ? `/diary/${at}` : `/diary/${at}/${key}`
  return {
    id: openItemId(at, key, text),
    kind: kinds[kind],
    text,
    where: project?.project_label ?? 'Diary',
    ...(project && { project_key: project.project_key }),
    at,
    ...(item
      ? { about: item.title, action: 'Open the work', path: `${path}?item=${key}/${item.work_item_ref}` }
      : { action: 'Open the day', path }),
  }
}

/** The same as long as the same is left open; what is dismissed in the inbox is known by it everywhere. */
export function openItemId(date: string, key: string | undefined, text: string): string {
  return `day-${date}-${sha256(`${key} ${text}`).slice(0, 12)}`
}

/** Issues of rooms that wait for the person; a room whose folder is gone has none. */
async function issues({ db, home, log }: Context): Promise<InboxItem[]> {
  const rooms = await db.read(tx => everyWorkspace(tx, home))
  const found: InboxItem[] = []
  for (const { project_id, path } of rooms) {
    try {
      const all = await issueStore(join(path, controlFolder)).all()
      found.push(
        ...all
          .filter(({ status }) => status === 'waiting-on-user')
          .map(issue => ({
            id: `issue-${project_id}-${issue.id}-${issue.updatedAt}`,
            kind: 'issue' as const,
            text: shownTitle(issue),
            where: project_id,
            at: issue.updatedAt,
            action: 'Answer',
            path: `/p/${project_id}/room/issues/${issue.id}`,
          })),
      )
    } catch {
      log(`inbox: the issues of ${project_id} cannot be read`)
    }
  }
  return found
}

async function alerts({ home }: Context): Promise<InboxItem[]> {
  const all = await notificationStore(home).all()
  return all
    .filter(({ read, dismissed, level, category }) => {
      return !read && !dismissed && (level === 'error' || level === 'warning' || category === 'blocking')
    })
    .map(({ id, message, timestamp, projectId }) => ({
      id: `alert-${id}-${timestamp}`,
      kind: 'alert' as const,
      text: message,
      where: projectId ?? 'All projects',
      at: timestamp,
      action: 'Show',
      path: `/p/${projectId ?? 'default'}/room/notifications`,
    }))
}

/** Transcripts that their agent deletes within a week and that the archive does not have. */
async function deletions(ctx: Context): Promise<InboxItem[]> {
  const now = ctx.clock()
  const soon = await withKnownIndex(ctx, ({ archive }) => soonDeleted(ctx.diary, archive, now))
  const at = dayAt(now, ctx.diary.timezone)
  return soon.flatMap(({ source, unarchived }) =>
    unarchived === 0
      ? []
      : [
          {
            id: `deletion-${source}-${at}`,
            kind: 'deletion' as const,
            text: `${labelOf(source)} deletes ${formatCount(unarchived, 'transcript')} within a week, and no copy is kept.`,
            where: labelOf(source),
            at,
            action: 'Keep copies',
            path: '/diary/sources',
          },
        ],
  )
}

/** Days that the last build could not read. */
async function failedDays({ diary }: Context): Promise<InboxItem[]> {
  const build = await lastBuild(diary)
  return (build?.failed ?? []).map(({ date, message }) => ({
    id: `build-${build?.build_id}-${date}`,
    kind: 'failed' as const,
    text: `This day could not be read: ${message}.`,
    where: 'Diary',
    at: date,
    action: 'Try again',
    path: `/diary/${date}`,
  }))
}
