import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, it } from 'vitest'
import { openArchiveFor } from '../../src/diary/prepare/open-index.ts'
import { AT, P, session } from '../fixtures/transcripts/claude-code/builders.ts'
import { agentHome, fixture, openIndex, settledFile } from './home.ts'

function contentOf(chunks: Iterable<Buffer>): Buffer {
  return Buffer.concat([...chunks].map(chunk => Buffer.from(chunk)))
}

describe('The archive', () => {
  it('The archive gives back a transcript whose file is gone, and its turns', async () => {
    const machine = agentHome()
    const path = machine.claude('one')
    settledFile(path, fixture('c1-basic'))
    settledFile(machine.codex('rollout-b.jsonl.zst'), fixture('x9-compressed.jsonl.zst'))
    const index = openIndex(machine, { archiving: true })
    await index.update()
    rmSync(path)
    rmSync(machine.codex('rollout-b.jsonl.zst'))
    const { counters } = await index.update()
    expect(counters).toMatchObject({ files_found: 0, turns_total: 3, lines_total: 0 })
    expect(index.cache.transcripts().map(({ archived, turns }) => [archived, turns.length])).toEqual([
      [true, 2],
      [true, 1],
    ])
    expect(contentOf(index.archive?.chunks(path) ?? [])).toEqual(fixture('c1-basic'))
    expect(contentOf(index.archive?.chunks(machine.codex('rollout-b.jsonl.zst')) ?? [])).toEqual(
      fixture('x1-minimal.jsonl'),
    )
  })

  it('The archive serves also when the cache was deleted, and lets the file win when it comes back', async () => {
    const machine = agentHome()
    const path = machine.claude('one')
    settledFile(path, fixture('c1-basic'))
    await openIndex(machine, { archiving: true }).update()
    rmSync(path)
    const elsewhere = { ...machine, home: join(machine.home, 'other') }
    mkdirSync(elsewhere.home)
    const fresh = openIndex(elsewhere)
    const { archive } = openArchiveFor({ enabled: true, dir: join(machine.home, 'archive'), keepDays: null }, () => {})
    if (!archive) throw new Error('The archive is not there.')
    const { indexHomes } = await import('../../src/diary/prepare/index/index-homes.ts')
    const { thisThread } = await import('../../src/diary/threads/threads.ts')
    const { environment } = machine
    const asked = { cache: fresh.cache, archive, environment, scanningFor: () => thisThread, progress: () => {} }
    expect((await indexHomes(asked)).counters.turns_total).toBe(2)
    settledFile(path, session(P('Anew.')))
    await indexHomes(asked)
    expect(fresh.cache.transcripts()).toMatchObject([{ archived: false, turns: [{ startLine: 1 }] }])
    archive.close()
  })

  it('The archive stores a growing file once, whatever it grew by, and equal files once', async () => {
    const machine = agentHome()
    const path = machine.claude('grows')
    const noise = Buffer.from(`${JSON.stringify({ type: 'x', noise: randomBytes(1_300_000).toString('base64') })}\n`)
    settledFile(path, noise)
    settledFile(machine.claude('same'), noise)
    const index = openIndex(machine, { archiving: true })
    await index.update()
    const before = index.archive?.size()
    expect(before).toMatchObject({ transcripts: 2, bytes: noise.length * 2 })
    expect(before?.stored_bytes).toBeLessThan(noise.length * 1.01)
    for (let i = 0; i < 3; i++) {
      appendFileSync(path, `{"line":${i}}\n`)
      await index.update()
      expect(contentOf(index.archive?.chunks(path) ?? []).equals(readFileSync(path))).toBe(true)
    }
    const after = index.archive?.size()
    // Only the last, incomplete piece is stored again.
    expect(after?.stored_bytes).toBeLessThan((before?.stored_bytes ?? 0) + 3 * 800_000)
    expect(index.archive?.damaged()).toEqual([])
  })

  it('The archive keeps both versions of a rewritten file, and serves the newer', async () => {
    const machine = agentHome()
    const path = machine.claude('one')
    settledFile(path, session(P('One.'), AT('Yes.')))
    const index = openIndex(machine, { archiving: true })
    await index.update()
    settledFile(path, session(P('Two.')))
    await index.update()
    expect(contentOf(index.archive?.chunks(path) ?? [])).toEqual(session(P('Two.')))
    const database = new DatabaseSync(join(machine.home, 'archive', 'transcripts.sqlite'), { readOnly: true })
    expect(database.prepare('select superseded from kept order by id').all()).toEqual([
      { superseded: 1 },
      { superseded: 0 },
    ])
    database.close()
  })

  it('The archive notices a damaged piece and does not serve it', async () => {
    const machine = agentHome()
    const path = machine.claude('one')
    settledFile(path, fixture('c1-basic'))
    const index = openIndex(machine, { archiving: true })
    await index.update()
    const database = new DatabaseSync(join(machine.home, 'archive', 'transcripts.sqlite'))
    database.exec("update piece set stored = x'00'")
    database.close()
    expect(index.archive?.damaged()).toEqual([path])
    expect(() => contentOf(index.archive?.chunks(path) ?? [])).toThrow('damaged')
  })

  it('The archive throws away what is older than wanted, and the pieces with it', async () => {
    const machine = agentHome()
    settledFile(machine.claude('old'), fixture('c1-basic'), 40 * 86_400)
    settledFile(machine.claude('new'), fixture('c2-mixed-results'))
    const index = openIndex(machine, { archiving: true })
    await index.update()
    const now = Date.now() + 2 * 3_600_000
    index.archive?.expire(now - 30 * 86_400_000, now)
    expect([...(index.archive?.all().keys() ?? [])]).toEqual([machine.claude('new')])
    expect(index.archive?.size()).toMatchObject({ bytes: fixture('c2-mixed-results').length })
    expect(index.archive?.damaged()).toEqual([])
  })

  it('The archive is never made inside a repository, and not at all when it is not wanted', () => {
    const { home } = agentHome()
    mkdirSync(join(home, 'repo', '.git'), { recursive: true })
    const said: string[] = []
    const settings = { enabled: true, dir: join(home, 'repo', 'deep', 'archive'), keepDays: null }
    expect(openArchiveFor(settings, line => said.push(line))).toEqual({ archive: null, state: 'in-repository' })
    expect(said).toHaveLength(1)
    expect(openArchiveFor({ ...settings, enabled: false }, () => {})).toEqual({ archive: null, state: 'off' })
  })
})
