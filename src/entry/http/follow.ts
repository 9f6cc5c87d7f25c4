import type { Context } from 'hono'
import type { App } from '../../app.ts'
import { logOfRun, Run } from '../../diary/generate/run.ts'
import { diaryRun } from '../../diary/operations/runs.ts'
import { invoke } from '../../invoke.ts'
import { type EventLog, follow } from '../../jobs/follow.ts'
import type { Call } from '../../kernel/call.ts'
import { Fault } from '../../kernel/fault.ts'
import { canonEvents } from '../../room/canon/journal.ts'
import { conferenceEvents } from '../../room/conference/store.ts'
import { type LookedUp, notFound } from '../../room/faults.ts'
import type { Room } from '../../room/room.ts'
import { runEvents } from '../../room/runs/run-store.ts'
import { type Caller, callerWith, type TokenPolicy } from './caller.ts'
import { eventResponse, eventText, heartbeat, heartbeatMs, opening, resumeAfter } from './event-stream.ts'
import { failureResponse, json } from './failure.ts'
import type { HttpEnv, Route } from './register-routes.ts'

interface FollowOptions {
  app: App
  access: TokenPolicy
  toolsets: readonly string[]
  project?: string | undefined
  heartbeatMs?: number
}

/** Logs of long work as server-sent events, in whichever process the work is done. */
export function followHandlers({
  app,
  access,
  toolsets,
  project: pinned,
  heartbeatMs: silenceMs = heartbeatMs,
}: FollowOptions) {
  const closing = new AbortController()

  async function open({ log, id, project }: Followed, { principal, scope }: Caller) {
    try {
      return await log.open(id, { principal, scope, project, by: 'http' })
    } catch (error) {
      if (error instanceof Fault) return failureResponse(error, { toolset: log.toolset })
      throw error
    }
  }

  /** As it is now; undefined once the token, the membership or the log has been taken away. */
  async function openAgain(followed: Followed, caller: Caller) {
    const now = caller.secret === undefined ? caller : await callerWith(caller.secret, app.db, access)
    const log = now && (await open(followed, now))
    return log instanceof Response ? undefined : log
  }

  async function* events(followed: Followed, caller: Caller, after: number, left: AbortSignal) {
    yield opening
    const signal = AbortSignal.any([left, closing.signal])
    for await (const events of follow(() => openAgain(followed, caller), { after, silenceMs, signal })) {
      yield events.length === 0 ? heartbeat : events.map(({ seq, type, data }) => eventText(seq, type, data)).join('')
    }
  }

  async function answer(c: Context<HttpEnv>, target: FollowedLog): Promise<Response> {
    const request = c.req.raw
    const caller = c.get('caller')
    const after = resumeAfter(request, { whenAbsent: 'for all of them', toolset: target.toolset }) ?? 0
    if (after instanceof Response) return after
    const { id = '', projectId } = c.req.param()
    const followed = { log: target, id, project: projectId ?? request.headers.get('x-daybook-project') ?? pinned }
    const log = await open(followed, caller)
    if (log instanceof Response) return log
    // Nothing more will come: this answer tells the browser not to connect again.
    const isDone = (await log.isOver()) && (await log.after(after)).length === 0
    if (isDone) return new Response(null, { status: 204 })
    return eventResponse(
      request,
      left => events(followed, caller, after, left),
      error => app.log(`events: ${String(error)}`),
    )
  }

  return {
    routes: followedLogs(app)
      .filter(({ toolset }) => toolsets.includes(toolset))
      .map(
        (log): Route => ({
          method: 'GET',
          path: log.path,
          toolset: log.toolset,
          takesProject: true,
          handle: c => answer(c, log),
        }),
      ),
    close: () => closing.abort(),
  }
}

/** A log that can be followed at an address, where `{id}` names which. */
interface FollowedLog {
  path: string
  toolset: string
  /** The log as it is now, or the answer that refuses it. */
  open(id: string, call: Call): Promise<EventLog | Response>
}

interface Followed {
  log: FollowedLog
  id: string
  project: string | undefined
}

function followedLogs(app: App): FollowedLog[] {
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
      if (!outcome.ok) return failureResponse(outcome.fault, { toolset: 'diary', operation: diaryRun })
      const run = Run.safeParse(outcome.result).data
      return run ? logOfRun(run) : json(outcome.result, 404)
    },
  }
  return [...rooms, diary]
}

/** A journal served as events: `{id}` in the address names it. */
interface EventRoute {
  path: string
  kind: LookedUp
  open(room: Room, id: string): EventLog
}

export const eventRoutes: readonly EventRoute[] = [
  { path: '/api/conferences/{id}/events', kind: 'conference', open: conferenceEvents },
  { path: '/api/runs/{id}/events', kind: 'run', open: runEvents },
  { path: '/api/canon/index/events', kind: 'canon build', open: canonEvents },
]
