import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { reportStamp } from '../../src/diary/report/stored-reports.ts'
import { buildWorkspace, chainFor, claudeLines, itemFor, ledger, spanHash, turns, write } from './build-workspace.ts'
import { openTestDiary, type TestDiary } from './test-diary.ts'

const lines = claudeLines(12)
const steered = [
  ...lines.slice(0, 4),
  JSON.stringify({ type: 'attachment', attachment: { type: 'queued_command', prompt: 'Also the docs.' } }),
  ...lines.slice(5),
]
const pairs = (...spans: Array<[number, number]>) => spans
const other = 'app-0123456789ab'
const day = {
  projects: [
    {
      sessions: [
        { lines: steered, turns: pairs([1, 4], [5, 6]) },
        { lines, turns: pairs([1, 2]) },
      ],
    },
    { key: other, label: 'app', sessions: [{ lines, turns: pairs([3, 4]) }] },
  ],
}

function chain(testDiary: TestDiary, session_ref: string, turn_ref: string, line: number, project_key = ledger) {
  return testDiary.call('write_evidence', { project_key, session_ref, evidence_chain: chainFor(turn_ref, line) })
}

describe('diary_next', () => {
  it('diary_next hands out turns without a chain, by project, session and turn, until none is left', async () => {
    const testDiary = await openTestDiary(day)
    const item = (
      session_ref: string,
      turn_ref: string,
      start_line: number,
      end_line: number,
      from = lines,
      project_key = ledger,
    ) => ({
      project_key,
      session_ref,
      turn_ref,
      start_line,
      end_line,
      span_sha256: spanHash(from.slice(start_line - 1, end_line)),
      full_lines: [] as number[],
    })
    expect(await testDiary.call('diary_next', {})).toEqual({
      status: 'ok',
      phase: 'evidence',
      items: [
        item('S0001', 'T0001', 3, 4, lines, other),
        item('S0001', 'T0001', 1, 4, steered),
        { ...item('S0001', 'T0002', 5, 6, steered), full_lines: [5] },
        item('S0002', 'T0001', 1, 2),
      ],
      remaining: { turns_without_chain: 4, uncovered_turns: 4 },
    })
    expect((await testDiary.call('diary_next', { limit: 1, project_key: ledger })).items).toEqual([
      item('S0001', 'T0001', 1, 4, steered),
    ])

    const [first] = (await testDiary.call('diary_next', { limit: 1 })).items
    const { project_key, session_ref, turn_ref, span_sha256 } = first
    const args = { project_key, session_ref, span_sha256, evidence_chain: chainFor(turn_ref, 3) }
    expect((await testDiary.call('write_evidence', args)).status).toBe('appended')
    await chain(testDiary, 'S0001', 'T0001', 1)
    await chain(testDiary, 'S0001', 'T0002', 5)
    expect(await testDiary.call('diary_next', { phase: 'synthesis', project_key: ledger })).toEqual({
      status: 'ok',
      phase: 'synthesis',
      items: [
        {
          project_key: ledger,
          next_work_item_ref: 'W0001',
          uncovered_turns: [
            { session_ref: 'S0001', turn_ref: 'T0001', has_chain: true },
            { session_ref: 'S0001', turn_ref: 'T0002', has_chain: true },
            { session_ref: 'S0002', turn_ref: 'T0001', has_chain: false },
          ],
        },
      ],
      remaining: { turns_without_chain: 1, uncovered_turns: 3 },
    })

    await testDiary.call('write_work_item', { project_key: ledger, work_item: itemFor('W0007', [['S0001', 'T0001']]) })
    const gap = {
      work_item_ref: 'W0008',
      kind: 'evidence_gap_item',
      title: 'Gap',
      covered_turns: turns(['S0002', 'T0001']),
      confidence: 'low',
    }
    await testDiary.call('write_work_item', { project_key: ledger, work_item: gap })
    const next = await testDiary.call('diary_next', {})
    expect(next).toMatchObject({ phase: 'synthesis', remaining: { turns_without_chain: 0, uncovered_turns: 2 } })
    expect(next.items.map((each: { next_work_item_ref: string }) => each.next_work_item_ref)).toEqual([
      'W0001',
      'W0009',
    ])

    await testDiary.call('write_work_item', { project_key: ledger, work_item: itemFor('W0009', [['S0001', 'T0002']]) })
    await testDiary.call('write_work_item', { project_key: other, work_item: itemFor('W0001', [['S0001', 'T0001']]) })
    expect(await testDiary.call('diary_next', {})).toEqual({
      status: 'ok',
      phase: 'done',
      items: [],
      remaining: { turns_without_chain: 0, uncovered_turns: 0 },
    })
  })

  it('diary_next names its wrong arguments as fields', async () => {
    const testDiary = await openTestDiary(day)
    expect((await testDiary.refused('diary_next', { limit: 21, phase: 'x', project: 1 })).sort()).toEqual([
      'limit',
      'phase',
      'project',
    ])
    expect((await testDiary.call('diary_next', { limit: 0 })).errors[0].field).toBe('limit')
    expect(await testDiary.refused('diary_next', { project_key: 'nowhere' })).toEqual(['project_key'])
    rmSync(join(testDiary.root, 'projects', other, 'project.json'))
    expect(await testDiary.refused('diary_next', {})).toEqual(['project_key'])
  })
})

