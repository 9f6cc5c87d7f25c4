import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'hono'
import type { App } from '../../app.ts'
import { Fault } from '../../kernel/fault.ts'
import { type Caller, callerWith, type TokenPolicy } from './caller.ts'
import { type FollowedLog, followedLogs } from './event-logs.ts'
import { eventHeaders, eventStream, eventText, heartbeat, heartbeatMs, opening, resumeAfter } from './event-stream.ts'
import { failed, refused } from './failure.ts'
import type { HttpEnv, Route } from './register-routes.ts'

const lookMs = 150

export interface FollowOptions {
  app: App
  access: TokenPolicy
  toolsets: readonly string[]
  project?: string | undefined
  heartbeatMs?: number
}

/** Logs of long work as server-sent events, in whichever process the work is done. */
export function followFace({
  app,
  access,
  toolsets,
  project: pinned,
  heartbeatMs: silence = heartbeatMs,
}: FollowOptions) {
  const logs = followedLogs(app).filter(({ toolset }) => toolsets.includes(toolset))
  const closing = new AbortController()

  async function open({ log, id, project }: Followed, { principal, scope }: Caller) {
    try {
      return await log.open(id, { principal, scope, project, by: 'http' })
    } catch (error) {
      if (error instanceof Fault) return failed(error, { toolset: log.toolset })
      throw error
    }
  }

  /** As it is now; undefined once the token, the membership or the log has been taken away. */
  async function openAgain(followed: Followed, caller: Caller) {
    const now = caller.secret === undefined ? caller : await callerWith(caller.secret, app.db, access)
    const log = now && (await open(followed, now))
    return log instanceof Response ? undefined : log
  }

  function stream(followed: Followed, caller: Caller, start: number): ReadableStream<Uint8Array> {
    const left = new AbortController()
    const gone = AbortSignal.any([left.signal, closing.signal])
    let cursor = start
    let isOpen = false

    async function next(): Promise<string | undefined> {
      if (!isOpen) {
        isOpen = true
        return opening
      }
      for (let silentSince = Date.now(); !gone.aborted; ) {
        const log = await openAgain(followed, caller)
        if (!log) return undefined
        // Asked first: what is written between the two questions is read with the next look.
        const isOver = await log.isOver()
        const events = await log.after(cursor)
        cursor = events.at(-1)?.seq ?? cursor
        if (events.length > 0) return events.map(({ seq, type, data }) => eventText(seq, type, data)).join('')
        if (isOver) return undefined
        if (Date.now() - silentSince >= silence) return heartbeat
        await sleep(lookMs, undefined, { signal: gone }).catch(() => {})
      }
      return undefined
    }

    return eventStream({ next, leave: () => left.abort() }, error => app.log(`events: ${String(error)}`))
  }

  async function answer(c: Context<HttpEnv>, target: FollowedLog): Promise<Response> {
    const request = c.req.raw
    const caller = c.get('caller')
    const after = resumeAfter(request) ?? 0
    if (Number.isNaN(after)) {
      return refused(400, 'INVALID_INPUT', 'Events resume after the id of one.', {
        details: { fields: [{ path: 'after', rule: 'type integer' }] },
        hint: 'Pass the id of the last event you have, or nothing for all of them.',
        toolset: target.toolset,
      })
    }
    const { id = '', projectId } = c.req.param()
    const followed = { log: target, id, project: projectId ?? request.headers.get('x-daybook-project') ?? pinned }
    const log = await open(followed, caller)
    if (log instanceof Response) return log
    // Nothing more will come: this answer tells the browser not to connect again.
    const isDone = (await log.isOver()) && (await log.after(after)).length === 0
    if (isDone) return new Response(null, { status: 204 })
    if (request.method === 'HEAD') return new Response(null, { headers: eventHeaders })
    return new Response(stream(followed, caller, after), { headers: eventHeaders })
  }

  return {
    routes: logs.map(
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

interface Followed {
  log: FollowedLog
  id: string
  project: string | undefined
}
