import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { lineTransport } from './stdio.ts'

const ping = (id: number | string) => ({ jsonrpc: '2.0' as const, id, method: 'ping' })
const pong = (id: number | string) => ({ jsonrpc: '2.0' as const, id, result: {} })

describe('lines as messages', () => {
  it('the line reader joins a message that arrives in pieces and splits two that arrive together', async () => {
    const { input, messages } = await connected()
    const bytes = Buffer.from(`${JSON.stringify({ ...ping(1), params: { text: 'naïve 日本' } })}\n{"jsonrpc":"2.0",`)
    for (const byte of bytes) input.write(Buffer.from([byte]))
    input.write('"id":2,"method":"ping"}\r\n\n\r\n')
    await arrived(messages, 2)
    expect(messages).toEqual([{ ...ping(1), params: { text: 'naïve 日本' } }, ping(2)])
  })

  it.each([
    ['text', 'hello', -32700, null],
    ['cut JSON', '{"jsonrpc":"2.0","id":1', -32700, null],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), -32700, null],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600, null],
    ['another version', '{"jsonrpc":"1.0","id":"a","method":"ping"}', -32600, 'a'],
    ['an id of the wrong type', '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600, null],
    ['no method', '{"jsonrpc":"2.0","id":7}', -32600, 7],
    ['null', 'null', -32600, null],
  ])('the line reader answers %s with an error and reads on', async (_, line, code, id) => {
    const { input, messages, written } = await connected()
    input.write(line)
    input.write('\n')
    input.write(`${JSON.stringify(ping(1))}\n`)
    await arrived(messages, 1)
    expect(written).toEqual([{ jsonrpc: '2.0', id, error: { code, message: expect.any(String) } }])
    expect(messages).toEqual([ping(1)])
  })

  it('the line reader refuses a message over the limit without keeping it, and reads on', async () => {
    const { input, messages, written } = await connected({ longest: 100 })
    for (let i = 0; i < 50; i++) input.write('x'.repeat(10))
    input.write(`\n${JSON.stringify(ping(1))}\n`)
    await arrived(messages, 1)
    expect(written).toMatchObject([
      { id: null, error: { code: -32600, message: expect.stringContaining('100 bytes') } },
    ])
    expect(messages).toEqual([ping(1)])
  })
})

describe('the end of input', () => {
  it('the end of input closes at once when nothing is unanswered', async () => {
    const { input, transport } = await connected()
    input.end()
    await transport.gone
  })

  it('the end of input takes a last message without a line end', async () => {
    const { input, transport, messages } = await connected()
    input.end(JSON.stringify(ping(1)))
    await arrived(messages, 1)
    expect(messages).toEqual([ping(1)])
    await transport.send(pong(1))
    await transport.gone
  })

  it('the end of input waits for every answer, also to requests that share an id', async () => {
    const { input, transport, messages, written, isGone } = await connected()
    input.end([ping(1), ping('1'), ping(2), ping(2)].map(message => `${JSON.stringify(message)}\n`).join(''))
    await arrived(messages, 4)
    for (const id of [1, '1', 2]) await transport.send(pong(id))
    expect(await isGone()).toBe(false)
    await transport.send(pong(2))
    await transport.gone
    expect(written).toEqual([pong(1), pong('1'), pong(2), pong(2)])
  })

  it('the end of input does not wait for a cancelled request or for a subscription', async () => {
    const { input, transport } = await connected()
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    const listen = { jsonrpc: '2.0', id: 2, method: 'subscriptions/listen', params: {} }
    input.end([ping(1), cancel, listen].map(message => `${JSON.stringify(message)}\n`).join(''))
    await transport.gone
  })

  it('the end of input counts a request of the client as unanswered, not a request of the server', async () => {
    const { input, transport, messages, isGone } = await connected()
    input.end(`${JSON.stringify(ping(1))}\n`)
    await arrived(messages, 1)
    await transport.send(ping(1))
    expect(await isGone()).toBe(false)
    await transport.send(pong(1))
    await transport.gone
  })

  it('the end of input is also reached when nobody reads the answers', async () => {
    const { input, transport } = await connected({ write: async () => Promise.reject(new Error('EPIPE')) })
    input.write(`${JSON.stringify(ping(1))}\n`)
    await transport.send(pong(1))
    await transport.gone
    expect(input.destroyed).toBe(true)
  })
})

function arrived(messages: readonly unknown[], count: number): Promise<void> {
  return expect.poll(() => messages.length, { interval: 2 }).toBe(count)
}

async function connected({ longest, write }: { longest?: number; write?: () => Promise<void> } = {}) {
  const input = new PassThrough()
  const written: unknown[] = []
  const messages: unknown[] = []
  const keep = async (text: string) => void written.push(JSON.parse(text))
  const transport = lineTransport(input, write ?? keep, longest)
  transport.onmessage = message => messages.push(message)
  await transport.start()
  const isGone = () => Promise.race([transport.gone.then(() => true), sleep(20).then(() => false)])
  return { input, transport, messages, written, isGone }
}
