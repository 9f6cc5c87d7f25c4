import { expect } from 'vitest'
import { connect, type Place } from '../mcp/clients.ts'
import { mcpStdioCommand, runPreloaded, startServer } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'

export const stored = 'Merge rule {last-writer} dropped.\r\nNext:\n```sh\nnpm test\n```\nand `$&` stays.'

const places = {
  stdio: async (home: string): Promise<Place> =>
    mcpStdioCommand({ home, args: ['--toolsets', 'core', '--project', 'orchard'] }),
  HTTP: async (home: string): Promise<Place> => {
    const { url } = await startServer({ home, args: ['--toolsets', 'core', '--project', 'orchard'] })
    return new URL('/mcp', url)
  },
}

export async function orchard(): Promise<string> {
  const home = tempHome()
  const { code } = await runPreloaded(['projects', 'create', 'Orchard app', '--id', 'orchard'], { home })
  expect(code).toBe(0)
  return home
}

/** A chat ends with /summarize, and /newcontext starts the next one in a new process. */
export async function chatTwice(transport: keyof typeof places, name: keyof typeof connect): Promise<void> {
  const client = connect[name]
  const start = places[transport]
  const home = await orchard()
  const first = await client(await start(home))
  const asked = textOf(await first.prompt('summarize', { additionalState: 'Say that {tests} pass.' }))
  expect(asked).toContain('Project: Orchard app\nProject id: orchard')
  expect(asked).toContain('## Also to be said\n\nSay that {tests} pass.')
  const [, projectId = ''] = /context_summarize once with projectId "([^"]+)"/.exec(asked) ?? []
  const kept = await first.call('context_summarize', { projectId, summary: stored })
  expect(kept.isError).toBeUndefined()
  await first.close()

  const next = await client(await start(home))
  const begun = textOf(await next.prompt('newcontext', { additionalInstructions: 'Look at {merge} only.' }))
  expect(begun).toContain(`### Current Project State\n${stored}\n\n### Instruction Prompt\n`)
  expect(begun.endsWith('\n\nLook at {merge} only.')).toBe(true)
  const built = await next.call('context_build', {
    projectId: 'orchard',
    additionalInstructions: 'Look at {merge} only.',
  })
  expect(built.content).toEqual([{ type: 'text', text: begun }])
}

/** A prompt is one user message of text. */
export function textOf(result: unknown): string {
  expect(result).toMatchObject({ messages: [{ role: 'user', content: { type: 'text', text: expect.any(String) } }] })
  // Asserted on the line before.
  const { messages } = result as { messages: { content: { text: string } }[] }
  expect(messages).toHaveLength(1)
  return messages[0]?.content.text ?? ''
}
