import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnnouncedTool, connect, type Place } from '../mcp/clients.ts'
import { mcpStdioCommand, startServer } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'

/** Name, title, then readOnlyHint, destructiveHint, idempotentHint, as spec/context.md §4 gives them. */
const context: [name: string, title: string, read: boolean, destructive: boolean, idempotent: boolean][] = [
  ['context_build', 'Build Context', false, false, true],
  ['context_summarize', 'Summarize Context', false, false, true],
  ['project_list', 'List Projects', true, false, true],
  ['project_get', 'Get Project', true, false, true],
  ['project_update', 'Update Project', false, false, true],
  ['prompt_list', 'List Prompts', true, false, true],
  ['prompt_get', 'Get Prompt', true, false, true],
  ['template_preview', 'Preview Context', true, false, true],
]

const summarize = {
  tool: "Update a project's session state summary. Persists the provided summary text as the project's recent events, which will be included in subsequent context_build output. Use this after significant work milestones, context switches, or to record session progress for continuity. Analogous to Claude Code's /compact but for project-level state.",
  projectId: 'Project ID to update. Use project_list to find IDs.',
  summary:
    'Summary of recent events, session progress, or current project state. This replaces the current recentEvents field and will appear in subsequent context_build output.',
  additionalNotes:
    'Optional additional notes to persist alongside the summary. Replaces the current additionalNotes field if provided.',
}

let server: ReturnType<typeof startServer>
beforeAll(async () => {
  server = startServer({ home: tempHome(), args: ['--toolsets', 'context'] })
  await server
})
afterAll(async () => void (await (await server).stop()))

const starts: { [transport: string]: (home: string, toolsets: string) => Promise<Place> } = {
  stdio: async (home, toolsets) => mcpStdioCommand({ home, args: ['--toolsets', toolsets] }),
  // None of the tests changes what is stored, so one server does for all.
  HTTP: async () => new URL('/mcp', (await server).url),
}

