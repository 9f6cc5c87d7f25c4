/** What a stream of server-sent events is made from. */
export interface Pieces {
  /** The next text to send; undefined when there is no more. */
  next(): Promise<string | undefined>
  /** Called once, when nobody wants any more of it. */
  leave(): void
}

export const eventHeaders = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' }
export const opening = 'retry: 2000\n: connected\n\n'
export const heartbeat = ': still here\n\n'

/** How long a stream may be silent before a comment shows that it lives. */
export const heartbeatMs = 15_000

/** One pull is one piece: a slow client slows its own stream and nothing else. */
export function eventStream({ next, leave }: Pieces, onError: (error: unknown) => void): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder()
  let cancelled = false
  return new ReadableStream(
    {
      async pull(controller) {
        const piece = await next().catch(onError)
        if (cancelled) return
        if (piece !== undefined) return controller.enqueue(bytes.encode(piece))
        // Ending is never an error for the client: it reconnects and goes on where it was.
        leave()
        controller.close()
      },
      cancel() {
        cancelled = true
        leave()
      },
    },
    { highWaterMark: 0 },
  )
}

export function eventText(id: number, event: string, data: object): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Where a client wants to go on; undefined when it says nothing, and no number when it says something else. */
export function resumeAfter(request: Request): number | undefined {
  const after = request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after')
  if (after === null) return undefined
  return /^\d{1,15}$/.test(after) ? Number(after) : Number.NaN
}
