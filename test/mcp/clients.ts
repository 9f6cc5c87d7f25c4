import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as LegacyStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as LegacyHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { onTestFinished, TestRunner } from 'vitest'
import type { mcpStdioCommand } from '../support/binary.ts'

/** Where a server is: a command to start, or the address of one that runs. */
export type Place = ReturnType<typeof mcpStdioCommand> | URL

export interface AnnouncedTool {
  name: string
  title?: string | undefined
  annotations?: unknown
}

export interface Answer {
  structuredContent?: unknown
  content?: unknown
  isError?: boolean | undefined
}

/** An official client connected to a server; in a test it goes with the test, elsewhere call close(). */
export interface Chat {
  revision: string | undefined
  about: unknown
  capabilities: unknown
  instructions: string | undefined
  tools(): Promise<AnnouncedTool[]>
  call(name: string, args?: Record<string, unknown>, meta?: Record<string, unknown>): Promise<Answer>
  /** The same call, and every notification of its progress. */
  follow(name: string, args: Record<string, unknown>): Promise<{ answer: Answer; steps: ProgressStep[] }>
  /** Calls and takes the call back at the first notification of its progress. */
  withdraw(name: string, args: Record<string, unknown>): Promise<unknown>
  prompts(): Promise<AnnouncedPrompt[]>
  prompt(name: string, args?: Record<string, string>): Promise<unknown>
  close(): Promise<void>
}

interface ProgressStep {
  progress: number
  total?: number | undefined
  message?: string | undefined
}

interface AnnouncedPrompt {
  name: string
  arguments?: { name: string; required?: boolean | undefined }[] | undefined
}

const self = { name: 'test', version: '1.0.0' }

export const connect = {
  'the client of 2026-07-28': (place: Place) => current(place, { pin: '2026-07-28' }),
  'the client that finds out': (place: Place) => current(place, 'auto'),
  'the current client on the 2025 wire': (place: Place) => current(place, 'legacy'),
  'the client of 2025-11-25': legacy,
}

async function current(place: Place, mode: 'auto' | 'legacy' | { pin: string }): Promise<Chat> {
  const client = new Client(self, { versionNegotiation: { mode } })
  const http = place instanceof URL
  await client.connect(
    http ? new StreamableHTTPClientTransport(place) : new StdioClientTransport({ ...place, stderr: 'ignore' }),
  )
  if (TestRunner.getCurrentTest()) onTestFinished(() => client.close())
  return {
    revision: client.getNegotiatedProtocolVersion(),
    about: client.getServerVersion(),
    capabilities: client.getServerCapabilities(),
    instructions: client.getInstructions(),
    tools: async () => (await client.listTools()).tools,
    call: (name, args, _meta) => client.callTool({ name, ...(args && { arguments: args }), ...(_meta && { _meta }) }),
    follow: async (name, args) => {
      const steps: ProgressStep[] = []
      const onprogress = (step: ProgressStep) => void steps.push(step)
      return { answer: await client.callTool({ name, arguments: args }, { onprogress }), steps }
    },
    withdraw: async (name, args) => {
      const stop = new AbortController()
      return client.callTool({ name, arguments: args }, { onprogress: () => stop.abort(), signal: stop.signal })
    },
    prompts: async () => (await client.listPrompts()).prompts,
    prompt: (name, args) => client.getPrompt({ name, ...(args && { arguments: args }) }),
    close: () => client.close(),
  }
}

async function legacy(place: Place): Promise<Chat> {
  const client = new LegacyClient(self)
  const transport = place instanceof URL ? new LegacyHttp(place) : new LegacyStdio({ ...place, stderr: 'ignore' })
  // The old SDK's types predate exactOptionalPropertyTypes: its own transport does not fit its own interface.
  await client.connect(transport as Parameters<typeof client.connect>[0])
  if (TestRunner.getCurrentTest()) onTestFinished(() => client.close())
  return {
    revision: transport instanceof LegacyHttp ? transport.protocolVersion : '2025-11-25',
    about: client.getServerVersion(),
    capabilities: client.getServerCapabilities(),
    instructions: client.getInstructions(),
    tools: async () => (await client.listTools()).tools,
    // Its result type still allows the shape of 2024, which no server here sends.
    call: async (name, args, _meta) =>
      (await client.callTool({ name, ...(args && { arguments: args }), ...(_meta && { _meta }) })) as Answer,
    follow: async (name, args) => {
      const steps: ProgressStep[] = []
      const onprogress = (step: ProgressStep) => void steps.push(step)
      return { answer: (await client.callTool({ name, arguments: args }, undefined, { onprogress })) as Answer, steps }
    },
    withdraw: async (name, args) => {
      const stop = new AbortController()
      return client.callTool({ name, arguments: args }, undefined, {
        onprogress: () => stop.abort(),
        signal: stop.signal,
      })
    },
    prompts: async () => (await client.listPrompts()).prompts,
    prompt: (name, args) => client.getPrompt({ name, ...(args && { arguments: args }) }),
    close: () => client.close(),
  }
}