describe.each(Object.entries(starts))('the context toolset over %s', (_, start) => {
  it.each(Object.entries(connect))(
    'shows %s eight tools in their order, with titles and all hints, and two prompts',
    async (_, client) => {
      const chat = await client(await start(tempHome(), 'context'))
      const tools = await chat.tools()
      expect(tools.map(({ name, title, annotations }) => ({ name, title, annotations }))).toEqual(
        context.map(([name, title, readOnlyHint, destructiveHint, idempotentHint]) => ({
          name,
          title,
          annotations: { readOnlyHint, destructiveHint, idempotentHint, openWorldHint: false },
        })),
      )
      expect(
        (await chat.prompts()).map(({ name, arguments: given = [] }) => [name, ...given.map(each => each.name)]),
      ).toEqual([
        ['newcontext', 'additionalInstructions', 'projectId'],
        ['summarize', 'additionalState', 'projectId'],
      ])
      for (const { arguments: given = [] } of await chat.prompts()) {
        expect(given.map(({ required }) => required ?? false)).toEqual([false, false])
      }
    },
  )

  it('says of context_summarize what was agreed, word for word, and of the others at most three sentences', async () => {
    const tools = await (await connect['the client of 2026-07-28'](await start(tempHome(), 'context'))).tools()
    const [, tool] = tools.map(described)
    expect(tool?.description).toBe(summarize.tool)
    for (const key of ['projectId', 'summary', 'additionalNotes'] as const) {
      expect(tool?.inputSchema.properties[key]?.description).toBe(summarize[key])
    }
    expect(tool?.inputSchema.required).toEqual(['projectId', 'summary'])
    for (const { name, description } of tools.map(described).filter(each => each.name !== 'context_summarize')) {
      expect([name, description.split(/\.(?:\s|$)/).filter(Boolean).length <= 3]).toEqual([name, true])
    }
    expect(tools.map(described).find(({ name }) => name === 'project_update')?.description).toContain('merges')
  })

  it('answers refusals as errors in the agreed words, the code kept out of the text', async () => {
    const chat = await connect['the client of 2025-11-25'](await start(tempHome(), 'context'))
    for (const [name, args, code, text] of [
      [
        'project_get',
        { id: 'nowhere' },
        'PROJECT_NOT_FOUND',
        "Project not found: 'nowhere'. Use the project_list tool to see available projects and their IDs.",
      ],
      [
        'context_build',
        { projectId: 'nowhere' },
        'PROJECT_NOT_FOUND',
        "Project not found: 'nowhere'. Use the project_list tool to see available projects and their IDs.",
      ],
      [
        'context_summarize',
        { projectId: 'nowhere', summary: ' \n' },
        'SUMMARY_REQUIRED',
        'Summary text is required. Provide a non-empty summary of recent events or session state.',
      ],
      [
        'prompt_get',
        { projectId: 'default', templateName: 'nope' },
        'TEMPLATE_NOT_FOUND',
        "Template not found: 'nope'. Use the prompt_list tool to see available templates.",
      ],
    ] as const) {
      const answer = await chat.call(name, args)
      expect(answer).toMatchObject({
        isError: true,
        content: [{ type: 'text', text }],
        _meta: { 'daybook/code': code },
      })
      expect(answer.structuredContent).toBeUndefined()
    }
    const shape = await chat.call('project_update', { id: 'default', colour: 'red' })
    expect(shape).toMatchObject({ isError: true, _meta: { 'daybook/code': 'INVALID_INPUT' } })
    expect(JSON.stringify(shape.content)).toMatch(/Invalid input: colour: .*Accepted keys: id, name, /)
  })

  it('answers structures twice, the text indented, and texts once, with what is about them beside', async () => {
    const chat = await connect['the client of 2026-07-28'](await start(tempHome(), 'context'))
    const got = await chat.call('project_get', { id: 'default' })
    expect(got.content).toEqual([{ type: 'text', text: JSON.stringify(got.structuredContent, null, 2) }])
    const built = await chat.call('context_build', {
      projectId: 'default',
      additionalInstructions: 'Look at {merge} only.',
    })
    expect(built).toMatchObject({
      content: [{ type: 'text', text: expect.stringMatching(/\n\nLook at \{merge\} only\.$/) }],
      _meta: {
        'daybook/estimatedTokens': expect.any(Number),
        'daybook/sections': expect.arrayContaining([expect.objectContaining({ name: 'intro' })]),
        'daybook/notices': [],
      },
    })
    expect(built.structuredContent).toBeUndefined()
  })
})

describe('tools/list, which every chat pays for', () => {
  it.each([
    ['records,diary,context', 36],
    ['records', 12],
    ['diary', 12],
    ['context', 12],
    ['core', 8],
  ])('of %s stays within %i KB', async (toolsets, kilobytes) => {
    const tools = await (
      await connect['the client of 2026-07-28'](mcpStdioCommand({ home: tempHome(), args: ['--toolsets', toolsets] }))
    ).tools()
    const sizes = tools.map(tool => `${String(bytes(tool)).padStart(5)} ${tool.name}`)
    expect(bytes({ tools }), sizes.join('\n')).toBeLessThanOrEqual(kilobytes * 1024)
  })

  it('of a daily chat names what such a chat needs, with the prompts to begin and end it', async () => {
    const chat = await connect['the client of 2026-07-28'](
      mcpStdioCommand({ home: tempHome(), args: ['--toolsets', 'core'] }),
    )
    expect((await chat.tools()).map(({ name }) => name)).toEqual([
      'get_project_overview',
      'search_records',
      'activate',
      'create_record',
      'update_record',
      'transition',
      'save_session',
      'search_history',
      'context_build',
      'context_summarize',
    ])
    expect((await chat.prompts()).map(({ name }) => name)).toEqual(['newcontext', 'summarize'])
  })
})

interface Described {
  name: string
  description: string
  inputSchema: { properties: { [key: string]: { description?: string } }; required?: string[] }
}

/** The clients' types leave these open; a tool without them fails the test that reads them. */
function described(tool: AnnouncedTool): Described {
  return tool as unknown as Described
}

function bytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}
