import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { App } from '../../app.ts'
import { Fault, type FaultCode } from '../../kernel/fault.ts'
import { hasTokens } from '../../projects/tokens.ts'
import { mcpOverHttp } from '../mcp/http.ts'
import { type Address, isLoopback, urlOf } from './address.ts'
import { type Caller, callerWith, type TokenPolicy } from './caller.ts'
import { routes } from './routes.ts'

export interface HttpOptions {
  host: string
  /** 0 picks a free one. */
  port: number
  toolsets: string[]
  project?: string
  version: string
  /** The built web client. */
  webRoot?: string
  /** A server-wide token: every request then needs it or a stored one, also on loopback. */
  token?: string
  /** The address of this server behind a proxy; every request then needs a token. */
  publicUrl?: string
}

/** Serves REST, MCP, the feed and the web client until closed. */
export async function serveHttp(app: App, options: HttpOptions): Promise<{ url: string; close(): Promise<void> }> {
  const { host, port, toolsets, project, version, webRoot, token } = options
  const address: Address = { host, port, publicUrl: parsedUrl(options.publicUrl) }
  const open = isLoopback(host) && address.publicUrl === undefined
  if (!open && token === undefined && !(await app.db.read(hasTokens))) throw needsToken()

  const access: TokenPolicy = { token, required: !open || token !== undefined, clock: app.clock }
  const mcp = mcpOverHttp(app, {
    toolsets,
    version,
    ...(project !== undefined && { project }),
    stillHolds: async ({ secret }: Caller) =>
      secret === undefined || (await callerWith(secret, app.db, access)) !== undefined,
  })
  const { fetch, close } = routes({
    app,
    access,
    address: () => address,
    toolsets,
    project,
    version,
    webRoot,
    mcp: mcp.handle,
  })
  const answer = getRequestListener(fetch, { errorHandler: () => new Response(null, { status: 400 }) })
  const running = new Set<ServerResponse>()
  const server = createServer(timeouts, (incoming, outgoing) => {
    running.add(outgoing)
    outgoing.once('close', () => running.delete(outgoing))
    for (const [name, value] of Object.entries(securityHeaders)) outgoing.setHeader(name, value)
    void answer(incoming, outgoing)
  })
  try {
    address.port = await startListening(server, host, port)
  } catch (error) {
    await mcp.close()
    throw error
  }

  return {
    url: urlOf(address),
    async close() {
      close()
      await mcp.close()
      await closeServer(server, running)
    },
  }
}

/** A client may be slow, but not without end: head within 15 s, whole request within a minute. */
const timeouts = { headersTimeout: 15_000, requestTimeout: 60_000, keepAliveTimeout: 5000 }

function parsedUrl(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined
  if (URL.canParse(text) && /^https?:/.test(text)) return new URL(text)
  throw new Fault('INVALID_INPUT', 'The public address is not a web address.', {
    details: { fields: [{ path: 'publicUrl', rule: 'http or https URL' }] },
    hint: 'Give it like https://daybook.example.org.',
  })
}

function needsToken(): Fault {
  return new Fault('INVALID_INPUT', 'A server that others can reach needs a token, and there is none.', {
    details: { reason: 'token_required' },
    hint: 'Make one with "daybook token add", set DAYBOOK_TOKEN, or leave out --host and --public-url to serve this machine only.',
  })
}

function startListening(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error)))
    server.listen({ host: host.replace(/^\[(.*)\]$/, '$1'), port }, () => {
      // A server listening on TCP has an AddressInfo; only pipes have a text.
      resolve((server.address() as AddressInfo).port)
    })
  })
}

function cannotListen(cause: NodeJS.ErrnoException): unknown {
  const known = listenFaults[cause.code ?? '']
  if (!known) return cause
  const { code, message, hint } = known
  return new Fault(code, message, { details: { reason: cause.code }, hint, cause })
}

const listenFaults: Record<string, { code: FaultCode; message: string; hint: string }> = {
  EADDRINUSE: {
    code: 'BUSY',
    message: 'The port is in use, perhaps by another Daybook.',
    hint: 'Stop that one, or choose another with --port; --port 0 picks a free one.',
  },
  EACCES: {
    code: 'INVALID_INPUT',
    message: 'This user may not listen on that port.',
    hint: 'Choose one above 1023 with --port.',
  },
  EADDRNOTAVAIL: {
    code: 'INVALID_INPUT',
    message: 'This machine has no such address.',
    hint: 'Use --host 127.0.0.1, or an address of this machine.',
  },
  ENOTFOUND: {
    code: 'INVALID_INPUT',
    message: 'That host name is not known.',
    hint: 'Use --host 127.0.0.1, or an address of this machine.',
  },
}

/** Lets running answers finish, but not for ever; connections on which nothing is asked are not waited for. */
async function closeServer(server: Server, running: Set<ServerResponse>): Promise<void> {
  const ended = once(server, 'close')
  server.close()
  const finished = Promise.all([...running].map(outgoing => once(outgoing, 'close')))
  const timeout = new AbortController()
  await Promise.race([finished, sleep(3000, undefined, { signal: timeout.signal })])
  timeout.abort()
  server.closeAllConnections()
  await ended
}

/** On every answer. Styles may be in attributes, as the client's lists and popovers need; scripts only in files. */
const securityHeaders: Record<string, string> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}
