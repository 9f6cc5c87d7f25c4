import type { Call, ToldEvent } from '../../kernel/call.ts'
import { eventHeaders, eventStream, eventText, heartbeat, heartbeatMs } from './event-stream.ts'

/** Whether the caller wants to watch; without that it gets the answer alone. */
export function wantsEvents(request: Request): boolean {
  return request.method === 'POST' && request.headers.get('accept') === 'text/event-stream'
}

/**
 * A call as the events it tells, and at last one with its answer. What is refused before anything happened is
 * answered like any refusal, with its status.
 */
export async function toldTurn(
  call: (listener: Pick<Call, 'tell' | 'signal'>) => Promise<Response>,
  lastEvent: string,
  onError: (error: unknown) => void,
): Promise<Response> {
  const left = new AbortController()
  const waiting: ToldEvent[] = []
  let answer: Response | undefined
  let isOver = false
  let wake = () => {}
  const running = call({
    signal: left.signal,
    tell(event) {
      waiting.push(event)
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

  /** Settles with the next thing to say; false when that took too long for a listener to wait in silence. */
  const stirred = (patienceMs?: number) =>
    new Promise<boolean>(resolve => {
      if (waiting.length > 0 || isOver) return resolve(true)
      const timer = patienceMs === undefined ? undefined : setTimeout(() => resolve(false), patienceMs)
      wake = () => {
        clearTimeout(timer)
        resolve(true)
      }
    })

  await stirred()
  if (waiting.length === 0) await running
  if (waiting.length === 0 && answer && !answer.ok) return answer

  let id = 0
  async function next(): Promise<string | undefined> {
    if (!(await stirred(heartbeatMs))) return heartbeat
    const told = waiting.splice(0)
    if (told.length > 0) {
      return told
        .map(event => {
          id += 1
          return eventText(id, event.type, event)
        })
        .join('')
    }
    const last = answer
    answer = undefined
    return last && eventText(id + 1, lastEvent, Object(await last.json()))
  }

  return new Response(eventStream({ next, leave: () => left.abort() }, onError), { headers: eventHeaders })
}
