import type { Call, CallEvent, CallProgress } from '../../kernel/call.ts'
import { eventHeaders, eventStream, eventText, heartbeat, heartbeatMs } from './event-stream.ts'

/** What a call needs to tell how it goes on, and to end early when nobody listens any more. */
export type Listener = Pick<Call, 'onProgress' | 'onEvent' | 'signal'>

/** Counts are told no more often than this. */
const progressMs = 100

export function acceptsEvents(request: Request): boolean {
  return request.method === 'POST' && request.headers.get('accept') === 'text/event-stream'
}

/**
 * A call as server-sent events: what it tells, counts of progress now and then, and its answer at the end. With a name
 * for the last event the answer is that event, and what is refused before anything happened is answered like any
 * refusal; else the last event is `answer`, with the status it would have had.
 */
export async function streamCall(
  call: (listener: Listener) => Promise<Response>,
  { lastEvent, onError }: { lastEvent?: string | undefined; onError: (error: unknown) => void },
): Promise<Response> {
  const left = new AbortController()
  const events: CallEvent[] = []
  let progress: CallProgress | undefined
  let answer: Response | undefined
  let isOver = false
  let wake = () => {}
  const running = call({
    signal: left.signal,
    onEvent(event) {
      events.push(event)
      wake()
    },
    onProgress(counts) {
      progress = counts
      wake()
    },
  })
    .then(response => {
      answer = response
    })
    .catch(onError)
    .finally(() => {
      isOver = true
      wake()
    })

  /** Resolves once there is something to send; with false when that took too long for a listener to wait in silence. */
  const news = (silenceMs?: number) =>
    new Promise<boolean>(resolve => {
      if (events.length > 0 || progress || isOver) return resolve(true)
      const timer = silenceMs === undefined ? undefined : setTimeout(() => resolve(false), silenceMs)
      wake = () => {
        clearTimeout(timer)
        resolve(true)
      }
    })

  if (lastEvent !== undefined) {
    await news()
    if (events.length === 0) await running
    if (events.length === 0 && answer && !answer.ok) return answer
  }

  let id = 0
  const text = (type: string, data: object) => {
    id += 1
    return eventText(id, type, data)
  }
  let nextProgress = 0

  async function next(): Promise<string | undefined> {
    if (!(await news(heartbeatMs))) return heartbeat
    if (events.length > 0) {
      return events
        .splice(0)
        .map(event => text(event.type, event))
        .join('')
    }
    if (!isOver) await Promise.race([running, new Promise(done => setTimeout(done, nextProgress - Date.now()))])
    if (progress && !isOver) {
      const counts = progress
      progress = undefined
      nextProgress = Date.now() + progressMs
      return text('progress', counts)
    }
    const last = answer
    answer = undefined
    if (!last) return undefined
    const body: unknown = await last.json()
    return lastEvent === undefined ? text('answer', { http: last.status, body }) : text(lastEvent, Object(body))
  }

  return new Response(eventStream({ next, leave: () => left.abort() }, onError), { headers: eventHeaders })
}
