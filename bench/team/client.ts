import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface Answer {
  /** Of the operation; empty where it failed. */
  result: Record<string, unknown>
  /** The code of a failure. */
  error?: string
}

export type Transport = 'rest' | 'mcp'

/** Calls operations over both transports, one process after the other, with connections that stay open. */
export function teamClient(ports: readonly number[], token: string, first: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  let turn = first

  async function post(path: string, body: object): Promise<string> {
    const port = ports[turn++ % ports.length]
    const outgoing = request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent })
    const answered = new Promise<string>((resolve, reject) => {
      outgoing.once('error', reject)
      outgoing.once('response', incoming => text(incoming).then(resolve, reject))
    })
    outgoing.end(JSON.stringify(body))
    return answered
  }

  return {
    async call(transport: Transport, operation: string, args: object): Promise<Answer> {
      if (transport === 'rest') return answerOf(JSON.parse(await post(`/api/records/${operation}`, args)))
      const params = { name: operation, arguments: args }
      const said = await post('/mcp', { jsonrpc: '2.0', id: turn, method: 'tools/call', params })
      // The answer of a tool is one JSON message, or one event that holds it.
      const message = JSON.parse(said.startsWith('{') ? said : (/^data: ?(.*)$/m.exec(said)?.[1] ?? ''))
      return answerOf(message.result.structuredContent ?? JSON.parse(message.result.content[0].text))
    },
    close: () => agent.destroy(),
  }
}

export type TeamClient = ReturnType<typeof teamClient>

function answerOf(answer: Record<string, unknown>): Answer {
  const { error } = answer
  return error === undefined ? { result: answer } : { result: {}, error: String(Object(error).code) }
}
