import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { invoke } from '../../src/invoke.ts'
import { operationNamed } from '../../src/operations.ts'
import { tempHome } from '../support/tempdir.ts'
import { readZip } from '../support/zip-reader.ts'
import { treeOf } from './build-workspace.ts'
import { openRenderedDay } from './report-day.ts'
import type { TestDiary } from './test-diary.ts'

const own = 'collections/2026-05-12.zip'

async function fromTerminal({ app }: TestDiary, args: object) {
  const operation = operationNamed('diary_collect')
  if (!operation) throw new Error('No such operation.')
  const outcome = await invoke(app, operation, args, { principal: 'local', by: 'cli' })
  if (!outcome.ok) throw outcome.fault
  return outcome.result
}

const manifestIn = (zip: Buffer) =>
  JSON.parse(readZip(zip).get('collection.manifest.json')?.bytes.toString('utf8') ?? '')

describe('diary_collect', () => {
  it('diary_collect packs the workspace without transcripts, locks and what was replaced, and says so in its manifest', async () => {
    const testDiary = await openRenderedDay()
    mkdirSync(join(testDiary.root, 'previous', '20260513T080000Z'), { recursive: true })
    writeFileSync(join(testDiary.root, 'previous', '20260513T080000Z', 'report.md'), 'old')
    writeFileSync(join(testDiary.root, '.report.md.1.0123456789ab.tmp'), 'half')
    symlinkSync('/etc/hostname', join(testDiary.root, 'projects', 'leads-out'))
    const answer = await testDiary.call('diary_collect', {})
    const zip = readFileSync(join(testDiary.home, 'diary', own))
    expect(answer).toMatchObject({
      status: 'ok',
      date: '2026-05-12',
      file: own,
      bytes: zip.length,
      sha256: createHash('sha256').update(zip).digest('hex'),
      include_raw_sessions: false,
    })
    const entries = readZip(zip)
    const names = [...entries.keys()]
    expect(names).toEqual([...names].sort())
    expect(names).toContain('projects/ledger-d7579830878a/evidence/S0001.json')
    expect(names.filter(name => /sessions\/|previous|private|(^|\/)\.|leads-out/.test(name))).toEqual([])
    expect(new Set([...entries.values()].map(({ stamp }) => stamp)).size).toBe(1)

    const manifest = manifestIn(zip)
    expect(Object.keys(manifest)).toEqual([
      'schema_version',
      'collected_at',
      'tool',
      'target',
      'include_raw_sessions',
      'included_paths',
      'excluded_paths',
      'file_checksums_sha256',
    ])
    expect(manifest.included_paths).toEqual(names.filter(name => name !== 'collection.manifest.json'))
    expect(manifest.excluded_paths).toContain('previous/')
    expect(manifest.excluded_paths).toContain('projects/leads-out')
    expect(manifest.excluded_paths).toContain('projects/ledger-d7579830878a/sessions/claude-code/session-1.jsonl')
    expect(manifest.target).toEqual({ report_date: '2026-05-12', timezone: 'UTC', status: 'final' })
    for (const name of manifest.included_paths) {
      const bytes = readFileSync(join(testDiary.root, name))
      expect(entries.get(name)?.bytes.equals(bytes), name).toBe(true)
      expect(manifest.file_checksums_sha256[name]).toBe(createHash('sha256').update(bytes).digest('hex'))
    }
    expect(statSync(join(testDiary.home, 'diary', own)).mode & 0o777).toBe(0o600)
  })

  it('diary_collect makes the same bytes of the same workspace, whatever the times of its files and wherever it goes', async () => {
    const testDiary = await openRenderedDay()
    const [one, other] = [join(tempHome(), 'one.zip'), join(tempHome(), 'other.zip')]
    await fromTerminal(testDiary, { output: one })
    utimesSync(join(testDiary.root, 'report.md'), 1, 1)
    await fromTerminal(testDiary, { output: other })
    expect(readFileSync(other).equals(readFileSync(one))).toBe(true)
  })

  it('diary_collect adds the transcripts only when they are asked for', async () => {
    const testDiary = await openRenderedDay()
    await testDiary.call('diary_collect', { include_raw_sessions: true })
    const zip = readFileSync(join(testDiary.home, 'diary', own))
    const copy = 'projects/ledger-d7579830878a/sessions/claude-code/session-1.jsonl'
    expect(
      readZip(zip)
        .get(copy)
        ?.bytes.equals(readFileSync(join(testDiary.root, copy))),
    ).toBe(true)
    expect(manifestIn(zip)).toMatchObject({ include_raw_sessions: true, excluded_paths: [] })
  })

  it('diary_collect overwrites no file and writes none into the workspace', async () => {
    const testDiary = await openRenderedDay()
    const taken = join(tempHome(), 'taken.zip')
    writeFileSync(taken, 'mine')
    expect(await fromTerminal(testDiary, { output: taken })).toMatchObject({
      status: 'invalid',
      errors: [{ path: 'output' }],
    })
    expect(readFileSync(taken, 'utf8')).toBe('mine')
    expect(readdirSync(join(taken, '..'))).toEqual(['taken.zip'])

    const before = treeOf(testDiary.root)
    const link = join(tempHome(), 'link')
    symlinkSync(testDiary.root, link)
    for (const inside of [
      join(testDiary.root, 'day.zip'),
      join(testDiary.root, 'projects', 'day.zip'),
      join(link, 'day.zip'),
    ]) {
      expect(await fromTerminal(testDiary, { output: inside })).toMatchObject({ errors: [{ path: 'output' }] })
    }
    expect(treeOf(testDiary.root)).toEqual(before)
  })

  it('diary_collect lets only the command line say where, and needs a day', async () => {
    const testDiary = await openRenderedDay()
    const output = join(tempHome(), 'day.zip')
    expect(await testDiary.call('diary_collect', { output })).toMatchObject({ errors: [{ path: 'output' }] })
    expect(existsSync(output)).toBe(false)
    expect(await testDiary.refused('diary_collect', { date: '2020-01-01' })).toEqual(['date'])
    rmSync(join(testDiary.root, 'metadata.json'))
    expect(await testDiary.refused('diary_collect', {})).toEqual(['workspace'])
  })
})
