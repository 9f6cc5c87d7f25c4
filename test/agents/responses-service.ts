import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import type { Situation, Step } from './brain.ts'

interface Item {
  type: string
  role?: string
  content?: { text?: string }[]
  name?: string
  namespace?: string
  arguments?: string
  call_id?: string
  output?: unknown
}

interface Tool {
  type: string
  name?: string
  tools?: Tool[]
}

interface Request {
  model: string
  input: Item[]
  tools?: Tool[]
}

/** A service on loopback that speaks the OpenAI Responses protocol for a scripted model. */
export async function responsesService(next: (situation: Situation) => Step) {
  let made = 0
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || !request.url?.endsWith('/responses')) {
      response.writeHead(404).end()
      return
    }
    // What the agent sends is only looked at.
    const asked = (await json(request)) as Request
    const step = next({ ...situationOf(asked), shown: JSON.stringify(asked) })
    const id = `resp_${++made}`
    const usage = {
      input_tokens: 1000,
      input_tokens_details: { cached_tokens: 400 },
      output_tokens: 50,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 1050,
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = (type: string, data: object) =>
      response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
    send('response.created', { response: { id } })
    send('response.output_item.done', { output_index: 0, item: itemFor(step, ++made) })
    send('response.completed', { response: { id, usage, output: [] } })
    response.end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The service has no port.')
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function itemFor(step: Step, number: number) {
  if ('say' in step) {
    return {
      type: 'message',
      id: `msg_${number}`,
      role: 'assistant',
      content: [{ type: 'output_text', text: step.say, annotations: [] }],
    }
  }
  if (typeof step.input === 'string') {
    return {
      ...{ type: 'custom_tool_call', id: `ctc_${number}`, call_id: `call_${number}` },
      ...{ name: step.use, input: step.input },
    }
  }
  const [namespace, name] = step.use.includes('/') ? step.use.split('/') : [undefined, step.use]
  return {
    type: 'function_call',
    id: `fc_${number}`,
    call_id: `call_${number}`,
    ...(namespace && { namespace }),
    name,
    arguments: JSON.stringify(step.input),
  }
}

function situationOf({ input, tools = [] }: Request): Omit<Situation, 'shown'> {
  const outputs = new Map(
    input.flatMap(item =>
      item.type.endsWith('_call_output') ? [[item.call_id, outputText(item.output)] as const] : [],
    ),
  )
  const said = input.filter(({ type, role }) => type === 'message' && role === 'user')
  return {
    prompt: said.flatMap(({ content = [] }) => content.map(({ text = '' }) => text)).join('\n'),
    steps: input.flatMap(({ type, name = '', arguments: given = '{}', call_id }) =>
      type === 'function_call' || type === 'custom_tool_call'
        ? [{ tool: name, input: JSON.parse(given), output: outputs.get(call_id) ?? '' }]
        : [],
    ),
    tools: tools.flatMap(({ name = '', tools: inner }) => inner?.map(each => `${name}/${each.name}`) ?? [name]),
  }
}

function outputText(output: unknown): string {
  if (typeof output === 'string') return output
  if (!Array.isArray(output)) return JSON.stringify(output)
  return output.map(({ text = '' }) => text).join('\n')
}
