import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { mcpStdioCommand, type ProgramOptions } from '../support/binary.ts'

export interface Reply {
  jsonrpc: string
  id: string | number | null
  result?: { structuredContent?: Record<string, unknown>; isError?: boolean; [field: string]: unknown }
  error?: { code: number; message: string; data?: unknown }
}

/** `daybook mcp` without a client: lines in, lines out. Whatever comes out must be JSON-RPC. */
export function rawMcp(where: ProgramOptions & { args?: string[] }) {
  const { command, args, env } = mcpStdioCommand(where)
  const child = spawn(command, args, { env })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  child.stdin.on('error', () => {})
  let stdout = ''
  let stderr = ''
  let changed = () => {}
  child.stdout.setEncoding('utf8').on('data', piece => {
    stdout += piece
    changed()
  })
  child.stderr.setEncoding('utf8').on('data', piece => {
    stderr += piece
  })

  const replies = (): Reply[] =>
    stdout
      .split('\n')
      .slice(0, -1)
      .map(line => JSON.parse(line))
  // Only for a process that is gone: one that is still writing may have been read within a line.
  const allReplies = () => {
    if (stdout && !stdout.endsWith('\n')) throw new Error(`stdout ends within a line: ${stdout.slice(-200)}`)
    return replies()
  }
  const send = (...messages: unknown[]) => {
    for (const message of messages) child.stdin.write(`${JSON.stringify(message)}\n`)
  }
  return {
    send,
    write: (text: string | Buffer) => child.stdin.write(text),
    /** All whole lines on stdout so far, parsed. */
    replies,
    /** Settles when that many lines have come out. */
    async until(count: number): Promise<Reply[]> {
      const deadline = AbortSignal.timeout(50_000)
      while (stdout.split('\n').length <= count) {
        if (deadline.aborted) throw new Error(`Only this came out: ${stdout}\nand on stderr: ${stderr}`)
        await new Promise<void>(resolve => {
          changed = resolve
          setTimeout(resolve, 100)
        })
      }
      return replies()
    },
    /** The client closes its end; settles when the process is gone. */
    async end() {
      child.stdin.end()
      return { ...(await ended), replies: allReplies(), stderr }
    },
    async kill9() {
      child.kill('SIGKILL')
      await ended
      return allReplies()
    },
    stderr: () => stderr,
  }
}

export function call(id: number, name: string, args: Record<string, unknown> = {}, meta?: Record<string, unknown>) {
  const params = { name, arguments: args, ...(meta && { _meta: meta }) }
  return { jsonrpc: '2.0', id, method: 'tools/call', params }
}
