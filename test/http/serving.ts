import { once } from 'node:events'
import { type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { type App, openApp } from '../../src/app.ts'
import { type HttpOptions, serveHttp } from '../../src/entry/http/server.ts'
import type { Role } from '../../src/kernel/operation.ts'
import { addToken, createPrincipal, setMembership } from '../../src/projects/tokens.ts'
import { createEmptyStore } from '../support/engines.ts'

export interface Serving extends Partial<HttpOptions> {
  /** A PostgreSQL URL; a new SQLite file by default. */
  location?: string
}

export interface Served {
  app: App
  url: string
  port: number
  /** What the program wrote to its log. */
  log: string[]
  close(): Promise<void>
}

/** A server in this process on a store of its own, closed when the test ends. */
export async function serving({ location, ...options }: Serving = {}): Promise<Served> {
  const log: string[] = []
  const store = location ?? (await createEmptyStore('sqlite')).location
  const app = await openApp({ location: store, log: line => log.push(line) })
  onTestFinished(() => app.close())
  const server = await serveHttp(app, {
    host: '127.0.0.1',
    port: 0,
    toolsets: ['records'],
    version: '9.9.9',
    ...options,
  })
  let closing: Promise<void> | undefined
  const close = () => (closing ??= server.close())
  onTestFinished(close)
  return { app, url: server.url, port: Number(new URL(server.url).port), log, close }
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The body read as JSON. */
  json(): ReturnType<JSON['parse']>
}

export interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
}

/** One request exactly as given: nothing is normalized, no header is added but Host and the length. */
export async function send(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: Sent = {},
): Promise<Answer> {
  const outgoing = request({ host: '127.0.0.1', port, path, method, headers, agent: false })
  const answered = once(outgoing, 'response')
  outgoing.end(body)
  const [incoming] = await answered
  const read = await text(incoming)
  return { status: incoming.statusCode, headers: incoming.headers, text: read, json: () => JSON.parse(read) }
}

/** Calls an operation as a program does. */
export function call(
  port: number,
  operation: string,
  args: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return send(port, `/api/records/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(args),
  })
}

/** A new principal with that role in the project, and the header its requests carry. */
export async function member(app: App, id: string, project: string, role: Role | 'none') {
  const now = new Date().toISOString()
  const { secret } = await app.db.write(async tx => {
    await createPrincipal(tx, { id })
    await setMembership(tx, { principal: id, project, role })
    return addToken(tx, { principal: id, label: 'test', now })
  })
  return { secret, headers: { authorization: `Bearer ${secret}` } }
}
