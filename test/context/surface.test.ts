import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serving } from '../http/serving.ts'
import { connect } from '../mcp/clients.ts'
import { mcpStdioCommand, startServer } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'
import { testContextToolset } from './context-toolset.ts'

let server: ReturnType<typeof startServer>
beforeAll(async () => {
  server = startServer({ home: tempHome(), args: ['--toolsets', 'context'] })
  await server
})
afterAll(async () => void (await (await server).stop()))

// None of the tests changes what is stored, so one server does for all.
testContextToolset('HTTP', async () => new URL('/mcp', (await server).url))

describe('tools/list, which every chat pays for', () => {
  it.each([
    ['records,diary,context', 36],
    ['records', 12],
    ['diary', 12],
    ['context', 12],
    ['core', 8],
    ['jobs', 8],
  ])('tools/list of %s stays within %i KB', async (toolsets, kilobytes) => {
    const { url } = await serving({ toolsets: toolsets.split(',') })
    const tools = await (await connect['the client of 2026-07-28'](new URL('/mcp', url))).tools()
    const sizes = tools.map(tool => `${String(bytes(tool)).padStart(5)} ${tool.name}`)
    expect(bytes({ tools }), sizes.join('\n')).toBeLessThanOrEqual(kilobytes * 1024)
  })

  it('tools/list is as long as the README says', async () => {
    const toolsOf = async (toolsets: string[]) =>
      (await connect['the client of 2026-07-28'](new URL('/mcp', (await serving({ toolsets })).url))).tools()
    const all = await toolsOf(['records', 'diary', 'context', 'room'])
    const readme = readFileSync('README.md', 'utf8')
    expect(readme).toContain(`all ${all.length} tools are ${Math.round(bytes({ tools: all }) / 1024)} KB of JSON`)
    expect(readme).toContain(`the profile \`core\` (${(await toolsOf(['core'])).length} tools, 8 KB)`)
  })

  it('tools/list of a daily chat names what such a chat needs, with the prompts to begin and end it', async () => {
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
      'read_session_lines',
      'search_history',
      'context_build',
      'context_summarize',
    ])
    expect((await chat.prompts()).map(({ name }) => name)).toEqual(['newcontext', 'summarize'])
  })

  it('tools/list of a daily chat leaves arguments of programs out, which a toolset beside it lists', async () => {
    const argumentsIn = async (toolsets: string) => {
      const { url } = await serving({ toolsets: toolsets.split(',') })
      const tools = await (await connect['the client of 2026-07-28'](new URL('/mcp', url))).tools()
      const saving = tools.find(({ name }) => name === 'save_session')
      return Object.keys(Object(saving).inputSchema.properties)
    }
    expect(await argumentsIn('core')).toEqual(['summary', 'session_id'])
    expect(await argumentsIn('core,records')).toEqual(['summary', 'session_id', 'conversation_id', 'idempotency_key'])
  })
})

function bytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}
