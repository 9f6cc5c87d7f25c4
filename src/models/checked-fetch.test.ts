import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { checkedFetch, type ResolveName } from './checked-fetch.ts'
import { callService } from './service.ts'

const answer = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}'

/** A service on loopback that counts who connects. */
async function listening(said = answer) {
  const connected: Socket[] = []
  const server = createServer(socket => {
    connected.push(socket)
    socket.on('error', () => {})
    socket.once('data', () => socket.end(said))
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, connected }
}

/** Names lead where each lookup in turn says. */
function resolving(...addresses: string[]) {
  const asked: string[] = []
  const resolve: ResolveName = (hostname, _, done) => {
    const address = addresses[asked.length] ?? addresses.at(-1) ?? ''
    asked.push(hostname)
    done(null, [{ address, family: 4 }])
  }
  return { asked, fetch: checkedFetch(resolve) }
}

const ask = (fetch: ReturnType<typeof checkedFetch>, url: string) =>
  callService({ timeoutMs: 5000, fetch }, { url, headers: {}, body: {}, signal: undefined }, response =>
    response.text(),
  )

it('a call of a model service connects to the address that was checked: a name is looked up once', async () => {
  const { port, connected } = await listening()
  // A second lookup would lead to the metadata of the machine.
  const { fetch, asked } = resolving('127.0.0.1', ['169', '254', '169', '254'].join('.'))
  expect(await ask(fetch, `http://service.test:${port}/v1/models`)).toBe('{}')
  expect(asked).toEqual(['service.test'])
  expect(connected).toHaveLength(1)
})

it.each([
  ['169', '254', '169', '254'],
  ['100', '100', '100', '200'],
])(
  'a call of a model service is refused before anything connects when its name leads to %s.%s.%s.%s',
  async (...numbers) => {
    const { fetch, asked } = resolving(numbers.join('.'))
    await expect(ask(fetch, 'http://service.test:9/v1/models')).rejects.toMatchObject({ code: 'provider_bad_request' })
    expect(asked).toEqual(['service.test'])
  },
)

it('a call of a model service is refused when one of several addresses is not to be called', async () => {
  const { port, connected } = await listening()
  const fetch = checkedFetch((_, __, done) =>
    done(null, [
      { address: '127.0.0.1', family: 4 },
      { address: ['169', '254', '1', '1'].join('.'), family: 4 },
    ]),
  )
  const url = `http://service.test:${port}/`
  await expect(ask(fetch, url)).rejects.toMatchObject({ code: 'provider_bad_request' })
  expect(connected).toEqual([])
})

it('a call of a model service follows no redirect', async () => {
  const other = await listening()
  const { port } = await listening(
    `HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:${other.port}/\r\ncontent-length: 0\r\n\r\n`,
  )
  await expect(ask(checkedFetch(), `http://127.0.0.1:${port}/`)).rejects.toMatchObject({
    code: 'provider_bad_request',
  })
  expect(other.connected).toEqual([])
})
