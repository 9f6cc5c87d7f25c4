import { newestEntry, readFeed } from '../../activity/feed.ts'
import { tailActivity } from '../../activity/tail.ts'
import type { App } from '../../app.ts'
import type { Notice } from '../../jobs/notices.ts'
import { Fault } from '../../kernel/fault.ts'
import { isOwner } from '../../projects/roles.ts'
import { findProject } from '../../projects/store.ts'
import { type Caller, callerWith, type TokenPolicy } from './caller.ts'
import { eventResponse, eventText, heartbeat, heartbeatMs, noticeText, opening, resumeAfter } from './event-stream.ts'
import { failed } from './failure.ts'

const maxWaiting = 100

interface FeedOptions {
  app: App
  access: TokenPolicy
  heartbeatMs?: number
}

/** `GET /api/feed`: the activity of all parts as server-sent events, from this and every other process. */
export function feedHandler({ app, access, heartbeatMs: silence = heartbeatMs }: FeedOptions) {
  const tail = tailActivity(app.db, { log: app.log })

  async function* entries(caller: Caller, project: string | undefined, start: number, left: AbortSignal) {
    const reader = tail.join()
    const notices = noticesFor(caller, project, reader)
    left.addEventListener('abort', () => reader.leave(), { once: true })
    try {
      yield opening
      for (let cursor = start; ; ) {
        const end = await reader.beyond(cursor, silence)
        if (reader.left) return
        if (caller.secret !== undefined && !(await callerWith(caller.secret, app.db, access))) return
        if (end === undefined) {
          yield notices.take() || heartbeat
          continue
        }
        const page = await app.db.read(tx => readFeed(tx, { who: caller, project, after: cursor, end }))
        cursor = page.cursor
        if (page.entries.length > 0) yield page.entries.map(entry => eventText(entry.id, entry.type, entry)).join('')
      }
    } finally {
      notices.stop()
    }
  }

  /** Notices are about the diary, which is the owner's, and about no one project. */
  function noticesFor(caller: Caller, project: string | undefined, reader: { wake(): void }) {
    const waiting: Notice[] = []
    const stop =
      project === undefined && isOwner(caller)
        ? app.notices.listen(notice => {
            // A slow reader misses old notices: they say what is so now.
            waiting.splice(0, waiting.length - maxWaiting)
            waiting.push(notice)
            reader.wake()
          })
        : () => {}
    return {
      stop,
      take: () =>
        waiting
          .splice(0)
          .map(({ type, data }) => noticeText(type, data))
          .join(''),
    }
  }

  return {
    async handle(request: Request, caller: Caller): Promise<Response> {
      const project = new URL(request.url).searchParams.get('project') ?? undefined
      const after = resumeAfter(request, { whenAbsent: 'to begin now' })
      if (after instanceof Response) return after
      try {
        const resolved = project && (await app.db.read(tx => findProject(tx, caller, project)))
        // An id beyond the end is of another database; waiting for it would look like silence.
        const start = after === undefined ? await tail.end() : Math.min(after, await app.db.read(newestEntry))
        return eventResponse(
          request,
          left => entries(caller, resolved ? resolved.id : undefined, start, left),
          error => app.log(`feed: ${String(error)}`),
        )
      } catch (error) {
        if (error instanceof Fault) return failed(error)
        throw error
      }
    },
    close: () => tail.close(),
  }
}
