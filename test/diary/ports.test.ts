import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type App, openApp } from '../../src/app.ts'
import { recentWorkItems } from '../../src/diary/ports/recent-work-items.ts'
import { invoke } from '../../src/invoke.ts'
import { operationNamed } from '../../src/operations.ts'
import type { Answer } from '../support/engines.ts'
import { tempHome } from '../support/tempdir.ts'
import { inventedDay } from './invented-day.ts'
import { openReportDay, synthesizeDay } from './report-day.ts'
import type { TestDiary } from './test-diary.ts'

const key = 'ledger-d7579830878a'
const session = `diary:2026-05-12/${key}/S0001`

async function openDay(): Promise<TestDiary & { transcript: string; hash: string }> {
  const testDiary = await openReportDay(inventedDay)
  await synthesizeDay(testDiary, inventedDay)
  const { items } = await testDiary.call('diary_next', { phase: 'evidence', project_key: key })
  expect(items).toEqual([])
  const [row] = readFileSync(join(testDiary.root, 'projects', key, 'turn-facts.jsonl'), 'utf8').split('\n')
  const { session_path } = JSON.parse(
    readFileSync(join(testDiary.root, 'projects', key, 'sessions.index.jsonl'), 'utf8').split('\n')[0] ?? '',
  )
  const transcript = join(testDiary.root, 'projects', key, session_path)
  return { ...testDiary, transcript, hash: JSON.parse(row ?? '').span_sha256 }
}

function rewrite(file: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace('Step 1.', 'Step 9.'))
}

describe('a place in the diary', () => {
  it('a place in the diary is verified while its lines have the hash they were cited with', async () => {
    const testDiary = await openDay()
    const check = (args: object) => testDiary.call('diary_check_ref', args)
    const cited = { ref: session, lines: '1-4', sha256: testDiary.hash }
    expect(await check(cited)).toEqual({ status: 'ok', verdict: 'verified' })
    expect(await check({ ...cited, lines: '1-3' })).toEqual({ status: 'ok', verdict: 'changed' })
    expect(await check({ ...cited, lines: '9000-9001' })).toEqual({ status: 'ok', verdict: 'missing' })
    expect(await check({ ...cited, ref: `diary:2026-05-12/${key}/S0099` })).toMatchObject({ verdict: 'missing' })
    expect(await check({ ...cited, ref: `diary:2026-05-11/${key}/S0001` })).toMatchObject({ verdict: 'missing' })
    expect(await check({ ...cited, ref: 'diary:2026-05-12/none/S0001' })).toMatchObject({ verdict: 'missing' })
    appendFileSync(testDiary.transcript, '{"type":"summary"}\n')
    expect(await check(cited)).toEqual({ status: 'ok', verdict: 'verified' })
    rewrite(testDiary.transcript)
    expect(await check(cited)).toEqual({ status: 'ok', verdict: 'changed' })
    rmSync(testDiary.transcript)
    expect(await check(cited)).toEqual({ status: 'ok', verdict: 'missing' })
  })

  it('a place in the diary of a work item is verified while all turns it covers have the bytes that prepare saw', async () => {
    const testDiary = await openDay()
    const check = (ref: string) => testDiary.call('diary_check_ref', { ref: `diary:2026-05-12/${key}/${ref}` })
    expect(await check('W0001')).toEqual({ status: 'ok', verdict: 'verified' })
    expect(await check('W0099')).toEqual({ status: 'ok', verdict: 'missing' })
    rewrite(testDiary.transcript)
    expect(await check('W0001')).toEqual({ status: 'ok', verdict: 'changed' })
    rmSync(testDiary.transcript)
    expect(await check('W0001')).toEqual({ status: 'ok', verdict: 'missing' })
  })

  it('a place in the diary must be named in full', async () => {
    const testDiary = await openDay()
    const cited = { ref: session, lines: '1-4', sha256: testDiary.hash }
    const wrong = ['diary:2026-05-12', 'S0001', `diary:2026-13-12/${key}/S0001`, `diary:2026-05-12/../${key}/S0001`]
    for (const ref of [...wrong, `diary:2026-05-12/${key}/T0001`]) {
      expect(await testDiary.refused('diary_check_ref', { ...cited, ref })).toEqual(['ref'])
    }
    expect(await testDiary.refused('diary_check_ref', { ...cited, lines: '4-1' })).toEqual(['lines'])
    expect(await testDiary.refused('diary_check_ref', { ref: session, lines: '1-4' })).toEqual(['sha256'])
    expect(await testDiary.refused('diary_check_ref', { ...cited, sha256: 'abc' })).toEqual(['sha256'])
  })
})

