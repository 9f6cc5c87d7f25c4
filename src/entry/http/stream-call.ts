import type { Call, CallEvent, CallProgress } from '../../kernel/call.ts'
import { eventResponse, eventText, heartbeat, heartbeatMs } from './event-stream.ts'

/** What a call needs to report its progress, and to end early when the client is gone. */
export type Listener = Pick<Call, 'onProgress' | 'onEvent' | 'signal'>

/** Counts are sent no more often than this. */
const progressMs = 100

export function acceptsEvents(request: Request): boolean {
  return request.method === 'POST' && request.headers.get('accept') === 'text/event-stream'
}

/**
 * A call as server-sent events: its events, counts of progress now and then, and its answer at the end. With a name
 * for the last event the answer is that event, and what is refused before anything happened is answered like any
 * refusal; else the last event is `answer`, with the status it would have had.
 */
export async function streamCall(
  request: Request,
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

  async function* texts(): AsyncGenerator<string> {
    let id = 0
    const text = (type: string, data: object) => eventText(++id, type, data)
    let nextProgress = 0
    while (!isOver || events.length > 0) {
      if (!(await news(heartbeatMs))) yield heartbeat
      if (events.length > 0) {
        const batch = events.splice(0).map(event => text(event.type, event))
        yield batch.join('')
      } else if (progress) {
        await Promise.race([running, new Promise(done => setTimeout(done, nextProgress - Date.now()))])
        const counts = progress
        progress = undefined
        nextProgress = Date.now() + progressMs
        if (!isOver) yield text('progress', counts)
      }
    }
    if (!answer) return
    const body: unknown = await answer.json()
    yield lastEvent === undefined ? text('answer', { http: answer.status, body }) : text(lastEvent, Object(body))
  }

  return eventResponse(
    request,
    gone => {
      gone.addEventListener('abort', () => left.abort(), { once: true })
      return texts()
    },
    onError,
  )
}
