import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempHome } from '../support/tempdir.ts'
import { call, rawMcp } from './raw.ts'

const note = (title: string) => ({ type: 'note', title, summary: 'A summary.', body: 'A body.' })
const codes = (replies: { error?: { code: number } }[]) => replies.map(reply => reply.error?.code)

describe('stdout of daybook mcp', () => {
  it('stdout of daybook mcp carries nothing but the answer on the first run in an empty home', async () => {
    const mcp = rawMcp({ home: tempHome() })
    mcp.send(call(1, 'list_projects'))
    const { code, replies } = await mcp.end()
    expect(code).toBe(0)
    expect(replies).toMatchObject([
      { jsonrpc: '2.0', id: 1, result: { structuredContent: { projects: [{ id: 'default' }] } } },
    ])
  })

  it('stdout of daybook mcp stays clean when code inside the process prints', async () => {
    const printer = `
      const own = process.stdout.write
      setInterval(() => {
        if (process.stdout.write === own) return
        console.log('stray line')
        process.stdout.write('stray text')
      }, 1).unref()`
    const preload = `--import=data:text/javascript,${encodeURIComponent(printer)}`
    const mcp = rawMcp({ home: tempHome(), env: { NODE_OPTIONS: preload } })
    mcp.send(...Array.from({ length: 20 }, (_, id) => call(id, 'create_record', note(`Note ${id}`))))
    await mcp.until(20)
    const { replies, stderr } = await mcp.end()
    expect(new Set(replies.map(reply => reply.id)).size).toBe(20)
    expect(stderr).toContain('stray line')
    expect(stderr).toContain('stray text')
  })

  it('stdout of daybook mcp holds whole answers only when the process is killed, and what was answered is kept', async () => {
    const home = tempHome()
    const mcp = rawMcp({ home })
    mcp.send(...Array.from({ length: 300 }, (_, id) => call(id, 'create_record', note(`Note ${id}`))))
    await mcp.until(30)
    const answered = await mcp.kill9()
    expect(answered.length).toBeGreaterThanOrEqual(30)

    const again = rawMcp({ home })
    again.send(call(1, 'list_records', { limit: 1000 }))
    const { replies } = await again.end()
    const kept = JSON.stringify(replies[0]?.result?.structuredContent)
    for (const { id } of answered) expect(kept).toContain(`"Note ${id}"`)
  })
})

describe('a server that cannot start', () => {
  it.each([
    ['an unknown toolset', ['--toolsets', 'records,nonsense']],
    ['an unknown flag', ['--nonsense']],
  ])('a server that cannot start because of %s says so on stderr only', async (_, args) => {
    const { code, replies, stderr } = await rawMcp({ home: tempHome(), args }).end()
    expect(code).toBeGreaterThan(0)
    expect(replies).toEqual([])
    expect(stderr).not.toBe('')
  })
})

describe('a store that cannot be opened', () => {
  it('a store that cannot be opened keeps no tool from being listed, and every call gets the reason in the words of its toolset', async () => {
    const mcp = rawMcp({ home: tempHome(), args: ['--db', '/dev/null/daybook.db'] })
    mcp.send({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    mcp.send(call(2, 'list_projects'))
    mcp.send(call(3, 'context_build'))
    mcp.send(call(4, 'diary_status'))
    const { code, replies, stderr } = await mcp.end()
    expect(code).toBe(0)
    const results = new Map(replies.map(({ id, result }) => [id, result]))
    expect(results.get(1)?.tools).not.toEqual([])
    expect(results.get(2)).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'INTERNAL', message: expect.stringContaining('cannot be opened') } },
    })
    expect(results.get(3)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('cannot be opened') }],
    })
    expect(results.get(4)).toMatchObject({ isError: true, structuredContent: { status: 'invalid' } })
    expect(stderr).toContain('cannot be opened')
  })

  it('a store that cannot be opened is tried again with the next call, so that settings can be mended while the chat runs', async () => {
    const home = tempHome()
    writeFileSync(join(home, 'config.json'), '{ not JSON')
    const mcp = rawMcp({ home })
    mcp.send(call(1, 'list_projects'))
    await mcp.until(1)
    writeFileSync(join(home, 'config.json'), '{}')
    mcp.send(call(2, 'list_projects'))
    const { replies } = await mcp.end()
    expect(replies[0]?.result).toMatchObject({ isError: true, structuredContent: { error: { code: 'INVALID_INPUT' } } })
    expect(replies[1]?.result?.structuredContent).toMatchObject({ projects: [{ id: 'default' }] })
  })
})

