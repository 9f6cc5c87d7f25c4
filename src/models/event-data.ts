import { createParser } from 'eventsource-parser'

/** The `data` of each event of a stream, as soon as it is whole. */
export async function* eventData(response: Response): AsyncGenerator<string> {
  if (!response.body) return
  const decoder = new TextDecoder()
  const whole: string[] = []
  const parser = createParser({ onEvent: ({ data }) => whole.push(data) })
  for await (const chunk of response.body) {
    parser.feed(decoder.decode(chunk, { stream: true }))
    yield* whole.splice(0)
  }
  // Some services end without the blank line that ends an event.
  parser.feed('\n\n')
  yield* whole
}

/** No answer of a model is longer than this many bytes. */
export const maxAnswerBytes = 8 * 1024 * 1024

/** The whole text of a response; undefined for one that is longer than any answer. */
export async function readText(response: Response): Promise<string | undefined> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  // Leaving the loop early hangs up.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxAnswerBytes) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
