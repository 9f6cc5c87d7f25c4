import { type FeedEntry, newestEntry, readFeed } from '../../activity/feed.ts'
import { type FeedReader, tailActivity } from '../../activity/tail.ts'
import type { App } from '../../app.ts'
import { Fault } from '../../kernel/fault.ts'
import { findProject } from '../../projects/store.ts'
import { type Caller, callerWith, type TokenPolicy } from './caller.ts'
import { eventHeaders, eventStream, eventText, heartbeat, heartbeatMs, opening, resumeAfter } from './event-stream.ts'
import { failed, refused } from './failure.ts'

export interface FeedOptions {
  app: App
  access: TokenPolicy
  heartbeatMs?: number
}

/** `GET /api/feed`: the activity of all parts as server-sent events, from this and every other process. */
export function feedFace({ app, access, heartbeatMs: silence = heartbeatMs }: FeedOptions) {
  const tail = tailActivity(app.db, { log: app.log })

  function stream(caller: Caller, project: string | undefined, start: number): ReadableStream<Uint8Array> {
    // Joined by the first pull, since a stream that nobody reads is never cancelled either.
    let reader: FeedReader | undefined
    let cursor = start

    async function next(): Promise<string | undefined> {
      if (!reader) {
        reader = tail.join()
        return opening
      }
      for (;;) {
        const end = await reader.beyond(cursor, silence)
        if (reader.left) return undefined
        if (caller.secret !== undefined && !(await callerWith(caller.secret, app.db, access))) return undefined
        if (end === undefined) return heartbeat
        const page = await app.db.read(tx => readFeed(tx, { who: caller, project, after: cursor, end }))
        cursor = page.cursor
        if (page.entries.length > 0) return page.entries.map(eventOf).join('')
      }
    }

    return eventStream({ next, leave: () => reader?.leave() }, error => app.log(`feed: ${String(error)}`))
  }

  return {
    async handle(request: Request, caller: Caller): Promise<Response> {
      const project = new URL(request.url).searchParams.get('project') ?? undefined
      const after = resumeAfter(request)
      if (Number.isNaN(after)) {
        return refused(400, 'INVALID_INPUT', 'The feed resumes after the id of an entry.', {
          details: { fields: [{ path: 'after', rule: 'type integer' }] },
          hint: 'Pass the id of the last entry you have, 0 for everything, or nothing to begin now.',
        })
      }
      try {
        const resolved = project && (await app.db.read(tx => findProject(tx, caller, project)))
        // An id beyond the end is of another database; waiting for it would look like silence.
        const start = after === undefined ? await tail.end() : Math.min(after, await app.db.read(newestEntry))
        if (request.method === 'HEAD') return new Response(null, { headers: eventHeaders })
        return new Response(stream(caller, resolved ? resolved.id : undefined, start), { headers: eventHeaders })
      } catch (error) {
        if (error instanceof Fault) return failed(error)
        throw error
      }
    },
    close: () => tail.close(),
  }
}

function eventOf(entry: FeedEntry): string {
  return eventText(entry.id, entry.type, entry)
}
