import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export interface Asked {
  path: string
  headers: IncomingMessage['headers']
  body: Conversation
}

/** The part of a request for a chat completion that scripts look at. */
export interface Conversation {
  model: string
  messages: { role: string; content: string }[]
  response_format?: { type: string; json_schema: { name: string; schema: object; strict: boolean } }
  max_tokens?: number
  stream?: boolean
  [more: string]: unknown
}

export type Reply =
  | { text: string | null; finish?: string; usage?: { input: number; output: number } }
  | { status: number; body?: string; headers?: Record<string, string> }
  | { raw: string }
  /** Never answers. */
  | 'silence'
  /** Hangs up. */
  | { hangsUp: true }

/** A service on loopback that speaks the OpenAI chat protocol and answers as its script says. */
export async function scriptedService(
  answer: (asked: Asked, nth: number) => Reply | Promise<Reply>,
  models = ['small'],
) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const send = (status: number, body: object | string, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    }
    if (path === '/v1/models') {
      return send(200, { object: 'list', data: models.map(id => ({ id, object: 'model', owned_by: 'nobody' })) })
    }
    if (request.method !== 'POST' || path !== '/v1/chat/completions')
      return send(404, { error: { message: 'no such path' } })
    // The scripts only ever look at what they were sent.
    const body = (await json(request)) as Conversation
    asked.push({ path, headers: request.headers, body })
    const reply = await answer({ path, headers: request.headers, body }, asked.length)
    if (reply === 'silence') return
    if ('hangsUp' in reply) return response.destroy()
    if ('raw' in reply) return send(200, reply.raw)
    if ('status' in reply) return send(reply.status, reply.body ?? '{"error":{"message":"no"}}', reply.headers)
    const { text, finish = 'stop', usage = { input: 100, output: 10 } } = reply
    if (body.stream) return stream(response, body.model, text ?? '', finish, usage)
    send(200, {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_778_000_000,
      model: `${body.model}-2026`,
      choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: finish }],
      usage: { prompt_tokens: usage.input, completion_tokens: usage.output, total_tokens: usage.input + usage.output },
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  )
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The service has no port.')
  return { url: `http://127.0.0.1:${address.port}`, asked }
}

/** The same answer in pieces of a few characters, as services send it when asked to. */
function stream(
  response: ServerResponse,
  model: string,
  text: string,
  finish: string,
  usage: { input: number; output: number },
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_778_000_000, model: `${model}-2026` }
  const send = (data: object) => response.write(`data: ${JSON.stringify({ ...head, ...data })}\n\n`)
  send({ choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] })
  for (const [piece] of text.matchAll(/[\s\S]{1,4}/gu)) {
    send({ choices: [{ index: 0, delta: { content: piece }, finish_reason: null }] })
  }
  send({ choices: [{ index: 0, delta: {}, finish_reason: finish }] })
  send({ choices: [], usage: { prompt_tokens: usage.input, completion_tokens: usage.output } })
  response.end('data: [DONE]\n\n')
}
