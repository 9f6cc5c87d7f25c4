import { newestEntry, readFeed } from '../../activity/feed.ts'
import { tailActivity } from '../../activity/tail.ts'
import type { App } from '../../app.ts'
import type { Notice } from '../../jobs/follow.ts'
import { Fault } from '../../kernel/fault.ts'
import { isOwner } from '../../projects/roles.ts'
import { findProject } from '../../projects/store.ts'
import { type Caller, callerWith, type TokenPolicy } from './caller.ts'
import { failureResponse, refusalResponse } from './failure.ts'

const eventHeaders = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' }

export const opening = 'retry: 2000\n: connected\n\n'
export const heartbeat = ': still here\n\n'

/** How long a stream may be silent before a comment shows that it lives. */
export const heartbeatMs = 15_000

/**
 * Answers with server-sent events. One pull is one text: a slow client slows its own stream and nothing else. `left` is
 * aborted once nobody wants any more; until the first pull nothing is begun, since a stream that nobody reads is never
 * cancelled either.
 */
export function eventResponse(
  request: Request,
  texts: (left: AbortSignal) => AsyncGenerator<string>,
  onError: (error: unknown) => void,
): Response {
  if (request.method === 'HEAD') return new Response(null, { headers: eventHeaders })
  const bytes = new TextEncoder()
  const left = new AbortController()
  const source = texts(left.signal)
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await source.next().catch(onError)
        if (left.signal.aborted) return
        if (next && !next.done) return controller.enqueue(bytes.encode(next.value))
        // Ending is never an error for the client: it reconnects and goes on where it was.
        left.abort()
        controller.close()
      },
      cancel: () => left.abort(),
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { headers: eventHeaders })
}

export function eventText(id: number, event: string, data: object): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** An event without an id: what is not kept cannot be resumed after. */
function noticeText(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** The id after which a client wants to go on; undefined when it says nothing, a refusal when it says anything else. */
export function resumeAfter(
  request: Request,
  { whenAbsent, toolset }: { whenAbsent: string; toolset?: string },
): number | undefined | Response {
  const after = request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after')
  if (after === null) return undefined
  if (/^\d{1,15}$/.test(after)) return Number(after)
  return refusalResponse(400, 'INVALID_INPUT', 'Events resume after the id of one.', {
    details: { fields: [{ path: 'after', rule: 'type integer' }] },
    hint: `Pass the id of the last event you have, 0 for all of them, or nothing ${whenAbsent}.`,
    ...(toolset && { toolset }),
  })
}

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
      // A client that got no event before a break goes on from here.
      yield `${opening}${eventText(start, 'following', {})}`
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
        if (error instanceof Fault) return failureResponse(error)
        throw error
      }
    },
    close: () => tail.close(),
  }
}
