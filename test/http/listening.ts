import { onTestFinished } from 'vitest'

interface Event {
  id: number
  event: string
  data: ReturnType<JSON['parse']>
}

/** A client of the feed that keeps all it receives. */
export async function listening(url: string, headers: Record<string, string> = {}) {
  const events: Event[] = []
  const hangUp = new AbortController()
  onTestFinished(() => hangUp.abort())
  const response = await fetch(url, { headers, signal: hangUp.signal })
  let raw = ''
  const ended = (async () => {
    const pieces = response.body?.pipeThrough(new TextDecoderStream()) ?? []
    let rest = ''
    for await (const piece of pieces) {
      raw += piece
      const blocks = (rest + piece).split('\n\n')
      rest = blocks.pop() ?? ''
      events.push(...blocks.flatMap(eventsIn))
    }
  })().catch(error => {
    if (!hangUp.signal.aborted) throw error
  })
  return {
    response,
    events,
    /** Everything that came over the wire, comments included. */
    raw: () => raw,
    /** Settles when the server ended the stream, or after hanging up. */
    ended,
    hangUp: () => hangUp.abort(),
  }
}

function eventsIn(block: string): Event[] {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
  const data = field('data')
  // The first event says where the feed begins; it is not an entry.
  return data === undefined || field('event') === 'following'
    ? []
    : [{ id: Number(field('id')), event: field('event') ?? '', data: JSON.parse(data) }]
}
