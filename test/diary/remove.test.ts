import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withLock } from '../../src/files/lock.ts'
import { readJson, treeOf } from './build-workspace.ts'
import { agentHome, fixture, settledFile } from './home.ts'
import { openProgram } from './prepared.ts'

async function preparedDay() {
  const machine = agentHome()
  settledFile(machine.claude('c1-basic'), fixture('c1-basic'))
  const program = await openProgram(machine)
  await program.prepare()
  return program
}

describe('diary_remove', () => {
  it('diary_remove removes workspace, private manifest and cached offsets, and nothing else', async () => {
    const program = await preparedDay()
    const { call, root, workspace, machine } = program
    settledFile(machine.claude('c5-parallel'), fixture('c5-parallel'))
    const lines = { date: '2026-05-12', project_key: 'ledger-d7579830878a', session_ref: 'S0001' }
    await call('read_session_lines', { ...lines, start_line: 1, end_line: 2 })
    mkdirSync(join(root, 'collections'))
    writeFileSync(join(root, 'collections', '2026-05-12.zip'), 'zip')
    mkdirSync(join(root, 'ranges', '2026-05-11_2026-05-17'), { recursive: true })
    mkdirSync(join(root, 'ranges', '2026-05-18_2026-05-24'))
    expect(readdirSync(join(root, 'cache', 'offsets'))).toHaveLength(1)
    const transcripts = treeOf(join(machine.home, 'claude'))

    expect(await call('diary_remove', { date: '2026-05-12', confirm: '2026-05-12' })).toEqual({
      status: 'ok',
      date: '2026-05-12',
      removed: ['work/2026-05-12', 'private/2026-05-12'],
      cached_offsets: 1,
      published: [],
      kept: ['collections/2026-05-12.zip', 'ranges/2026-05-11_2026-05-17'],
    })
    expect(existsSync(workspace())).toBe(false)
    expect(readdirSync(join(root, 'work'))).toEqual([])
    // What is known of repositories is about all days.
    const others = readdirSync(join(root, 'private')).filter(name => !name.startsWith('repositories.sqlite'))
    expect(others).toEqual([])
    expect(readdirSync(join(root, 'cache', 'offsets'))).toEqual([])
    expect(treeOf(join(machine.home, 'claude'))).toEqual(transcripts)
    expect(await program.prepare()).toMatchObject({ status: 'ok', result: 'created' })
  })

  it('diary_remove asks for the date twice and for a day that is there', async () => {
    const { call, workspace } = await preparedDay()
    const before = treeOf(workspace())
    const paths = async (args: object) =>
      (await call('diary_remove', args)).errors.map(({ path }: { path: string }) => path)
    expect(await paths({ date: '2026-05-12', confirm: '2026-05-13' })).toEqual(['confirm'])
    expect(await paths({ date: '2026-05-12' })).toEqual(['confirm'])
    expect(await paths({ confirm: '2026-05-12' })).toEqual(['date'])
    expect(await paths({ date: '../private', confirm: '../private' })).toEqual(['date'])
    expect(await paths({ date: '2026-05-13', confirm: '2026-05-13' })).toEqual(['date'])
    expect(treeOf(workspace())).toEqual(before)
  })

  it('diary_remove names what is published and leaves the record of it', async () => {
    const { call, root } = await preparedDay()
    const version = {
      server: 'https://team.example.org',
      author: 'anna',
      version: 2,
      published_at: '2026-05-13T08:00:00.000Z',
      sha256: 'a'.repeat(64),
    }
    mkdirSync(join(root, 'published'))
    const record = join(root, 'published', '2026-05-12.json')
    writeFileSync(record, JSON.stringify({ schema_version: 1, date: '2026-05-12', versions: [version] }))
    const { published } = await call('diary_remove', { date: '2026-05-12', confirm: '2026-05-12' })
    expect(published).toEqual([version])
    expect(readJson(record)).toMatchObject({ versions: [version] })
  })

  it('diary_remove does not wait: a day under generation stays', async () => {
    const { call, workspace } = await preparedDay()
    await withLock(join(workspace(), '.locks', 'run'), 'named', 0, async () => {
      expect(await call('diary_remove', { date: '2026-05-12', confirm: '2026-05-12' })).toMatchObject({
        status: 'invalid',
        errors: [{ path: 'workspace', message: expect.stringContaining('busy') }],
      })
    })
    expect(existsSync(join(workspace(), 'metadata.json'))).toBe(true)
  })
})
