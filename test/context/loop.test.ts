import { describe, expect, it } from 'vitest'
import { connect } from '../mcp/clients.ts'
import { mcpStdioCommand, runPreloaded } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'
import { chatTwice, orchard, stored, textOf } from './summarized-chat.ts'

it.each([['stdio', 'the client of 2026-07-28']] as const)(
  'over %s %s ends a chat with /summarize, and /newcontext starts the next one in a new process',
  chatTwice,
)

describe('the prompts', () => {
  it('the prompts show the stored summary word for word in a fence it cannot close', async () => {
    const home = await orchard()
    const chat = await connect['the client of 2026-07-28'](mcpStdioCommand({ home, args: ['--toolsets', 'context'] }))
    await chat.call('context_summarize', { projectId: 'orchard', summary: stored })
    const asked = textOf(await chat.prompt('summarize', { projectId: 'Orchard app' }))
    expect(asked).toContain(`The summary stored now:\n\n\`\`\`\`\n${stored}\n\`\`\`\`\n`)
    expect(asked).toMatch(/^Write a summary/m)
  })

  it('the prompts leave a build stamp, and fall back to the default project', async () => {
    const home = await orchard()
    const chat = await connect['the client of 2026-07-28'](mcpStdioCommand({ home, args: ['--toolsets', 'context'] }))
    expect(textOf(await chat.prompt('newcontext'))).toContain('project: Default')
    await chat.prompt('newcontext', { projectId: 'orchard' })
    await chat.close()
    for (const id of ['default', 'orchard']) {
      const { stdout } = await runPreloaded(['call', 'project_about', '--json', JSON.stringify({ id })], { home })
      expect(JSON.parse(stdout).lastBuild).toMatchObject({ bytes: expect.any(Number) })
    }
  })

  it.each(['the client of 2026-07-28', 'the client of 2025-11-25'] as const)(
    'the prompts refuse an unknown project to %s as invalid parameters, in the words of the tools',
    async client => {
      const chat = await connect[client](mcpStdioCommand({ home: tempHome(), args: ['--toolsets', 'context'] }))
      for (const name of ['newcontext', 'summarize']) {
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
