import { describe, expect, it } from 'vitest'
import { connect, type Place } from '../mcp/clients.ts'
import { mcpStdioCommand, runStanding, startServer } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'

const stored = 'Merge rule {last-writer} dropped.\r\nNext:\n```sh\nnpm test\n```\nand `$&` stays.'

const places: { [transport: string]: (home: string) => Promise<Place> } = {
  stdio: async home => mcpStdioCommand({ home, args: ['--toolsets', 'core', '--project', 'orchard'] }),
  HTTP: async home => {
    const { url } = await startServer({ home, args: ['--toolsets', 'core', '--project', 'orchard'] })
    return new URL('/mcp', url)
  },
}

async function orchard(): Promise<string> {
  const home = tempHome()
  const { code } = await runStanding(['projects', 'create', 'Orchard app', '--id', 'orchard'], { home })
  expect(code).toBe(0)
  return home
}

describe.each(Object.entries(places))('over %s', (_, start) => {
  it.each(Object.entries(connect))(
    '%s ends a chat with /summarize, and /newcontext starts the next one in a new process',
    async (_, client) => {
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
    },
  )
})

describe('the prompts', () => {
  it('show the stored summary word for word in a fence it cannot close', async () => {
    const home = await orchard()
    const chat = await connect['the client of 2026-07-28'](mcpStdioCommand({ home, args: ['--toolsets', 'context'] }))
    await chat.call('context_summarize', { projectId: 'orchard', summary: stored })
    const asked = textOf(await chat.prompt('summarize', { projectId: 'Orchard app' }))
    expect(asked).toContain(`The summary stored now:\n\n\`\`\`\`\n${stored}\n\`\`\`\`\n`)
    expect(asked).toMatch(/^Write a summary/m)
  })

  it('leave a build stamp, and fall back to the default project', async () => {
    const home = await orchard()
    const chat = await connect['the client of 2026-07-28'](mcpStdioCommand({ home, args: ['--toolsets', 'context'] }))
    expect(textOf(await chat.prompt('newcontext'))).toContain('project: Default')
    await chat.prompt('newcontext', { projectId: 'orchard' })
    await chat.close()
    for (const id of ['default', 'orchard']) {
      const { stdout } = await runStanding(['call', 'project_about', '--json', JSON.stringify({ id })], { home })
      expect(JSON.parse(stdout).lastBuild).toMatchObject({ bytes: expect.any(Number) })
    }
  })

  it.each(['newcontext', 'summarize'])(
    '%s refuses an unknown project as invalid parameters, in the words of the tools',
    async name => {
      for (const client of [connect['the client of 2026-07-28'], connect['the client of 2025-11-25']]) {
        const chat = await client(mcpStdioCommand({ home: tempHome(), args: ['--toolsets', 'context'] }))
        await expect(chat.prompt(name, { projectId: 'nowhere' })).rejects.toMatchObject({
          code: -32602,
          message: expect.stringContaining(
            "Project not found: 'nowhere'. Use the project_list tool to see available projects and their IDs.",
          ),
        })
      }
    },
  )
})

/** A prompt is one user message of text. */
function textOf(result: unknown): string {
  expect(result).toMatchObject({ messages: [{ role: 'user', content: { type: 'text', text: expect.any(String) } }] })
  // Asserted on the line before.
  const { messages } = result as { messages: { content: { text: string } }[] }
  expect(messages).toHaveLength(1)
  return messages[0]?.content.text ?? ''
}
