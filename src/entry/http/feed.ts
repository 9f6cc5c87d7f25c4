import { type FeedEntry, readFeed } from '../../activity/feed.ts'
import { type FeedReader, tailActivity } from '../../activity/tail.ts'
import type { App } from '../../app.ts'
import { Fault } from '../../kernel/fault.ts'
import { findProject } from '../../projects/store.ts'
import { type Access, type Caller, callerWith } from './caller.ts'
import { failed, refused } from './failure.ts'

export interface FeedOptions {
  app: App
  access: Access
  /** How long the stream may be silent before a comment shows that it lives. */
  heartbeatMs?: number
}

/** `GET /api/feed`: the activity of all parts as server-sent events, from this and every other process. */
export function feedFace({ app, access, heartbeatMs = 15_000 }: FeedOptions) {
  const tail = tailActivity(app.db, { log: app.log })
  const bytes = new TextEncoder()

  /** One pull is one piece: a slow client slows its own stream and nothing else. */
  function stream(caller: Caller, project: string | undefined, start: number): ReadableStream<Uint8Array> {
    // Joined by the first pull, since a stream that nobody reads is never cancelled either.
    let reader: FeedReader | undefined
    let cursor = start
    let cancelled = false

    async function next(): Promise<string | undefined> {
      if (!reader) {
        reader = tail.join()
        return 'retry: 2000\n: connected\n\n'
      }
      for (;;) {
        const end = await reader.beyond(cursor, heartbeatMs)
        if (reader.left) return undefined
        if (caller.secret !== undefined && !(await callerWith(caller.secret, app.db, access))) return undefined
        if (end === undefined) return ': still here\n\n'
        const { principal } = caller
        const page = await app.db.read(tx => readFeed(tx, { principal, project, after: cursor, end }))
        cursor = page.cursor
        if (page.entries.length > 0) return page.entries.map(eventOf).join('')
      }
    }

    return new ReadableStream(
      {
        async pull(controller) {
          const piece = await next().catch(error => app.log(`feed: ${String(error)}`))
          if (cancelled) return
          if (piece !== undefined) return controller.enqueue(bytes.encode(piece))
          // Ending is never an error for the client: it reconnects and goes on where it was.
          reader?.leave()
          controller.close()
        },
        cancel() {
          cancelled = true
          reader?.leave()
        },
      },
      { highWaterMark: 0 },
    )
  }

  return {
    async handle(request: Request, caller: Caller): Promise<Response> {
      const query = new URL(request.url).searchParams
      const project = query.get('project') ?? undefined
      const after = request.headers.get('last-event-id') ?? query.get('after')
      if (after !== null && !entryId.test(after)) {
        return refused(400, 'INVALID_INPUT', 'The feed resumes after the id of an entry.', {
          details: { fields: [{ path: 'after', rule: 'type integer' }] },
          hint: 'Pass the id of the last entry you have, 0 for everything, or nothing to begin now.',
        })
      }
      try {
        const resolved = project && (await app.db.read(tx => findProject(tx, caller.principal, project)))
        // An id beyond the end is of another database; waiting for it would look like silence.
        const end = await tail.end()
        const start = after === null ? end : Math.min(Number(after), end)
        const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' }
        if (request.method === 'HEAD') return new Response(null, { headers })
        return new Response(stream(caller, resolved ? resolved.id : undefined, start), { headers })
      } catch (error) {
        if (error instanceof Fault) return failed(error)
        throw error
      }
    },
    close: () => tail.close(),
  }
}

const entryId = /^\d{1,15}$/

function eventOf(entry: FeedEntry): string {
  return `id: ${entry.id}\nevent: ${entry.type}\ndata: ${JSON.stringify(entry)}\n\n`
}
