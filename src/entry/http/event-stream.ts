import { refused } from './failure.ts'

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
export function noticeText(event: string, data: object): string {
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
  return refused(400, 'INVALID_INPUT', 'Events resume after the id of one.', {
    details: { fields: [{ path: 'after', rule: 'type integer' }] },
    hint: `Pass the id of the last event you have, 0 for all of them, or nothing ${whenAbsent}.`,
    ...(toolset && { toolset }),
  })
}
