import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import type { Situation, Step } from './brain.ts'

interface Block {
  type: string
  text?: string
  id?: string
  name?: string
  input?: unknown
  tool_use_id?: string
  content?: string | Block[]
}

interface Request {
  model: string
  stream?: boolean
  messages: { role: string; content: string | Block[] }[]
  tools?: { name: string }[]
}

/** A service on loopback that speaks the Anthropic Messages protocol for a scripted model. */
export async function anthropicService(next: (situation: Situation) => Step) {
  let made = 0
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || !request.url?.startsWith('/v1/messages')) {
      response.writeHead(request.method === 'HEAD' ? 200 : 404).end()
      return
    }
    // What the agent sends is only looked at.
    const asked = (await json(request)) as Request
    if (request.url.includes('count_tokens')) {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"input_tokens":100}')
      return
    }
    const step = next({ ...situationOf(asked), shown: JSON.stringify(asked) })
    const block =
      'say' in step
        ? { type: 'text', text: step.say }
        : { type: 'tool_use', id: `toolu_${++made}_${Date.now()}`, name: step.use, input: step.input }
    const stop_reason = 'say' in step ? 'end_turn' : 'tool_use'
    const usage = { input_tokens: 120, output_tokens: 30, cache_creation_input_tokens: 0, cache_read_input_tokens: 900 }
    const message = {
      id: `msg_${++made}_${Date.now()}`,
      type: 'message',
      role: 'assistant',
      model: asked.model,
      stop_sequence: null,
    }
    if (!asked.stream) {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ ...message, content: [block], stop_reason, usage }))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = (type: string, data: object) =>
      response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
    send('message_start', {
      message: { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
    })
    send('content_block_start', {
      index: 0,
      content_block: 'text' in block ? { type: 'text', text: '' } : { ...block, input: {} },
    })
    const delta =
      'text' in block
        ? { type: 'text_delta', text: block.text }
        : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
    send('content_block_delta', { index: 0, delta })
    send('content_block_stop', { index: 0 })
    send('message_delta', {
      delta: { stop_reason, stop_sequence: null },
      usage: { output_tokens: usage.output_tokens },
    })
    send('message_stop', {})
    response.end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The service has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function situationOf({ messages, tools = [] }: Request): Omit<Situation, 'shown'> {
  const blocks = messages.flatMap(({ role, content }) =>
    (typeof content === 'string' ? [{ type: 'text', text: content } as Block] : content).map(block => ({
      role,
      ...block,
    })),
  )
  const outputs = new Map(
    blocks.flatMap(block =>
      block.type === 'tool_result' ? [[block.tool_use_id, textOf(block.content)] as const] : [],
    ),
  )
  return {
    prompt: blocks
      .flatMap(({ role, type, text }) => (role === 'user' && type === 'text' && text ? [text] : []))
      .join('\n'),
    steps: blocks.flatMap(({ type, id, name = '', input }) =>
      type === 'tool_use' ? [{ tool: name, input, output: outputs.get(id) ?? '' }] : [],
    ),
    tools: tools.map(({ name }) => name),
  }
}

function textOf(content: Block['content']): string {
  if (content === undefined || typeof content === 'string') return content ?? ''
  return content.map(({ text = '' }) => text).join('\n')
}
