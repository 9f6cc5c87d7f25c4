import type { Readable } from 'node:stream'
import {
  type JSONRPCMessage,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server'
import { serveStdio as serveConnection } from '@modelcontextprotocol/server/stdio'
import { localPrincipal } from '../../projects/roles.ts'
import { parseJson } from '../request-body.ts'
import type { McpCalls } from './calls.ts'
import { mcpServers, type ServerOptions } from './servers.ts'
import { claimStdout, type ProtocolWriter } from './stdout.ts'

interface StdioOptions extends ServerOptions {
  /** Opened with the first call: what a chat is offered does not depend on the store. */
  open(): Promise<McpCalls>
  log(line: string): void
}

/** Serves the client on stdin and stdout; settles when it has gone and all its calls are done and answered. */
export async function serveStdio({ open, log, ...options }: StdioOptions): Promise<void> {
  const transport = lineTransport(process.stdin, claimStdout())
  const { serverFor, idle } = mcpServers(open, options)
  const connection = {
    onNotificationsRequested(start: () => void) {
      transport.onListen = start
    },
  }
  serveConnection(() => serverFor({ principal: localPrincipal }, connection), {
    transport,
    onerror: error => log(`mcp: ${error.message.slice(0, 500)}`),
  })
  await transport.gone
  await idle()
}

const newline = 0x0a
const longestMessage = 10 * 1024 * 1024

type RequestId = string | number

interface LineTransport extends Transport {
  /** Settles when the client has gone and every answer it may still read has been written. */
  gone: Promise<void>
  /** Called when the client asks for news. */
  onListen?: () => void
}

/**
 * JSON-RPC, one message per line. Unlike the SDK's own transport it answers lines that are not messages, survives a
 * line that is too long, and finishes the calls in flight when the client stops writing.
 */
export function lineTransport(input: Readable, write: ProtocolWriter, longest = longestMessage): LineTransport {
  const unanswered = new Map<RequestId, number>()
  let pieces: Buffer[] = []
  let size = 0
  let ended = false
  let closed = false
  let lastWrite = Promise.resolve()
  let leave = () => {}

  const transport: LineTransport = {
    gone: new Promise(resolve => {
      leave = resolve
    }),
    async start() {
      input.on('data', read)
      for (const event of ['end', 'close', 'error']) input.once(event, end)
    },
    async send(message) {
      await writeLine(message)
      const { id, method } = parts(message)
      if (id !== undefined && method === undefined) settle(id)
    },
    close,
  }
  return transport

  function read(chunk: Buffer) {
    let start = 0
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, start)) {
      keep(chunk.subarray(start, at))
      takeLine()
      start = at + 1
    }
    keep(chunk.subarray(start))
  }

  function keep(piece: Buffer) {
    size += piece.length
    // Nothing of an overlong line is kept, but its end is awaited: the next line is a message again.
    if (size > longest) pieces = []
    else if (piece.length > 0) pieces.push(piece)
  }

  function takeLine() {
    const line = Buffer.concat(pieces)
    const overlong = size > longest
    pieces = []
    size = 0
    if (overlong) return refuse(ProtocolErrorCode.InvalidRequest, `A message may have at most ${longest} bytes.`)
    if (line.length === 0 || (line.length === 1 && line[0] === 0x0d)) return
    const value = parseJson(line)
    if (value === undefined) return refuse(ProtocolErrorCode.ParseError, 'That line is not JSON in UTF-8.')
    const message = asMessage(value)
    if (message) return deliver(message)
    refuse(ProtocolErrorCode.InvalidRequest, 'That line is not a JSON-RPC 2.0 message.', parts(value).id)
  }

  function deliver(message: JSONRPCMessage) {
    const { id, method, cancels } = parts(message)
    if (cancels !== undefined) unanswered.delete(cancels)
    if (method === 'subscriptions/listen') transport.onListen?.()
    // A subscription is answered when the connection closes, so no call may wait for it.
    if (id !== undefined && method !== undefined && method !== 'subscriptions/listen') {
      unanswered.set(id, (unanswered.get(id) ?? 0) + 1)
    }
    transport.onmessage?.(message)
  }

  function refuse(code: number, message: string, id: RequestId | null = null) {
    void writeLine({ jsonrpc: '2.0', id, error: { code, message } })
  }

  async function writeLine(message: unknown) {
    if (closed) return
    lastWrite = write(`${JSON.stringify(message)}\n`)
    // Writing fails only when the client has stopped reading.
    await lastWrite.catch(close)
  }

  function settle(id: RequestId) {
    const left = (unanswered.get(id) ?? 0) - 1
    if (left > 0) unanswered.set(id, left)
    else unanswered.delete(id)
    if (ended && unanswered.size === 0) void close()
  }

  function end() {
    if (ended) return
    ended = true
    takeLine()
    if (unanswered.size === 0) void close()
  }

  async function close() {
    if (closed) return
    closed = true
    input.off('data', read)
    input.destroy()
    transport.onclose?.()
    await lastWrite.catch(() => {})
    leave()
  }
}

function asMessage(value: unknown): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(value)
  } catch {
    return undefined
  }
}

function parts(message: unknown): { id?: RequestId; method?: string; cancels?: RequestId } {
  if (typeof message !== 'object' || message === null) return {}
  // Whatever the fields hold is checked below before it is used.
  const { id, method, params } = message as { id?: unknown; method?: unknown; params?: { requestId?: unknown } }
  const cancels = method === 'notifications/cancelled' ? params?.requestId : undefined
  return {
    ...(isRequestId(id) && { id }),
    ...(typeof method === 'string' && { method }),
    ...(isRequestId(cancels) && { cancels }),
  }
}

function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isInteger(value)
}
