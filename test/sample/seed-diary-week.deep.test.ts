import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readFeed } from '../../src/activity/feed.ts'
import { cacheFile } from '../../src/diary/prepare/index/database.ts'
import { sampleSettings } from '../../src/diary/settings.ts'
import { watchTranscripts } from '../../src/diary/watch/watch-transcripts.ts'
import { findUnwritable } from '../../src/evidence/secrets.ts'
import { localPrincipal } from '../../src/projects/roles.ts'
import { seedSample } from '../../src/sample/seed.ts'
import { seedSampleDiary } from '../../src/sample/seed-diary.ts'
import { bindSampleRoom } from '../../src/sample/seed-room.ts'
import { tempHome } from '../support/tempdir.ts'
import {
  ask,
  expectWholeWeek,
  fullDay,
  noStop,
  openHome,
  openHomeForTest,
  reportOf,
  sampleWeek,
} from './seeded-home.ts'

test('the week is whole in Pacific/Auckland: every turn covered, every citation verified', () =>
  expectWholeWeek('Pacific/Auckland'))

describe('in a seeded home', () => {
  let seeded: Awaited<ReturnType<typeof openHome>>
  let activityBefore: unknown

  beforeAll(async () => {
    seeded = await openHome()
    activityBefore = await ask(seeded.app, 'get_recent_activity', {})
    await seedSampleDiary(seeded.app, noStop)
  })
  afterAll(() => seeded.app.close())

  test('the day holds what can happen on a day', async () => {
    const { app, day } = seeded
    const { statistics, projects, executive_summary, warnings } = reportOf(day('daily-report.json'))
    expect(projects.map(({ project_label }) => project_label)).toEqual(['sample-till', 'sample-stall-site'])
    expect(statistics).toMatchObject({ sessions: 7, sources: { 'claude-code': 17, codex: 9 } })
    expect(Object.keys(statistics.trigger_types ?? {}).sort()).toEqual([
      'explicit_user_message',
      'implicit_context',
      'resume_or_continue',
      'user_approval',
      'user_correction',
    ])
    expect(Object.keys(statistics.terminal_states ?? {})).toEqual(
      expect.arrayContaining([
        'material_result',
        'no_material',
        'blocked',
        'interrupted',
        'failed',
        'clarification_only',
      ]),
    )
    expect(statistics.checks).toMatchObject({ pass: expect.any(Number), fail: expect.any(Number) })
    expect(executive_summary.open_items.length).toBeGreaterThan(0)
    expect(warnings.join()).toMatch(/could not be read/)
    const manifest = readFileSync(join(app.diary.root, 'private', fullDay, 'audit.manifest.json'), 'utf8')
    expect(JSON.parse(manifest).counters).toMatchObject({
      sessions_excluded: { subagent: 1 },
      inherited_turns: 1,
      malformed_lines: 2,
      non_monotonic: 0,
      untimestamped_records: 0,
    })
  })

  test('what looks like a secret is in the transcript and nowhere else', async () => {
    const { day } = seeded
    const files = ['daily-report.json', 'report.md', 'report.html']
    for (const file of files) expect(findUnwritable(readFileSync(day(file), 'utf8')), file).toBeUndefined()
    expect(readFileSync(day('report.md'), 'utf8')).toContain('redacted:github')
  })

  test('nothing of it gets among what belongs to the person', async () => {
    const { home, app } = seeded
    expect(await ask(app, 'get_recent_activity', {})).toEqual(activityBefore)
    expect(existsSync(app.diary.archive.dir)).toBe(false)
    // Its transcripts and their index are in a folder of their own.
    expect(readdirSync(join(home, 'diary')).sort()).toEqual(['private', 'sample', 'work'])
    expect(readdirSync(join(home, 'diary', 'work')).sort()).toEqual(sampleWeek)
  })

  test('why and costs have something to show, though no repository of the sample is on the machine', async () => {
    const { app } = seeded
    expect(await ask(app, 'diary_why', { of: '4c1d2e9', refresh: false })).toMatchObject({
      commits: [
        {
          subject: 'Give the half penny to the buyer',
          confidence: 'certain',
          reason: expect.stringContaining('Its repository is not on this machine'),
          turns: [
            {
              made_commit: true,
              asked: [{ text: expect.stringMatching(/./) }],
              prepared: { work_item_ref: expect.stringMatching(/^W/) },
            },
          ],
        },
      ],
    })
    const day = await ask(app, 'diary_commits', { date: fullDay })
    expect(JSON.stringify(day)).toContain('Give the half penny to the buyer')
    const costs = await ask(app, 'diary_costs', { date: fullDay, by: 'commit' })
    expect(JSON.stringify(costs)).toContain('Give the half penny to the buyer')
  })
})

