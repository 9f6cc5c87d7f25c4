import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DailyReport } from '../../src/diary/report/schema.ts'
import { chainFor, claudeLines, ledger, readJson, spanHash, write } from './build-workspace.ts'
import { openTestDiary, type TestDiary } from './test-diary.ts'

const lines = claudeLines(6)
const other = 'app-0123456789ab'
const spans: Array<[number, number]> = [
  [1, 2],
  [3, 4],
]

const report: DailyReport = {
  schema_version: 1,
  report_date: '2026-05-12',
  timezone: 'UTC',
  status: 'final',
  window: { start: '2026-05-12T00:00:00Z', end: '2026-05-13T00:00:00Z' },
  title: { text: 'Built in', citations: [], by: 'builtin' },
  overall_confidence: null,
  executive_summary: { top_outcomes: [], open_items: [] },
  projects: [other, ledger].map(project_key => ({
    project_key,
    project_label: 'x',
    summary: null,
    work_items: [],
    source_user_messages: [],
    statistics: {},
  })),
  engagement_assessment: null,
  team_learning: null,
  gaps: [],
  warnings: [],
  producers: {},
  statistics: { turns: 4 },
  lead: [],
  figures: '',
  turns: [],
  certificate: null,
}

async function openDay(): Promise<TestDiary> {
  const sessions = [{ lines, turns: spans }]
  const testDiary = await openTestDiary({ projects: [{ sessions }, { key: other, sessions }] })
  for (const project_key of [ledger, other]) {
    await testDiary.call('write_evidence', { project_key, session_ref: 'S0001', evidence_chain: chainFor('T0001', 1) })
  }
  write(join(testDiary.root, 'daily-report.json'), JSON.stringify({ ...report, of_a_newer_program: true }))
  return testDiary
}

const turn = (project_key = ledger, turn_ref = 'T0001') => ({ project_key, session_ref: 'S0001', turn_ref })
const citation = (project_key = ledger) => ({
  ...turn(project_key),
  lines: '1-2',
  span_sha256: spanHash(lines.slice(0, 2)),
})
const claim = (parts = {}) => ({ text: 'Read closely.', citations: [turn()], confidence: 'low', ...parts })
const observation = (parts = {}) => ({
  dimension: 'review',
  statement: 'Asked why.',
  citations: [turn(other)],
  confidence: 'high',
  ...parts,
})
const pattern = (parts = {}) => ({
  kind: 'avoid',
  statement: 'Big steps.',
  rationale: 'They failed.',
  recurrence: 'once',
  citations: [turn()],
  confidence: 'medium',
  ...parts,
})

