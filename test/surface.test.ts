import { beforeAll, describe, expect, it } from 'vitest'
import { toolsets } from '../src/toolsets.ts'
import { serving } from './http/serving.ts'
import { type AnnouncedTool, connect } from './mcp/clients.ts'
import { mcpStdioCommand, runDaybook } from './support/binary.ts'
import { tempHome } from './support/tempdir.ts'

/** Name, then readOnlyHint, destructiveHint, idempotentHint, as spec/records.md §6 gives them. */
const records: [name: string, read: boolean, destructive: boolean, idempotent: boolean][] = [
  ['create_project', false, false, false],
  ['list_projects', true, false, true],
  ['get_project', true, false, true],
  ['get_project_overview', true, false, true],
  ['search_records', true, false, true],
  ['list_records', true, false, true],
  ['get_record_ref', true, false, true],
  ['activate', false, false, false],
  ['sync_session', false, false, true],
  ['create_record', false, false, false],
  ['update_record', false, true, false],
  ['transition', false, false, false],
  ['save_session', false, false, false],
  ['close_session', false, false, true],
  ['get_record_history', true, false, true],
  ['get_record_diff', true, false, true],
  ['get_active_sessions', true, false, true],
  ['get_recent_activity', true, false, true],
  // Beyond the specification.
  ['decisions_for', true, false, true],
  ['supersede_record', false, false, true],
]
const budget = 12 * 1024

describe('tools/list of the records toolset', () => {
  let tools: AnnouncedTool[]
  let instructions: string | undefined
  beforeAll(async () => {
    const chat = await connect['the client of 2026-07-28'](place())
    tools = await chat.tools()
    instructions = chat.instructions
    await chat.close()
  })

  it('the records toolset lists the 18 operations of the specification in its order, then its own, each with all four hints', () => {
    expect(tools.map(({ name, title, annotations }) => ({ name, title, annotations }))).toEqual(
      records.map(([name, readOnlyHint, destructiveHint, idempotentHint]) => ({
        name,
        title: name
          .split('_')
          .map(word => word.charAt(0).toUpperCase() + word.slice(1))
          .join(' '),
        annotations: { readOnlyHint, destructiveHint, idempotentHint, openWorldHint: false },
      })),
    )
  })

  it('the tool list of the records toolset fits into 12 KB', () => {
    const sizes = tools.map(tool => `${String(bytes(tool)).padStart(5)} ${tool.name}`)
    expect(bytes(tools), `bytes per tool:\n${sizes.join('\n')}`).toBeLessThanOrEqual(budget)
    expect([...sizes, `${String(bytes(tools)).padStart(5)} of ${budget}`].join('\n')).toMatchSnapshot()
  })

  it('the tool list is the same for both protocol revisions and both transports', async () => {
    const { url } = await serving({ toolsets: ['records'] })
    for (const client of Object.values(connect)) {
      expect(await (await client(new URL('/mcp', url))).tools()).toEqual(tools)
    }
    expect(await (await connect['the client of 2025-11-25'](place())).tools()).toEqual(tools)
  })

  it('the tool list is as in the snapshot', () => {
    const lines = tools.map(tool => JSON.stringify(tool))
    expect(lines.join('\n')).toMatchSnapshot()
  })

  it('the instructions tell a model how to begin in at most 120 words', () => {
    expect(instructions?.split(/\s+/).length).toBeLessThanOrEqual(120)
    expect(instructions).toMatchSnapshot()
  })
})

describe('commands and routes', () => {
  it('the commands of daybook --help are as in the snapshot', async () => {
    const { stdout } = await runDaybook(['--help'], { home: tempHome() })
    expect(stdout).toMatchSnapshot()
  })

  it('the routes of the OpenAPI document are as in the snapshot', async () => {
    const { url } = await serving({ toolsets: toolsets.map(({ name }) => name) })
    const { paths } = (await (await fetch(new URL('/api/openapi.json', url))).json()) as {
      paths: Record<string, object>
    }
    const routes = Object.entries(paths).map(([path, methods]) => `${Object.keys(methods).join(' ')} ${path}`)
    expect(routes.join('\n')).toMatchSnapshot()
  })
})

function place() {
  return mcpStdioCommand({ home: tempHome(), args: ['--toolsets', 'records'] })
}

function bytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}