describe('lines that are not valid messages', () => {
  it('bad lines are answered one by one, and the next call works', async () => {
    const mcp = rawMcp({ home: tempHome() })
    mcp.write('this is not JSON\n')
    mcp.write(Buffer.from([0x22, 0xc3, 0x28, 0x22, 0x0a]))
    mcp.write('[]\n{}\n"text"\n')
    mcp.send({ jsonrpc: '2.0', id: 1, method: 'no/such/method' })
    mcp.send({ jsonrpc: '2.0', id: 2, method: 'tools/call' })
    mcp.send({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'list_projects', arguments: 'all' } })
    mcp.send({ jsonrpc: '2.0', id: 4, method: 'tools/list', params: { cursor: 'page-2' } })
    mcp.send({ jsonrpc: '2.0', method: 'notifications/never_heard_of' })
    mcp.send({ jsonrpc: '2.0', id: 99, result: {} })
    mcp.send(call(5, 'list_projects'))
    const { code, replies } = await mcp.end()
    expect(code).toBe(0)
    expect(codes(replies.filter(reply => reply.id === null))).toEqual([-32700, -32700, -32600, -32600, -32600])
    const byId = new Map(replies.map(reply => [reply.id, reply]))
    expect(codes([1, 2, 3, 4].map(id => byId.get(id) ?? {}))).toEqual([-32601, -32602, -32602, -32602])
    expect(byId.get(5)?.result?.structuredContent).toHaveProperty('projects')
    expect(byId.size).toBe(6)
  })

  it('bad lines may be far too long', async () => {
    const mcp = rawMcp({ home: tempHome() })
    const piece = 'x'.repeat(1024 * 1024)
    for (let i = 0; i < 12; i++) mcp.write(piece)
    mcp.write('\n')
    mcp.send(call(1, 'list_projects'))
    const { code, replies } = await mcp.end()
    expect(code).toBe(0)
    expect(replies).toMatchObject([
      { id: null, error: { code: -32600 } },
      { id: 1, result: {} },
    ])
  })

  it('bad lines may be nested beyond reason', async () => {
    const mcp = rawMcp({ home: tempHome() })
    const depth = 100_000
    const params = JSON.stringify({ name: 'create_record', arguments: { ...note('Deep'), metadata: { deep: '@' } } })
    const deep = params.replace('"@"', '['.repeat(depth) + ']'.repeat(depth))
    mcp.write(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${deep}}\n`)
    mcp.send(call(2, 'list_records'))
    const { code, replies } = await mcp.end()
    expect(code).toBe(0)
    expect(replies.find(({ id }) => id === 1)?.result?.structuredContent).toHaveProperty('error')
    expect(replies.find(({ id }) => id === 2)?.result?.structuredContent).toMatchObject({ records: [] })
  })
})

describe('a client that hangs up', () => {
  it('a client that hangs up still gets the answers to what it asked', async () => {
    const mcp = rawMcp({ home: tempHome() })
    mcp.send(...Array.from({ length: 50 }, (_, id) => call(id, 'create_record', note(`Note ${id}`))))
    const { code, replies } = await mcp.end()
    expect(code).toBe(0)
    expect(replies.map(reply => reply.id).sort((a, b) => Number(a) - Number(b))).toEqual([...Array(50).keys()])
  })

  it('a client that hangs up without having said anything leaves nothing behind', async () => {
    const { code, replies, stderr } = await rawMcp({ home: tempHome() }).end()
    expect({ code, replies, stderr }).toEqual({ code: 0, replies: [], stderr: '' })
  })
})