describe('slot writes', () => {
  it('slot writes replace their own slot and nothing else, and do it again to the same bytes', async () => {
    const testDiary = await openDay()
    const path = join(testDiary.root, 'daily-report.json')
    const summary = { text: 'Two parts.', citations: [{ session_ref: 'S0001', turn_ref: 'T0001' }, turn()] }
    expect(await testDiary.call('write_project_summary', { project_key: ledger, summary })).toEqual({
      status: 'written',
      project_key: ledger,
    })
    const [first, second] = report.projects
    const summarized = {
      ...report,
      projects: [
        first,
        { ...second, summary: { text: 'Two parts.', citations: [citation(), citation()], by: 'agent' } },
      ],
      of_a_newer_program: true,
    }
    expect(readJson(path)).toEqual(summarized)
    expect(
      await testDiary.call('write_report_title', { title: { text: 'Money is rounded', citations: [turn(other)] } }),
    ).toEqual({ status: 'written' })
    const titled = { ...summarized, title: { text: 'Money is rounded', citations: [citation(other)], by: 'agent' } }
    expect(readJson(path)).toEqual(titled)
    const engagement = { overall_reading: claim(), observations: [observation()], limits: ['One day.'] }
    expect((await testDiary.call('write_engagement', engagement)).status).toBe('written')
    const learning = { takeaways: claim(), patterns: [pattern()] }
    expect((await testDiary.call('write_team_learning', learning)).status).toBe('written')
    const whole = {
      ...titled,
      engagement_assessment: {
        overall_reading: claim({ citations: [citation()] }),
        observations: [observation({ citations: [citation(other)] })],
        limits: ['One day.'],
      },
      team_learning: {
        takeaways: claim({ citations: [citation()] }),
        patterns: [pattern({ citations: [citation()] })],
        limits: [],
      },
    }
    expect(readJson(path)).toEqual(whole)
    await testDiary.call('write_team_learning', learning)
    expect(readJson(path)).toEqual(whole)
    expect(() => DailyReport.parse(whole)).not.toThrow()
  })

  it.each<[what: string, name: string, args: object, ...paths: string[]]>([
    [
      'a summary without citations',
      'write_project_summary',
      { project_key: ledger, summary: { text: 'x', citations: [] } },
      'summary.citations',
    ],
    [
      'a summary citing another project',
      'write_project_summary',
      { project_key: ledger, summary: { text: 'x', citations: [turn(), turn(other)] } },
      'summary.citations[1].project_key',
    ],
    [
      'a summary of an unknown project',
      'write_project_summary',
      { project_key: 'nowhere', summary: { text: 'x', citations: [{ session_ref: 'S0001', turn_ref: 'T0001' }] } },
      'project_key',
    ],
    [
      'a turn without a chain',
      'write_project_summary',
      { project_key: ledger, summary: { text: 'x', citations: [turn(ledger, 'T0002')] } },
      'summary.citations[0]',
    ],
    [
      'turns that are not there',
      'write_report_title',
      { title: { text: 'x', citations: [turn('nowhere'), turn(ledger, 'T0009')] } },
      'title.citations[0]',
      'title.citations[1]',
    ],
    [
      'a title with a date',
      'write_report_title',
      { title: { text: 'Work of 2026-05-12', citations: [turn()] } },
      'title.text',
    ],
    ['a title of two lines', 'write_report_title', { title: { text: 'One\ntwo', citations: [turn()] } }, 'title.text'],
    [
      'a title of 81 characters',
      'write_report_title',
      { title: { text: '😀'.repeat(81), citations: [turn()] } },
      'title.text',
    ],
    [
      'a title that says nothing',
      'write_report_title',
      { title: { text: ' Daily Report ', citations: [turn()] } },
      'title.text',
    ],
    [
      'a path in a claim',
      'write_engagement',
      { overall_reading: claim({ text: 'In /home/al/x' }), observations: [observation({ dimension: 'speed' })] },
      'overall_reading.text',
      'observations[0].dimension',
    ],
    [
      'a claim without turns',
      'write_engagement',
      { overall_reading: claim(), observations: [observation({ citations: [turn(ledger, 'T0002')] })] },
      'observations[0].citations[0]',
    ],
    [
      'patterns that are none',
      'write_team_learning',
      { takeaways: claim(), patterns: [pattern({ kind: 'praise', recurrence: '' })], limits: [''] },
      'patterns[0].kind',
      'patterns[0].recurrence',
      'limits[0]',
    ],
    ['unknown keys', 'write_team_learning', { takeaways: claim({ score: 5 }), patterns: [] }, 'takeaways.score'],
  ])('slot writes refuse %s', async (_, name, args, ...paths) => {
    const testDiary = await openDay()
    expect((await testDiary.refused(name, args)).sort()).toEqual(paths.sort())
  })

  it('slot writes accept a title of exactly 80 characters', async () => {
    const testDiary = await openDay()
    const title = { text: '😀'.repeat(80), citations: [turn()] }
    expect((await testDiary.call('write_report_title', { title })).status).toBe('written')
  })

  it('slot writes need a rendered report that is sound', async () => {
    const testDiary = await openDay()
    const args = { title: { text: 'x', citations: [turn()] } }
    writeFileSync(join(testDiary.root, 'daily-report.json'), '[]')
    expect(await testDiary.refused('write_report_title', args)).toEqual(['daily_report'])
    writeFileSync(join(testDiary.root, 'daily-report.json'), JSON.stringify({ ...report, schema_version: 2 }))
    expect(await testDiary.refused('write_report_title', args)).toEqual(['daily_report'])
    rmSync(join(testDiary.root, 'daily-report.json'))
    expect(await testDiary.refused('write_report_title', args)).toEqual(['daily_report'])
    expect((await testDiary.call('write_report_title', args)).errors[0].hint).toContain('diary_render')
  })
})