describe('diary_chains', () => {
  it('diary_chains pages through the chains by session and turn, whatever order they were written in', async () => {
    const testDiary = await openTestDiary(day)
    await chain(testDiary, 'S0002', 'T0001', 1)
    await chain(testDiary, 'S0001', 'T0002', 5)
    await chain(testDiary, 'S0001', 'T0001', 1)
    const page = await testDiary.call('diary_chains', { project_key: ledger, limit: 2 })
    expect(page).toEqual({
      status: 'ok',
      chains: [
        { session_ref: 'S0001', trigger_at: '2026-05-12T09:01:00Z', chain: chainFor('T0001', 1) },
        { session_ref: 'S0001', trigger_at: '2026-05-12T09:05:00Z', chain: chainFor('T0002', 5) },
      ],
      next_cursor: 'S0001/T0002',
    })
    const rest = await testDiary.call('diary_chains', { project_key: ledger, limit: 2, cursor: page.next_cursor })
    expect(rest.chains.map((each: { session_ref: string }) => each.session_ref)).toEqual(['S0002'])
    expect(rest.next_cursor).toBeNull()
    const one = await testDiary.call('diary_chains', { project_key: ledger, session_ref: 'S0001', turn_ref: 'T0002' })
    expect(one.chains).toHaveLength(1)
    expect((await testDiary.call('diary_chains', { project_key: other, turn_ref: 'T0001' })).chains).toEqual([])
  })

  it('diary_chains says what is unknown', async () => {
    const testDiary = await openTestDiary(day)
    expect(await testDiary.refused('diary_chains', {})).toEqual(['project_key'])
    expect(await testDiary.refused('diary_chains', { project_key: ledger, session_ref: 'S0009' })).toEqual([
      'session_ref',
    ])
    expect(await testDiary.refused('diary_chains', { project_key: ledger, turn_ref: 'T0009' })).toEqual(['turn_ref'])
    expect(await testDiary.refused('diary_chains', { project_key: ledger, cursor: '../x' })).toEqual(['cursor'])
  })
})

