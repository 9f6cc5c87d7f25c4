import type { z } from 'zod'
import { getRecentActivity } from '../../../records/operations/get-recent-activity.ts'
import type { ActivityEntry } from '../../../records/schema.ts'
import { type Cell, rows } from '../rows.ts'
import type { Verb } from '../verb.ts'
import { numberFrom } from './asked.ts'
import { shortSession, when } from './words.ts'

interface Options {
  limit?: string
  since?: string
  record?: string
}

export const activity: Verb<[], Options, z.output<typeof getRecentActivity.output>> = {
  usage: 'activity',
  summary: 'what happened in a project, newest first',
  options: [
    ['--limit <n>', 'at most so many (default 50)'],
    ['--since <time>', 'not older than this date or time'],
    ['--record <record>', 'only about this record'],
  ],
  ask: (cli, { limit, since, record }) =>
    cli.call(getRecentActivity, {
      since,
      limit: numberFrom(limit, '--limit'),
      record_id: record,
      project_id: cli.project,
    }),
  show({ activity: entries, project_id }, page) {
    page.data(rows(entries.map(activityCells), page))
    if (entries.length === 0) page.note(`Nothing has happened in ${project_id} yet.`)
  },
}

export function activityCells({ timestamp, type, session_id, record_id, summary }: ActivityEntry): Cell[] {
  return [when(timestamp), type.replaceAll('_', ' '), record_id ?? '', shortSession(session_id), summary]
}
