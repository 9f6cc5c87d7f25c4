import { expect, it } from 'vitest'
import { connect } from './mcp/clients.ts'
import { mcpStdioCommand } from './support/binary.ts'
import { tempHome } from './support/tempdir.ts'

it('tools/list over stdio is the same for every client', async () => {
  const lists = []
  for (const client of Object.values(connect)) {
    const chat = await client(mcpStdioCommand({ home: tempHome(), args: ['--toolsets', 'records'] }))
    lists.push(await chat.tools())
  }
  for (const tools of lists) expect(tools).toEqual(lists[0])
})
