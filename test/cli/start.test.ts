import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tempHome } from '../support/tempdir.ts'
import { running } from './running.ts'
import { note, tempDaybook } from './temp-daybook.ts'

const home = tempHome()

/** The first run in that home, which several tests look at. */
async function firstRun() {
  const { url, stop, seen } = running(['start', '--port', '0'], home)
  const address = await url()
  const health = await fetch(`${address}/api/health`)
  const workspace = await fetch(`${address}/api/workspace`, { headers: { 'x-daybook-project': 'sample' } })
  await expect.poll(() => seen.stderr).toContain(`${address}/p/sample/room`)
  return { address, statuses: [health.status, workspace.status], ...(await stop('SIGINT')) }
}

let made: ReturnType<typeof firstRun> | undefined
const first = () => {
  made ??= firstRun()
  return made
}

describe('start', () => {
  test('the first run makes the sample project, says where it listens and how to go on', async () => {
    const { address, statuses, code, stdout, stderr } = await first()
    expect(statuses).toEqual([200, 200])
    expect([code, stdout]).toEqual([0, `Daybook listening on ${address}\n`])
    expect(stderr).toMatch(/No transcripts of agents were found here, so a sample is shown/)
    expect(stderr).toContain(address)
    expect(stderr).toMatch(/ install claude\n/)
    const { projects } = await tempDaybook(home).call('list_projects')
    expect(projects.map((project: { id: string }) => project.id).sort()).toEqual(['default', 'sample'])
  })

  test('the first run brings a room with its cards read and a conference ready to start, without any model', async () => {
    await first()
    const { run } = tempDaybook(home)
    const status = JSON.parse((await run(['room', 'status', '--json'])).stdout)
    expect(status).toMatchObject({ workspace: { projectId: 'sample' }, chief: 'chief', canon: { status: 'indexed' } })
    const { conferences } = JSON.parse((await run(['room', 'conferences', '--json'])).stdout)
    expect(conferences).toMatchObject([{ state: 'open', roundCount: 0 }])
    expect(readdirSync(join(home, 'rooms'))).toEqual(['till'])
  })
})

describe('serve', () => {
  test('SIGTERM ends it with exit code 0 after one line', async () => {
    const home = tempHome()
    const { url, stop } = running(['serve', '--port', '0'], home)
    const address = await url()
    const { code, stdout, stderr } = await stop('SIGTERM')
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: `Daybook listening on ${address}\n`, stderr: '' })
    await expect(fetch(address)).rejects.toThrow()
    expect((await tempDaybook(home).call('list_projects')).projects).toHaveLength(1)
  })

  test('daybook serve another address than this machine needs a token', async () => {
    const { runAlone } = tempDaybook()
    const { code, stdout, stderr } = await runAlone(['serve', '--host', '0.0.0.0', '--port', '0'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/daybook token add/)
  })
})

describe('mcp', () => {
  const hello = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  })

  test('daybook mcp ends with exit code 0 when its client goes, after answering', async () => {
    const { child, ended } = running(['mcp'], tempHome())
    child.stdin.end(`${hello}\n`)
    const { code, stdout, stderr } = await ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: 'daybook' } } })
  })

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s ends it with exit code 0, though the client still listens',
    async signal => {
      const { child, stop, seen } = running(['mcp'], tempHome())
      child.stdin.write(`${hello}\n`)
      await expect.poll(() => seen.stdout).toContain('daybook')
      expect(await stop(signal)).toMatchObject({ code: 0, signal: null })
    },
  )

  test('daybook mcp never makes the sample project', async () => {
    const home = tempHome()
    const { child, ended } = running(['mcp'], home)
    child.stdin.end()
    await ended
    expect((await tempDaybook(home).call('list_projects')).projects).toHaveLength(1)
  })
})

test('the sample project holds what it promises', async () => {
  await first()
  const { call } = tempDaybook(home)
  const { records } = await call('list_records', { project_id: 'sample' })
  const states = new Set(records.map((ref: { state: string }) => ref.state))
  expect([...states].sort()).toEqual(['DISCARDED', 'LATER', 'OPEN', 'RESOLVED'])
  expect(records.length).toBeGreaterThanOrEqual(14)
  expect(Math.max(...records.map((ref: { depth: number }) => ref.depth))).toBe(4)
  const { sessions } = await call('list_sessions', { project_id: 'sample' })
  const open = sessions.filter((session: { status: string }) => session.status !== 'closed')
  expect(open).toMatchObject([
    { status: 'active', unsaved_records: [expect.any(String)] },
    { status: 'stale', unsaved_records: [] },
  ])
  const { activity } = await call('get_recent_activity', { project_id: 'sample', limit: 500 })
  const types = new Set(activity.map((entry: { type: string }) => entry.type))
  expect(types).toContain('conflict_detected')
  expect(types).toContain('conflict_resolved')
  const instants = activity.map((entry: { timestamp: string }) => entry.timestamp)
  expect(instants).toEqual(instants.toSorted().reverse())
  expect(instants.every((instant: string) => instant <= new Date().toISOString())).toBe(true)
  expect((await call('check_records')).ok).toBe(true)
  expect((await call('create_record', note)).record.project_id).toBe('default')
})
