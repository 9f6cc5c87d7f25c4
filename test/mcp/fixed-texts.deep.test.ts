import { expect, it } from 'vitest'
import { mcpStdioCommand, startServer } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'
import { connect, type Place } from './clients.ts'

const listed = async (place: Place) => {
  const chat = await connect['the client that finds out'](place)
  const tools = await chat.tools()
  await chat.close()
  return new Map(tools.map(tool => [tool.name, tool]))
}

it('texts that the documents fix are announced with all toolsets, on both transports, in the same words', async () => {
  const all = await listed(mcpStdioCommand({ home: tempHome() }))
  expect(all.get('context_summarize')).toMatchObject({
    description:
      "Update a project's session state summary. Persists the provided summary text as the project's recent events, which will be included in subsequent context_build output. Use this after significant work milestones, context switches, or to record session progress for continuity. Analogous to Claude Code's /compact but for project-level state.",
    inputSchema: {
      properties: {
        projectId: { description: 'Project ID to update. Use project_list to find IDs.' },
        summary: {
          description:
            'Summary of recent events, session progress, or current project state. This replaces the current recentEvents field and will appear in subsequent context_build output.',
        },
        additionalNotes: {
          description:
            'Optional additional notes to persist alongside the summary. Replaces the current additionalNotes field if provided.',
        },
      },
    },
    annotations: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
  })
  expect(all.get('read_session_lines')).toMatchObject({
    inputSchema: {
      properties: {
        mode: {
          description:
            '"full" returns raw JSONL lines and can be very large; use it only for a narrow range where exact raw content is necessary',
        },
      },
    },
  })
  expect(all.get('list_records')).toMatchObject({
    inputSchema: { properties: { depth: { description: expect.stringContaining('default 1 with parent_id') } } },
  })
  const { url } = await startServer({ home: tempHome() })
  expect(await listed(new URL('/mcp', url))).toEqual(all)
  for (const toolset of ['records', 'diary', 'context', 'room']) {
    const alone = await listed(mcpStdioCommand({ home: tempHome(), args: ['--toolsets', toolset] }))
    for (const [name, tool] of alone) expect(all.get(name)).toEqual(tool)
  }
})