describe('diary_status', () => {
  it('diary_status counts, and names what is stale', async () => {
    const testDiary = await openTestDiary(day)
    const gap = {
      work_item_ref: 'W0001',
      kind: 'evidence_gap_item',
      title: 'Gap',
      covered_turns: turns(['S0001', 'T0001']),
      confidence: 'low',
    }
    await testDiary.call('write_work_item', { project_key: other, work_item: gap })
    await chain(testDiary, 'S0001', 'T0001', 1)
    const status = (key: string, label: string, counts: object) => ({
      project_key: key,
      project_label: label,
      ...counts,
    })
    expect(await testDiary.call('diary_status', {})).toEqual({
      status: 'ok',
      date: '2026-05-12',
      timezone: 'UTC',
      day_status: 'final',
      projects: [
        status(other, 'app', { sessions: 1, turns: 1, chains: 0, covered_turns: 1, work_items: 1, complete: true }),
        status(ledger, 'ledger', {
          sessions: 2,
          turns: 3,
          chains: 1,
          covered_turns: 0,
          work_items: 0,
          complete: false,
        }),
      ],
      report: { json: false, markdown: false, html: false },
      stale: [],
      run: null,
    })
    write(join(testDiary.root, 'daily-report.json'), '{}')
    write(join(testDiary.root, 'report.md'), `# x\n<!-- ${reportStamp('{}')} -->`)
    write(join(testDiary.root, 'report.html'), 'of another report')
    write(join(testDiary.root, 'run.json'), '{"schema_version":1,"run_id":"r"}')
    expect(await testDiary.call('diary_status', {})).toMatchObject({
      report: { json: true, markdown: true, html: true },
      stale: ['report.html'],
      run: { run_id: 'r' },
    })
    // What is stale is decided by the times of files, which are a few milliseconds apart at least.
    await new Promise(resolve => setTimeout(resolve, 20))
    await chain(testDiary, 'S0001', 'T0001', 3, other)
    const after = await testDiary.call('diary_status', { date: '2026-05-12' })
    expect(after.stale).toEqual([`projects/${other}/project-synthesis.json`, 'daily-report.json', 'report.html'])
    expect(after.projects[0].complete).toBe(false)
  })
})

describe('diary_days', () => {
  it('diary_days lists prepared days, newest first', async () => {
    const testDiary = await openTestDiary(day)
    await chain(testDiary, 'S0001', 'T0001', 1)
    const work = join(testDiary.home, 'diary', 'work')
    buildWorkspace(join(work, '2026-05-09'), { ...day, date: '2026-05-09', status: 'partial' })
    buildWorkspace(join(work, '2026-05-13'), { date: '2026-05-13', projects: [] })
    write(join(work, '2026-05-13', 'daily-report.json'), '{}')
    write(join(work, '2026-05-10', 'notes.txt'), 'no workspace')
    write(join(work, '.staging-2026-05-11-x', 'projects', 'x'), '')
    writeFileSync(join(work, '2026-05-09', 'projects', other, 'sessions.index.jsonl'), 'damaged')
    const row = (date: string, counts: object) => ({
      date,
      timezone: 'UTC',
      day_status: 'final',
      projects: 2,
      turns: 4,
      chains: 0,
      covered_turns: 0,
      has_report: false,
      ...counts,
    })
    const all = [
      row('2026-05-13', { projects: 0, turns: 0, has_report: true }),
      row('2026-05-12', { chains: 1 }),
      row('2026-05-09', { day_status: 'partial', turns: 3 }),
    ]
    expect(await testDiary.call('diary_days', {})).toEqual({ status: 'ok', days: all })
    expect((await testDiary.call('diary_days', { limit: 1 })).days).toEqual(all.slice(0, 1))
    expect((await testDiary.call('diary_days', { from: '2026-05-10', to: '2026-05-12' })).days).toEqual(all.slice(1, 2))
    expect((await testDiary.call('diary_days', { date: '2026-05-09' })).days).toEqual(all.slice(2))
    expect(await testDiary.refused('diary_days', { from: 'x' })).toEqual(['from'])
  })

  it('diary_days is empty where nothing was ever prepared', async () => {
    const testDiary = await openTestDiary(day)
    testDiary.app.diary.root = join(testDiary.home, 'nowhere')
    expect(await testDiary.call('diary_days', {})).toEqual({ status: 'ok', days: [] })
  })
})
