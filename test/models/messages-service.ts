import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export interface AskedMessage {
  path: string
  headers: { [name: string]: unknown }
  body: { messages?: { role: string; content: string }[]; [key: string]: unknown }
}

/** A service on loopback that speaks the messages protocol of Anthropic and answers as its script says. */
export async function messagesService(
  reply: (asked: AskedMessage, nth: number) => { status?: number; body: object },
): Promise<{ url: string; asked: AskedMessage[] }> {
  const asked: AskedMessage[] = []
  const server = createServer(async (request, response) => {
    // The scripts only ever look at what they were sent.
    const body = (await json(request)) as AskedMessage['body']
    const one = { path: request.url ?? '', headers: request.headers, body }
    asked.push(one)
    const { status = 200, body: answer } = reply(one, asked.length)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The service has no port.')
  return { url: `http://127.0.0.1:${address.port}`, asked }
}

export const said = (content: object[], stop_reason = 'end_turn') => ({
  body: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-1',
    content,
    stop_reason,
    usage: { input_tokens: 9, output_tokens: 3 },
  },
})