test('the feed of the sample project has it once, for pages that are open', async () => {
  const { app } = await openHomeForTest()
  await seedSample(app)
  await seedSampleDiary(app, noStop)
  const { entries } = await app.db.read(tx =>
    readFeed(tx, { who: { principal: localPrincipal }, after: 0, end: 10_000 }),
  )
  expect(entries.filter(({ type }) => type === 'diary_rendered')).toMatchObject([{ project_id: 'sample' }])
  expect(await ask(app, 'check_records', {})).toMatchObject({ ok: true })
})

test('the turns of the week are known after an upgrade to a version that reads transcripts anew', async () => {
  const { app } = await openHomeForTest()
  await seedSampleDiary(app, noStop)
  const turns = async () => Object(await ask(app, 'home', {})).days.map(({ turns }: { turns: number | null }) => turns)
  const before = await turns()
  expect(before).toContain(26)
  app.diary.reads.sample?.databases?.close()
  // As a new process, which has read nothing yet.
  app.diary.reads.sample = null
  const database = new DatabaseSync(cacheFile(sampleSettings(app.diary).cacheDir))
  database.exec('update file set parser_version = 1; update transcript set parser_version = 1')
  database.close()
  expect(await turns()).not.toContain(26)
  const watching = watchTranscripts(app)
  onTestFinished(() => watching.close())
  await watching.renewed
  expect(await turns()).toEqual(before)
})

test('it is offered once, and does not come back when it was removed', async () => {
  const { home, app } = await openHomeForTest()
  expect(await seedSampleDiary(app, noStop)).toBe(true)
  expect(await seedSampleDiary(app, noStop)).toBe(false)
  rmSync(join(home, 'diary'), { recursive: true })
  expect(await seedSampleDiary(app, noStop)).toBe(false)
  expect(existsSync(join(home, 'diary'))).toBe(false)
})

test('who has days already gets none, now or later', async () => {
  const { home, app, day } = await openHomeForTest()
  mkdirSync(day('projects', '2026-05-12'), { recursive: true })
  expect(await seedSampleDiary(app, noStop)).toBe(false)
  rmSync(join(home, 'diary'), { recursive: true })
  expect(await seedSampleDiary(app, noStop)).toBe(false)
})

test('the week ends yesterday, whatever day it is, and one that was cut off keeps its days (review row 16)', async () => {
  let now = Date.parse('2026-08-04T00:30:00Z')
  const { app, home } = await openHomeForTest('UTC', tempHome(), () => now)
  expect(await seedSampleDiary(app, AbortSignal.abort())).toBe(false)
  now += 2 * 86_400_000
  expect(await seedSampleDiary(app, noStop)).toBe(true)
  expect(readdirSync(join(home, 'diary', 'work')).sort()).toEqual([
    '2026-07-30',
    '2026-07-31',
    '2026-08-01',
    '2026-08-02',
    '2026-08-03',
  ])
})

test('records, diary, context and room of the sample tell one story and cite each other (review row 16)', async () => {
  const { app, home } = await openHomeForTest()
  await seedSample(app)
  await bindSampleRoom(app, home)
  await seedSampleDiary(app, noStop)
  expect(await ask(app, 'show_record', { id: 'R90007' })).toMatchObject({
    evidence: [
      { ref: `diary:${fullDay}/sample-till-d6e20a641d6c/W0001`, verdict: 'verified' },
      { ref: 'src/money.ts', verdict: 'verified' },
    ],
  })
  const item = reportOf(join(home, 'diary', 'work', fullDay, 'daily-report.json')).projects[0]?.work_items[0]
  expect(item).toMatchObject({ work_item_ref: 'W0001', title: 'Give the half penny to the buyer' })
  const { text } = await ask(app, 'template_preview', { projectId: 'sample' })
  expect(text).toContain('Give the half penny to the buyer')
})
