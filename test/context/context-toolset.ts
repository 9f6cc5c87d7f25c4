import { describe, expect, it } from 'vitest'
import { type AnnouncedTool, connect, type Place } from '../mcp/clients.ts'
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

/** What the toolset `context` shows and answers, over a transport. */
export function testContextToolset(transport: string, start: (home: string) => Promise<Place>): void {
  describe(`the context toolset over ${transport}`, () => {
    it.each(Object.entries(connect))(
      'the context toolset shows %s eight tools in their order, with titles and all hints, and two prompts',
      async (_, client) => {
        const chat = await client(await start(tempHome()))
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

    it('the context toolset says of context_summarize what was agreed, word for word, and of the others at most three sentences', async () => {
      const tools = await (await connect['the client of 2026-07-28'](await start(tempHome()))).tools()
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

    it('the context toolset answers refusals as errors in the agreed words, the code kept out of the text', async () => {
      const chat = await connect['the client of 2025-11-25'](await start(tempHome()))
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

    it('the context toolset answers structures twice, the text indented, and texts once, with what is about them beside', async () => {
      const chat = await connect['the client of 2026-07-28'](await start(tempHome()))
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
}

interface Described {
  name: string
  description: string
  inputSchema: { properties: { [key: string]: { description?: string } }; required?: string[] }
}

/** The clients' types leave these open; a tool without them fails the test that reads them. */
function described(tool: AnnouncedTool): Described {
  return tool as unknown as Described
}
