import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, it } from 'vitest'
import { foundation } from '../../src/db/migrations/001-foundation.ts'
import { call, rawMcp } from '../mcp/raw.ts'
import { runDaybook } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'

const build = { projectId: 'default' }

it('stdout carries the answers of Context alone on the very first run', async () => {
  const mcp = rawMcp({ home: tempHome(), args: ['--toolsets', 'context'] })
  mcp.send(call(1, 'context_build', build), call(2, 'context_build', { projectId: 'nowhere' }))
  const { code, replies } = await mcp.end()
  expect(code).toBe(0)
  expect(replies.map(({ jsonrpc, id }) => [jsonrpc, id]).sort()).toEqual([
    ['2.0', 1],
    ['2.0', 2],
  ])
})

it('stdout carries them alone while a store of the first release is brought up to date, and nothing in it is lost', async () => {
  const home = tempHome()
  const old = new DatabaseSync(join(home, 'daybook.db'))
  for (const text of foundation.up('sqlite')) old.exec(text)
  old.exec('insert into daybook_schema (version) values (1)')
  old.close()
  const mcp = rawMcp({ home, args: ['--toolsets', 'records,context'] })
  mcp.send(call(1, 'project_get', { id: 'default' }), call(2, 'context_summarize', { ...build, summary: 'Kept.' }))
  await mcp.until(2)
  const { code, replies } = await mcp.end()
  expect(code).toBe(0)
  const answers = Object.fromEntries(replies.map(({ id, result }) => [id, result?.structuredContent]))
  expect(answers[1]).toMatchObject({
    id: 'default',
    template: 'default',
    instruction: 'implementation',
    customData: {},
  })
  expect(answers[2]).toMatchObject({ customData: { recentEvents: 'Kept.' } })
})

it('stdout carries them alone while another process imports projects', async () => {
  const home = tempHome()
  const file = join(home, 'projects.json')
  const entries = Array.from({ length: 200 }, (_, n) => ({
    id: `p${n}`,
    name: `P${n}`,
    customData: { recentEvents: 'x' },
  }))
  writeFileSync(file, JSON.stringify(entries))
  const mcp = rawMcp({ home, args: ['--toolsets', 'context'] })
  mcp.send(call(0, 'project_list'))
  await mcp.until(1)
  const importing = runDaybook(['projects', 'import', file], { home })
  mcp.send(...Array.from({ length: 20 }, (_, n) => call(n + 1, 'context_summarize', { ...build, summary: `S${n}` })))
  expect((await importing).code).toBe(0)
  await mcp.until(21)
  mcp.send(call(99, 'project_list'))
  const { replies } = await mcp.end()
  expect(replies).toHaveLength(22)
  expect(replies.filter(({ result }) => result?.isError)).toEqual([])
  expect(replies.at(-1)?.result?.structuredContent).toMatchObject({ count: 201 })
})
