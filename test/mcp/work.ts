import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { Client, type JSONRPCMessage, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as LegacyStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as LegacyHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { expect } from 'vitest'
import { z } from 'zod'
import { onlyRoots } from '../../src/transcripts/agents.ts'
import { claudeFixtures } from '../fixtures/transcripts/claude-code/fixtures.ts'
import { mcpStdioCommand, runPreloaded, startServer } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'

export const date = '2026-05-12'
const knowsTasks = { extensions: { 'io.modelcontextprotocol/tasks': {} } }
export const withForms = { ...knowsTasks, elicitation: {} }

const Task = z.looseObject({ taskId: z.string(), status: z.string() })
type Answer = { action: 'accept'; content: Record<string, string> } | { action: 'decline' }
type Place = ReturnType<typeof mcpStdioCommand> | URL

interface Chatting {
  capabilities?: object
  /** What the person says to a form. */
  answer?: ((message: string) => Answer) | undefined
  token?: string
}

/** A home with the sample room, one transcript and a model that never answers, and a server of long work on it. */
export async function machineWithWork() {
  const home = tempHome()
  const env = { ...onlyRoots({ 'claude-code': join(home, 'claude') }), DAYBOOK_TIMEZONE: 'Asia/Shanghai' }
  const where = { home, env, args: ['--toolsets', 'jobs'] }
  const open: { close(): Promise<void> }[] = []
  const silent = createServer(() => {})
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = z.object({ port: z.int() }).parse(silent.address())
  const providers = { own: { base_url: `http://127.0.0.1:${port}` } }
  writeFileSync(join(home, 'config.json'), JSON.stringify({ models: { providers }, diary: { model: 'own/small' } }))
  const folder = join(home, 'claude', '-fake-ledger')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'c1-basic.jsonl'), String(claudeFixtures['c1-basic']))
  await daybook('call', 'room_workspace_bind', JSON.stringify({ path: tempHome(), sample: true }))
  const server = await startServer(where)
  const http = new URL('/mcp', server.url)
  return { http, stdio: () => mcpStdioCommand(where), start: () => startServer(where), daybook, current, older, close }

  async function close(): Promise<void> {
    await Promise.all(open.map(each => each.close()))
    await server.stop()
    silent.closeAllConnections()
    silent.close()
  }

  async function daybook(...args: string[]): Promise<string> {
    const { stdout, stderr, code } = await runPreloaded(args, { home, env })
    if (code !== 0) throw new Error(stderr)
    return stdout
  }

  /** The client of 2026-07-28. It cannot read a task that a call answers, so that is taken from its transport. */
  async function current(place: Place, { capabilities = knowsTasks, answer, token }: Chatting = {}) {
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      { capabilities, versionNegotiation: { mode: { pin: '2026-07-28' } } },
    )
    if (answer) client.setRequestHandler('elicitation/create', async ({ params }) => answer(params.message))
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const transport =
      place instanceof URL
        ? new StreamableHTTPClientTransport(place, { requestInit: { headers } })
        : new StdioClientTransport({ ...place, stderr: 'ignore' })
    await client.connect(transport)
    open.push(client)
    const heard: unknown[] = []
    const hear = transport.onmessage
    transport.onmessage = (message: JSONRPCMessage) => {
      heard.push(message)
      hear?.(message)
    }
    const look = (taskId: string) => client.request({ method: 'tasks/get', params: { taskId } }, Task)
    return {
      client,
      look,
      cancel: (taskId: string) => client.request({ method: 'tasks/cancel', params: { taskId } }, z.looseObject({})),
      async begin(name: string, args: Record<string, unknown>) {
        await expect(client.callTool({ name, arguments: args })).rejects.toMatchObject({ data: { resultType: 'task' } })
        return z.object({ result: Task }).parse(heard.at(-1)).result
      },
      async end(taskId: string) {
        await expect.poll(async () => (await look(taskId)).status, { timeout: 20_000 }).not.toBe('working')
        return look(taskId)
      },
    }
  }

  async function older(place: Place): Promise<LegacyClient> {
    const client = new LegacyClient({ name: 'test', version: '1.0.0' })
    const transport = place instanceof URL ? new LegacyHttp(place) : new LegacyStdio({ ...place, stderr: 'ignore' })
    // The old SDK's types predate exactOptionalPropertyTypes: its own transport does not fit its own interface.
    await client.connect(transport as Parameters<typeof client.connect>[0])
    open.push(client)
    return client
  }
}

export type Machine = Awaited<ReturnType<typeof machineWithWork>>

/** A client of 2026-07-28 is given a task for a run, and finds its result where it looks. */
export async function followRun({ current }: Machine, place: Place): Promise<void> {
  const chat = await current(place)
  const begun = await chat.begin('room_run_start', { recipe_id: 'structural_outline' })
  const taskId = expect.stringMatching(/^run_/)
  expect(begun).toMatchObject({ resultType: 'task', status: 'working', ttlMs: null, taskId })
  const ended = await chat.end(begun.taskId)
  expect(ended).toMatchObject({ status: 'completed', result: { structuredContent: { status: 'done' } } })
  await chat.cancel(begun.taskId)
  expect(await chat.look(begun.taskId)).toMatchObject({ status: 'completed' })
  await expect(chat.look('run_0000')).rejects.toMatchObject({ code: -32602 })
}

/** A client of 2025-11-25 asks for a task, waits for a round and gets what was said. */
export async function followRound({ older }: Machine, place: Place): Promise<void> {
  const client = await older(place)
  const { tasks } = client.experimental
  const opened = await client.callTool({ name: 'room_conference_open', arguments: {} })
  const { id: conferenceId } = z.object({ id: z.string() }).parse(opened.structuredContent)
  const call = { name: 'room_round_run', arguments: { conferenceId, prompt: 'What colour are the eyes of Ines?' } }
  const messages = []
  for await (const message of tasks.callToolStream(call, CallToolResultSchema, { task: {} })) messages.push(message)
  expect(messages.at(0)).toMatchObject({ type: 'taskCreated', task: { taskId: `${conferenceId}.1` } })
  expect(messages.at(-1)).toMatchObject({ type: 'result' })
  const taskId = `${conferenceId}.1`
  expect(await tasks.getTask(taskId)).toMatchObject({ taskId, status: 'completed', ttl: null })
  expect(await tasks.getTaskResult(taskId, CallToolResultSchema)).toMatchObject({
    structuredContent: { conferenceId, number: 1, state: 'closed' },
    _meta: { 'io.modelcontextprotocol/related-task': { taskId } },
  })
  await expect(tasks.cancelTask(taskId)).rejects.toMatchObject({ code: -32602 })
}
