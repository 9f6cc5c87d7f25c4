import type { App } from '../../app.ts'
import { Run } from '../../diary/generate/run.ts'
import { logOfRun } from '../../diary/generate/run-events.ts'
import { diaryRun } from '../../diary/operations/diary-run.ts'
import { invoke } from '../../invoke.ts'
import type { EventLog } from '../../jobs/follow.ts'
import type { Call } from '../../kernel/call.ts'
import { eventRoutes } from '../../room/event-routes.ts'
import { notFound } from '../../room/faults.ts'
import { failed } from './failure.ts'
import { json } from './json.ts'

/** A log that can be followed at an address, where `{id}` names which. */
export interface FollowedLog {
  path: string
  toolset: string
  /** The log as it is now, or the answer that refuses it. */
  open(id: string, call: Call): Promise<EventLog | Response>
}

export function followedLogs(app: App): FollowedLog[] {
  const rooms = eventRoutes.map(({ path, kind, open }) => ({
    path,
    toolset: 'room',
    async open(id: string, call: Call) {
      const { project } = await app.rooms.find(call)
      const log = open(await app.rooms.of(project), id)
      if (!(await log.isKnown())) throw notFound(kind)
      return log
    },
  }))
  const diary = {
    path: '/api/diary/runs/{id}/events',
    toolset: 'diary',
    async open(id: string, call: Call) {
      const outcome = await invoke(app, diaryRun, { run_id: id }, call)
      if (!outcome.ok) return failed(outcome.fault, { toolset: 'diary', operation: diaryRun })
      const run = Run.safeParse(outcome.result).data
      return run ? logOfRun(run) : json(outcome.result, 404)
    },
  }
  return [...rooms, diary]
}