describe('evidence of a record', () => {
  it('evidence of a record that points into the diary is followed to the bytes', async () => {
    const testDiary = await openDay()
    const cited = [
      { kind: 'transcript', ref: session, lines: '1-4', sha256: testDiary.hash },
      { kind: 'transcript', ref: session, lines: '5-8', sha256: testDiary.hash },
      { kind: 'transcript', ref: session },
      { kind: 'transcript', ref: 'elsewhere/S0001', lines: '1-4', sha256: testDiary.hash },
      { kind: 'work_item', ref: `diary:2026-05-12/${key}/W0001` },
      { kind: 'work_item', ref: `diary:2026-05-12/${key}/W0099` },
      { kind: 'receipt', ref: session, lines: '1-4', sha256: testDiary.hash },
    ]
    const record = { type: 'note', title: 'Rounding', summary: 'Why.', body: 'See the evidence.' }
    const made = await testDiary.call('create_record', { ...record, metadata: { evidence: cited } })
    const verdicts = async () => {
      const { evidence } = await testDiary.call('show_record', { id: made.record.id })
      return evidence.map(({ verdict }: { verdict: string }) => verdict)
    }
    expect(await verdicts()).toEqual([
      'verified',
      'changed',
      'unchecked',
      'unchecked',
      'verified',
      'missing',
      'unchecked',
    ])
    rewrite(testDiary.transcript)
    expect((await verdicts())[0]).toBe('changed')
  })

  it('evidence of a record says nothing of the diary to anybody but the person whose machine it is', async () => {
    const testDiary = await openDay()
    const evidence = { kind: 'work_item', ref: `diary:2026-05-12/${key}/W0001` } as const
    expect(
      await testDiary.app.checkEvidence(evidence, { id: 'default', project_path: null }, { principal: 'local' }),
    ).toBe('verified')
    expect(
      await testDiary.app.checkEvidence(evidence, { id: 'default', project_path: null }, { principal: 'guest' }),
    ).toBe('unchecked')
  })
})

describe('recent work items', () => {
  it('recent work items are the material ones of the named projects, newest day first, then the highest ref', async () => {
    const home = tempHome()
    const app = await openApp({ location: join(home, 'daybook.db'), diary: { root: join(home, 'diary') } })
    onTestFinished(() => app.close())
    const testDiary = await openDay()
    const items = await recentWorkItems(testDiary.app.diary, [key, 'storefront-5f2c01aa93de', key, '../x', 'none'], 50)
    const refs = items.map(({ work_item_ref }) => work_item_ref)
    expect(refs).toEqual(refs.toSorted().reverse())
    expect(items.filter(({ date }) => date !== '2026-05-12')).toEqual([])
    const first = await recentWorkItems(testDiary.app.diary, [key], 1)
    expect(first).toEqual([
      {
        date: '2026-05-12',
        project_key: key,
        work_item_ref: expect.any(String),
        title: expect.any(String),
        outcome: expect.any(String),
      },
    ])
    expect(await recentWorkItems(app.diary, [key], 5)).toEqual([])
    const all = await report(testDiary)
    const material = all.filter(({ kind }: { kind: string }) => kind === 'material_work_item')
    expect(items.filter(({ title }) => material.some((item: { title: string }) => item.title === title))).toHaveLength(
      items.length,
    )
  })
})

async function report(testDiary: { app: App }): Promise<Answer[]> {
  const render = operationNamed('diary_render')
  if (!render) throw new Error('No diary_render.')
  await invoke(testDiary.app, render, {}, { principal: 'local' })
  const { projects } = JSON.parse(readFileSync(join(testDiary.app.diary.workspace ?? '', 'daily-report.json'), 'utf8'))
  return projects.flatMap((project: { work_items: Answer[] }) => project.work_items)
}
