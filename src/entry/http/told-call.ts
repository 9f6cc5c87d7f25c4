import type { CallProgress } from '../../kernel/call.ts'
import { eventHeaders, eventStream, eventText } from './event-stream.ts'

/** What a call needs to tell how far it is, and to end early when nobody listens any more. */
export interface Listener {
  progress: (progress: CallProgress) => void
  signal: AbortSignal
}

const mostOftenMs = 100

/** Whether the caller wants to hear how far a call is; without that it gets the answer alone. */
export function wantsToHear(request: Request): boolean {
  return request.method === 'POST' && request.headers.get('accept') === 'text/event-stream'
}

/** A call as events: `progress` now and then, counts only, and at the end `answer` with the status it would have had. */
export function toldCall(call: (listener: Listener) => Promise<Response>, onError: (error: unknown) => void): Response {
  const left = new AbortController()
  let latest: CallProgress | undefined
  let answer: { http: number; body: unknown } | undefined
  let isOver = false
  let wake = () => {}

  const progress = (told: CallProgress) => {
    latest = told
    wake()
  }
  const over = call({ progress, signal: left.signal })
    .then(async response => {
      answer = { http: response.status, body: await response.json() }
    })
    .catch(onError)
    .finally(() => {
      isOver = true
      wake()
    })

  let id = 0
  async function next(): Promise<string | undefined> {
    if (id > 0) await Promise.race([over, new Promise(resolve => setTimeout(resolve, mostOftenMs))])
    while (!latest && !isOver) {
      await new Promise<void>(resolve => {
        wake = resolve
      })
    }
    id += 1
    if (isOver) {
      const last = answer && eventText(id, 'answer', answer)
      answer = undefined
      return last
    }
    const told = latest
    latest = undefined
    return told && eventText(id, 'progress', told)
  }

  return new Response(eventStream({ next, leave: () => left.abort() }, onError), { headers: eventHeaders })
}
