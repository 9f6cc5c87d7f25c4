import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import type { Generated, TextGenerator } from './text-generator.ts'

/** One call of the model as the service saw it. */
export interface ServedCall {
  /** Null where prose was asked for. */
  schema: string | null
  streamed: boolean
  /** Undefined when the caller hung up. */
  generated?: Generated
}

const Asked = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  stream: z.boolean().default(false),
  temperature: z.number().default(1),
  max_tokens: z.int().default(256),
  response_format: z
    .object({ type: z.literal('json_schema'), json_schema: z.object({ name: z.string(), schema: z.looseObject({}) }) })
    .optional(),
})
type Asked = z.output<typeof Asked>

/** A model behind the OpenAI chat protocol on loopback. One call at a time: the model has one memory. */
export async function serveModel(generator: TextGenerator) {
  const calls: ServedCall[] = []
  let busy: Promise<void> = Promise.resolve()
  const server = createServer((request, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
      response.writeHead(404).end()
      return
    }
    busy = busy
      .then(async () => answer(response, Asked.parse(await json(request))))
      // A client that hung up gets no answer; a bad request gets only its status.
      .catch(() => void (response.headersSent ? response.destroy() : response.writeHead(400).end()))
  })

  async function answer(response: ServerResponse, asked: Asked): Promise<void> {
    const { model, stream, messages, temperature, max_tokens: maxTokens, response_format: format } = asked
    const call: ServedCall = { schema: format?.json_schema.name ?? null, streamed: stream }
    calls.push(call)
    const left = new AbortController()
    response.once('close', () => left.abort())
    const send = (chunk: object) => void response.write(`data: ${JSON.stringify({ model, ...chunk })}\n\n`)
    const prompt = messages.map(({ content }) => content).join('\n\n')
    const schema = format && { schema: format.json_schema.schema }
    if (stream) response.writeHead(200, { 'content-type': 'text/event-stream' })
    call.generated = await generator.generate(
      { prompt, temperature, maxTokens, ...schema, signal: left.signal },
      content => {
        if (stream) send({ choices: [{ index: 0, delta: { content } }] })
      },
    )
    const { text, finish, promptTokens, tokens } = call.generated
    const usage = { prompt_tokens: promptTokens, completion_tokens: tokens, total_tokens: promptTokens + tokens }
    if (stream) {
      send({ choices: [{ index: 0, delta: {}, finish_reason: finish }] })
      send({ choices: [], usage })
      response.end('data: [DONE]\n\n')
      return
    }
    const message = { role: 'assistant', content: text }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ model, choices: [{ index: 0, message, finish_reason: finish }], usage }))
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The service has no port.')
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    calls,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
