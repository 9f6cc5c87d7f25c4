import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, openApp } from '../../../src/app.ts'
import { invoke } from '../../../src/invoke.ts'
import type { Call } from '../../../src/kernel/call.ts'
import { createProject } from '../../../src/records/operations/projects.ts'
import { roomToolRun } from '../../../src/room/tools/operations.ts'
import { roomStatusShow, roomWorkspaceBind } from '../../../src/room/workspace/operations.ts'
import { connect } from '../../mcp/clients.ts'
import { mcpStdioCommand, runPreloaded, startServer } from '../../support/binary.ts'
import { tempHome } from '../../support/tempdir.ts'

const owner: Call = { principal: 'local', by: 'http' }

describe('which room a call without a project means', () => {
  let app: App
  let folders: { [project: string]: string }
  beforeAll(async () => {
    const home = tempHome()
    app = await openApp({ location: join(home, 'daybook.db'), room: { home, env: {} } })
    folders = {}
  })
  afterAll(() => app.close())

  async function makeRoom(name: string): Promise<void> {
    const path = realpathSync(tempHome())
    await invoke(app, createProject, { name }, owner)
    const bound = await invoke(app, roomWorkspaceBind, { path }, { ...owner, project: name })
    expect(bound.ok).toBe(true)
    folders[name] = path
  }
  const shown = async (call: Partial<Call> = {}) => {
    const outcome = await invoke(app, roomStatusShow, {}, { ...owner, ...call })
    return outcome.ok ? Object(outcome.result.workspace).projectId : outcome.failure.error
  }

  test('which room a call without a project means is the only one; else that of the folder; else that of the default project; else the rooms are named', async () => {
    expect(await shown()).toMatchObject({ code: 'no_workspace', recovery_hint: expect.any(String) })
    await makeRoom('north')
    expect(await shown()).toBe('north')
    expect(await shown({ folder: tempHome() })).toBe('north')
    await makeRoom('south')
    expect(await shown()).toEqual({
      code: 'no_workspace',
      message: 'Several projects have a room. Name one.',
      details: { rooms: ['north', 'south'] },
      recovery_hint: expect.stringContaining('X-Daybook-Project'),
    })
    expect(await shown({ folder: join(folders.south ?? '', '.control-room') })).toBe('south')
    expect(await shown({ project: 'north', folder: folders.south })).toBe('north')
    expect(await shown({ project: 'default' })).toMatchObject({
      code: 'no_workspace',
      details: { rooms: ['north', 'south'] },
    })
    await makeRoom('default')
    expect(await shown()).toBe('default')
    expect(await shown({ principal: 'stranger' })).toMatchObject({ code: 'not_found' })
  })

  test('which room a call without a project means runs of tools in one chat share a session, elsewhere each has its own', async () => {
    // Folders go with the test that made them.
    await makeRoom('east')
    await makeRoom('west')
    const run = async (call: Partial<Call>) => {
      const args = { id: 'file_locator', args: { search_criteria: '*' } }
      const outcome = await invoke(app, roomToolRun, args, { ...owner, project: 'east', ...call })
      if (!outcome.ok) throw outcome.fault
      return String(outcome.result.session_id)
    }
    const toolSessions: Call['toolSessions'] = new Map()
    const together = await Promise.all([run({ toolSessions }), run({ toolSessions }), run({ toolSessions })])
    expect(new Set([...together, await run({ toolSessions })]).size).toBe(1)
    expect(await run({ toolSessions, project: 'west' })).not.toBe(together[0])
    expect(await run({})).not.toBe(await run({}))
  })
})

test('after room init the command line, stdio and HTTP find the only room, and a chat has one session', async () => {
  const home = tempHome()
  expect((await runPreloaded(['room', 'init', '--sample'], { home })).code).toBe(0)
  const cli = await runPreloaded(['call', 'room_status_show'], { home })
  expect(JSON.parse(cli.stdout)).toMatchObject({ workspace: { projectId: 'the-low-bell' } })
  const chat = await connect['the client that finds out'](mcpStdioCommand({ home }))
  const sessions = []
  for (const search_criteria of ['bell', 'gate']) {
    const { isError, content } = await chat.call('file_locator', { search_criteria })
    expect(isError ?? false).toBe(false)
    sessions.push(/session_id: (mcp_[0-9a-f]{16})/.exec(JSON.stringify(content))?.[1])
  }
  expect(sessions[0]).toEqual(expect.any(String))
  expect(sessions[1]).toBe(sessions[0])
  await chat.close()
  const { url } = await startServer({ home })
  const status = await fetch(new URL('/api/room/status', url))
  expect(await status.json()).toMatchObject({ workspace: { projectId: 'the-low-bell' } })
})
