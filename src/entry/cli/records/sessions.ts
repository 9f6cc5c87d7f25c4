import type { z } from 'zod'
import { closeOldSessions } from '../../../records/operations/close-old-sessions.ts'
import { listSessions } from '../../../records/operations/list-sessions.ts'
import { usageFault } from '../failure.ts'
import { rows } from '../rows.ts'
import type { Verb } from '../verb.ts'
import { count, when } from './words.ts'

interface Options {
  status?: string
  closeOlderThan?: string
  dryRun?: true
}

type Sessions = z.output<typeof listSessions.output>
type Closed = z.output<typeof closeOldSessions.output>

export const sessions: Verb<[], Options, Sessions | Closed> = {
  usage: 'sessions',
  summary: 'the sessions of a project; closes old ones only when asked to',
  options: [
    ['--status <status>', 'active, stale or closed (default: all)'],
    ['--close-older-than <age>', 'close those idle for longer: 30d, 12h'],
    ['--dry-run', 'only say which would be closed'],
  ],
  ask(cli, { status, closeOlderThan, dryRun = false }) {
    const project_id = cli.project ?? cli.pin
    if (closeOlderThan === undefined) return cli.call(listSessions, { project_id, status: statusFrom(status) })
    return cli.call(closeOldSessions, { project_id, older_than: closeOlderThan, dry_run: dryRun })
  },
  show(result, page) {
    if ('closed' in result) {
      for (const id of result.closed) page.line(id)
      page.note(`${count(result.closed.length, 'session')} ${result.dry_run ? 'would be closed' : 'closed'}.`)
      return
    }
    page.data(rows(result.sessions.map(sessionCells), page))
    if (result.sessions.length === 0) page.note(`No such sessions in ${result.project_id}.`)
  },
}

const statuses = ['active', 'stale', 'closed'] as const

function statusFrom(given: string | undefined): (typeof statuses)[number] | undefined {
  if (given === undefined) return undefined
  const known = statuses.find(status => status === given.toLowerCase())
  if (known) return known
  throw usageFault('No such status.', `A session is ${statuses.join(', ')}.`, { status: given })
}

function sessionCells({
  id,
  status,
  tick_gap,
  last_activity,
  active_records,
  unsaved_records,
}: Sessions['sessions'][number]) {
  return [
    id,
    status,
    status === 'closed' ? '' : `${tick_gap} behind`,
    when(last_activity),
    unsaved_records.length > 0 ? `unsaved ${unsaved_records.join(', ')}` : '',
    active_records.join(', '),
  ]
}
