import { faultOf, post, readJson, wireFault } from '../../api.ts'
import type { Input, Output } from '../../operations.ts'
import type { ConferenceEvent } from './round-progress.ts'

/** A turn of an agent, followed by its events. Leaving the page does not end it: the request's key finds its answer later. */
export async function callTurn(
  project: string,
  request: Input<'room_chat'> & { idempotencyKey: string },
  onEvent: (event: TurnEvent) => void,
): Promise<Output<'room_chat'>> {
  const headers = { accept: 'text/event-stream', 'x-daybook-project': project }
  const response = await post('/api/ai/chat', request, undefined, headers)
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (!response.ok || !response.body || !isStream) throw faultOf(await readJson(response), response.status)
  for await (const { event, data } of eventsIn(response.body)) {
    // The server writes both in the shapes they are read in here.
    if (event !== 'turn.done') onEvent(data as TurnEvent)
    else if (wireFault(data)) throw faultOf(data, response.status)
    else return data as Output<'room_chat'>
  }
  throw faultOf(undefined, response.status)
}

/** An event of a running turn. */
export interface TurnEvent extends Omit<ConferenceEvent, 'seq'> {
  sessionId: string
  turnId: string
  agentId: string
}

async function* eventsIn(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<{ event: string; data: unknown }> {
  const { EventSourceParserStream } = await import('eventsource-parser/stream')
  // Read with a reader, because not every browser can iterate over a stream.
  const reader = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    if (value.event !== undefined) yield { event: value.event, data: JSON.parse(value.data) }
  }
}
