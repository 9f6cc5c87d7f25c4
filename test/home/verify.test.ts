import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { beforeAll, describe, expect, test } from 'vitest'
import { type App, openApp } from '../../src/app.ts'
import type { DailyReport } from '../../src/diary/report/schema.ts'
import { homeVerify } from '../../src/home/operations/home-verify.ts'
import type { Verified } from '../../src/home/verified.ts'
import { callAsOwner } from '../../src/invoke.ts'
import { treeOf } from '../diary/build-workspace.ts'
import { agentHome } from '../diary/home.ts'
import { appendTurn, writeOwnDay } from '../diary/own-days.ts'
import { callOperation, storeIn } from '../support/engines.ts'
import { tempHome } from '../support/tempdir.ts'

const date = '2026-05-12'

describe('verifying a whole home', () => {
  let whole: string

  beforeAll(async () => {
    const machine = agentHome()
    whole = machine.home
    await storeIn(whole)
    writeOwnDay(machine.claude(date), date)
    appendTurn(machine.claude('idle'), '2026-05-11T19:00:00.000Z', 'Thanks')
    await within(whole, async app => {
      await callOperation(app, 'room_workspace_bind', { sample: true })
      await callOperation(app, 'file_locator', { search_criteria: 'bell' })
      await callOperation(app, 'diary_generate', { date })
      await callOperation(app, 'diary_generate', { date: '2026-05-11' })
      await app.jobs.finish()
      const [key = ''] = readdirSync(join(dayOf(whole), 'projects'))
      const evidence = [
        { kind: 'work_item', ref: `diary:${date}/${key}/W0001` },
        { kind: 'file', ref: 'none.md', sha256: '0'.repeat(64) },
      ]
      await callOperation(app, 'context_summarize', { projectId: 'default', summary: 'All done.' })
      const words = { type: 'decision', title: 'Whole pence', summary: 'Amounts are whole pence.', body: 'Why.' }
      expect(await callOperation(app, 'create_record', { ...words, metadata: { evidence } })).toHaveProperty('record')
    })
  })

  test('a home in which everything holds is counted, and nothing in it changes', async () => {
    const before = filesIn(whole)
    const { verified, exit } = await verify(whole)
    expect(filesIn(whole)).toEqual(before)
    expect(exit).toBe(0)
    expect(verified).toMatchObject({
      ok: true,
      records: { ok: true, records: 1, violations: 0 },
      citations: { total: 2, verified: 1 },
      diary: { days: 2, reports: 2, unreadable: 0, unaccounted: 0, uncited: 0, mismatches: 0, faulty_days: [] },
      rooms: [{ status: 'ok', receipts: 1 }],
      archive: { damaged: 0 },
    })
    expect(verified.diary.turns).toBeGreaterThan(0)
    expect(verified.diary.sentences).toBeGreaterThan(10)
    expect(verified.rows.map(({ check, status }) => [check, status])).toEqual([
      ['records', 'ok'],
      ['citations', 'ok'],
      ['reports', 'ok'],
      ['turns', 'ok'],
      ['evidence', 'ok'],
      ['sentences', 'ok'],
      ['lines', 'ok'],
      ['context', 'ok'],
      ['room default', 'ok'],
      ['archive', 'ok'],
    ])
  })

  test('what holds nothing is not said to hold', async () => {
    const home = tempHome()
    await storeIn(home)
    await within(home, app => callOperation(app, 'room_workspace_bind', { sample: true }))
    const { rows } = (await verify(home)).verified
    expect(rows.filter(({ status }) => status === 'none').map(({ check }) => check)).toEqual([
      'citations',
      'diary',
      'room default',
      'archive',
    ])
  })

  test.each<[what: string, damage: (home: string) => void, rows: string[]]>([
    [
      'a changed byte of a cited transcript',
      home => changeByte(fileBelow(dayOf(home), /sessions\/.*\.jsonl$/)),
      ['lines'],
    ],
    [
      'a work item that is taken out of the report',
      home => changeReport(home, ({ projects }) => projects[0]?.work_items.pop()),
      ['reports', 'turns'],
    ],
    [
      'a work item that is in the report twice',
      home => changeReport(home, ({ projects }) => projects[0]?.work_items.push(...projects[0].work_items)),
      ['reports', 'turns'],
    ],
    [
      'a sentence whose lines are taken away',
      home => changeReport(home, ({ title }) => title.citations.splice(0)),
      ['reports', 'sentences'],
    ],
    [
      'a word of a report that is changed',
      home => changeReport(home, ({ title }) => Object.assign(title, { text: `${title.text} twice` })),
      ['reports'],
    ],
    [
      'a line that is added to a view of a report',
      home => appendFileSync(join(dayOf(home), 'report.md'), 'All tests passed.\n'),
      ['reports'],
    ],
    ['a report of which only its views are left', home => rmSync(join(dayOf(home), 'daily-report.json')), ['reports']],
    ['evidence that breaks off', home => shorten(fileBelow(dayOf(home), /evidence\/S0001\.json$/)), ['evidence']],
    ['evidence that is taken away', home => rmSync(fileBelow(dayOf(home), /evidence\/S0001\.json$/)), ['evidence']],
    [
      'work items that are taken away',
      home => rmSync(fileBelow(dayOf(home), /project-synthesis\.json$/)),
      ['evidence'],
    ],
    [
      'a text for the next chat that is changed',
      home => change(home, `update context_summaries set recent_events = 'Nothing done.'`),
      ['context'],
    ],
    [
      'a text for the next chat that is changed where it is used',
      home => change(home, `update project_texts set value = 'Nothing done.'`),
      ['context'],
    ],
    [
      'a text for the next chat whose whole history is deleted',
      home => change(home, 'delete from context_summaries'),
      ['context'],
    ],
    [
      'a list of transcript copies that breaks off',
      home => shorten(join(home, 'diary', 'private', date, 'audit.manifest.json')),
      ['evidence'],
    ],
    ['a day that cannot be looked into', home => close(dayOf(home)), ['reports']],
    ['an archive that cannot be looked into', home => close(join(home, 'archive')), ['archive']],
    ['a report that is no report', home => writeFileSync(join(dayOf(home), 'daily-report.json'), '{}'), ['reports']],
    [
      'a receipt that is taken out of its log',
      home => writeFileSync(fileBelow(join(home, 'rooms'), /tool_receipts\.jsonl$/), ''),
      ['room default'],
    ],
    ['a version of a record that is deleted', home => change(home, 'delete from record_versions'), ['records']],
    [
      'an archive that is no database',
      home => {
        const file = join(home, 'archive', 'transcripts.sqlite')
        writeFileSync(file, 'x'.repeat(5000))
        // A log that was not written back yet would make it whole again.
        rmSync(`${file}-wal`, { force: true })
      },
      ['archive'],
    ],
  ])('%s is found, and named with the command that shows more', async (_, damage, rows) => {
    const home = copyOf(whole)
    damage(home)
    const { verified, exit } = await verify(home)
    expect(exit).toBe(7)
    expect(verified.ok).toBe(false)
    const failed = verified.rows.filter(({ status }) => status === 'fail')
    expect(failed.map(({ check }) => check)).toEqual(rows)
    for (const { todo } of failed) expect(todo).toMatch(/^See what: daybook /)
  })

  test('reports that an earlier version wrote without their hashes are not said to hold', async () => {
    const home = copyOf(whole)
    const provenance = join(dayOf(home), 'provenance.jsonl')
    const lines = readFileSync(provenance, 'utf8').split('\n')
    writeFileSync(provenance, lines.filter(line => !line.includes('"files"')).join('\n'))
    const { verified, exit } = await verify(home)
    expect(exit).toBe(0)
    const row = verified.rows.find(({ check }) => check === 'reports')
    expect(row).toMatchObject({ status: 'none', found: '2 reports; 1 of an earlier version, which kept no hashes' })
  })

  test('a report whose views are gone, or not made yet, still is what was written', async () => {
    const home = copyOf(whole)
    rmSync(join(dayOf(home), 'report.md'))
    rmSync(join(dayOf(home), 'report.html'))
    expect((await verify(home)).verified).toMatchObject({ ok: true, diary: { altered: 0, unknown: 0 } })
  })
})

async function verify(home: string): Promise<{ verified: Verified; exit: number }> {
  return within(home, async app => {
    const verified = await callAsOwner(app, homeVerify, {})
    return { verified, exit: homeVerify.toStatus?.(verified).exit ?? 0 }
  })
}

async function within<T>(home: string, use: (app: App) => Promise<T>): Promise<T> {
  const { environment } = agentHome(home)
  const archive = { enabled: true, dir: join(home, 'archive'), keepDays: null }
  const app = await openApp({
    location: join(home, 'daybook.db'),
    room: { home, env: {} },
    diary: { root: join(home, 'diary'), cacheDir: join(home, 'cache'), archive, environment },
    clock: () => Date.parse('2026-05-13T08:00:00Z'),
  })
  try {
    return await use(app)
  } finally {
    await app.close()
  }
}

function copyOf(home: string): string {
  const copy = tempHome()
  cpSync(home, copy, { recursive: true })
  return copy
}

/** Every file but those of the database, which notes that it was opened. */
function filesIn(home: string) {
  return Object.entries(treeOf(home)).filter(([name]) => !name.includes('.db') && !name.includes('.sqlite'))
}

function dayOf(home: string): string {
  return join(home, 'diary', 'work', date)
}

function fileBelow(folder: string, name: RegExp): string {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find(each => name.test(each))
  if (found === undefined) throw new Error(`No file ${name} below ${folder}.`)
  return join(folder, found)
}

function change(home: string, sql: string): void {
  const database = new DatabaseSync(join(home, 'daybook.db'))
  database.exec(sql)
  database.close()
}

/** What a folder without permission does, also for those who may read everything. */
function close(folder: string): void {
  rmSync(folder, { recursive: true })
  symlinkSync(folder, folder)
}

function shorten(path: string): void {
  writeFileSync(path, readFileSync(path).subarray(0, 300))
}

function changeByte(path: string): void {
  const bytes = readFileSync(path)
  const at = bytes.indexOf('"text":"') + 8
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(path, bytes)
}

function changeReport(home: string, change: (report: DailyReport) => void): void {
  const path = join(dayOf(home), 'daily-report.json')
  const report = JSON.parse(readFileSync(path, 'utf8'))
  change(report)
  writeFileSync(path, JSON.stringify(report))
}
