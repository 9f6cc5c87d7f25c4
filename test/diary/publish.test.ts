import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type App, openApp } from '../../src/app.ts'
import { composePublication } from '../../src/diary/operations/diary-publish.ts'
import { type Publication, pack } from '../../src/diary/publish/publication.ts'
import { openWorkspace } from '../../src/diary/workspace/open.ts'
import { serveHttp } from '../../src/entry/http/server.ts'
import { insertProject } from '../../src/projects/store.ts'
import { member } from '../http/serving.ts'
import { callOperation, createEmptyStore, onBothEngines, testedEngines } from '../support/engines.ts'
import { readJson } from './build-workspace.ts'
import { inventedDay } from './invented-day.ts'
import { openRenderedDay } from './report-day.ts'
import type { TestDiary } from './test-diary.ts'

/** A team's server with a project `team`. */
async function teamServer(engine: 'sqlite' | 'postgres' = 'sqlite') {
  const store = await createEmptyStore(engine)
  onTestFinished(store.drop)
  const app = await openApp({ location: store.location, log: line => console.error(line) })
  onTestFinished(() => app.close())
  const now = new Date().toISOString()
  await app.db.write(tx => insertProject(tx, { id: 'team', name: 'Team', description: '', now, owner: 'local' }))
  const server = await serveHttp(app, { host: '127.0.0.1', port: 0, toolsets: ['records', 'diary'], version: '1' })
  onTestFinished(() => server.close())
  return { app, url: server.url }
}

/** The testDiary with a server and a token to publish with. */
async function publisher(
  testDiary: TestDiary,
  team: { app: App; url: string },
  id = 'anna',
  role: 'writer' | 'reader' = 'writer',
) {
  const { secret } = await member(team.app, id, 'team', role)
  testDiary.app.diary.publish = { server: team.url, token: secret, project: 'team' }
  return testDiary
}

const files = ['daily-report.json', 'report.html', 'report.md']

describe('diary_publish', () => {
  it.each(testedEngines)('diary_publish keeps every version readable (%s)', async engine => {
    const team = await teamServer(engine)
    const testDiary = await publisher(await openRenderedDay(), team)
    const first = await testDiary.call('diary_publish', {})
    expect(first).toMatchObject({
      status: 'ok',
      author: 'anna',
      version: 1,
      project_id: 'team',
      result: 'published',
      files,
    })
    expect(await testDiary.call('diary_publish', {})).toMatchObject({ version: 1, result: 'unchanged' })
    const only = await testDiary.call('diary_publish', { projects: ['ledger-d7579830878a'] })
    expect(only).toMatchObject({ version: 2, result: 'published' })

    const { versions } = await callOperation(team.app, 'diary_published', { date: '2026-05-12' })
    expect(versions).toMatchObject([
      { author: 'anna', date: '2026-05-12', version: 2, projects: ['ledger-d7579830878a'], with_messages: false },
      { author: 'anna', version: 1, sha256: first.sha256, published_at: first.published_at },
    ])
    expect(versions[1].projects.length).toBeGreaterThan(1)
    const place = { author: 'anna', date: '2026-05-12' }
    const old = await callOperation(team.app, 'diary_published_report', { ...place, version: 1 })
    expect(old.report.projects.map((project: { project_key: string }) => project.project_key)).toEqual(
      versions[1].projects,
    )
    const last = await callOperation(team.app, 'diary_published_report', { ...place, format: 'markdown' })
    expect(last).toMatchObject({ version: 2, markdown: expect.stringContaining('ledger') })
    expect(await callOperation(team.app, 'diary_published_report', { ...place, version: 3 })).toMatchObject({
      status: 'invalid',
      errors: [{ field: 'version' }],
    })
  })

  it('diary_publish adds to both feeds, in ids and counts', async () => {
    const team = await teamServer()
    const testDiary = await publisher(await openRenderedDay(), team)
    await testDiary.call('diary_publish', {})
    const entries = (app: App) =>
      app.db.read(tx => tx.raw(`select project_id, summary, details from activity where type = 'diary_published'`))
    expect(await entries(team.app)).toEqual([
      {
        project_id: 'team',
        summary: '2026-05-12 published by anna: version 1',
        details: '{"date":"2026-05-12","author":"anna","version":1}',
      },
    ])
    expect(await entries(testDiary.app)).toMatchObject([{ details: '{"date":"2026-05-12","version":1}' }])
  })

  it('diary_publish sends no chain, no transcript, no message, no link; citations carry their hashes', async () => {
    const testDiary = await openRenderedDay()
    const workspace = await openWorkspace(testDiary.app.diary)
    const { report, markdown, html } = await composePublication(testDiary.app, workspace, {
      projects: undefined,
      withMessages: false,
    })
    const parsed = JSON.parse(report)
    const stored = readJson(join(testDiary.root, 'daily-report.json')) as typeof parsed
    expect(parsed.turns[0]).toEqual(expect.objectContaining({ lines: '1-4', span_sha256: expect.any(String) }))
    expect(parsed).toEqual({
      ...stored,
      projects: stored.projects.map((project: object) => ({ ...project, source_user_messages: [] })),
    })
    expect(html).not.toMatch(/<a\b|href|127\.0\.0\.1|http:/)
    expect(markdown).not.toMatch(/\]\(|\]\[|^\[\d+\]:|http:/m)
    for (const view of [markdown, html]) {
      expect(view).toMatch(/S0001:1-4 sha256:[0-9a-f]{12}/)
      expect(view).not.toContain('Trigger: ')
      expect(view).not.toMatch(/What each turn shows|## Evidence/)
    }
    expect(readFileSync(join(testDiary.root, 'report.md'), 'utf8')).toContain('JPY and KRW must stay')
    expect(`${report}${markdown}${html}`).not.toContain('JPY and KRW must stay')
    const whole = await composePublication(testDiary.app, workspace, { projects: undefined, withMessages: true })
    for (const text of Object.values(whole)) expect(text).toContain('JPY and KRW must stay')
  })

  const pathsIn = [
    ['a file', 'Copy /home/annelore/site.conf over', 'Copy …/site.conf over'],
    ['a home alone', 'Look into /Users/annelore first', 'Look into ~ first'],
    ['a search path', 'PATH=/usr/bin:/home/annelore/bin', 'PATH=/usr/bin:…/bin'],
    ['another machine', 'scp box:/home/annelore/keys.txt here', 'scp box:…/keys.txt here'],
    ['an option', 'gcc -I/home/annelore/include x.c', 'gcc -I…/include x.c'],
    ['an address', 'See file:///home/annelore/plan.md', '…/plan.md'],
    ['an encoded address', 'open?path=%2Fhome%2Fannelore%2Fplan', 'open?path=~'],
    ['Windows', 'Save it in C:\\Users\\annelore\\taxes\\x.csv', 'Save it in …/x.csv'],
    ['a name with a blank', 'C:\\Users\\annelore annelore\\x.csv', '…/x.csv'],
    ['Windows seen from Linux', 'cd /mnt/c/Users/annelore', 'cd ~'],
    ['the folder of an agent', 'rm ~/.claude/projects/-home-annelore-app', 'rm ~/.claude/projects/~'],
  ]

  it('diary_publish shows messages without the home of their writer (documents, quoted messages)', async () => {
    const [first, ...rest] = inventedDay
    if (!first) throw new Error('The invented day has no project.')
    const [session, ...sessions] = first.sessions
    if (!session) throw new Error('The invented day has no session.')
    const text = pathsIn.map(([, said]) => said).join('\n')
    const turns = session.turns.map((turn, index) => (index === 1 ? { ...turn, text } : turn))
    const testDiary = await openRenderedDay([{ ...first, sessions: [{ ...session, turns }, ...sessions] }, ...rest])
    expect(readFileSync(join(testDiary.root, 'report.md'), 'utf8')).toContain('annelore')
    const workspace = await openWorkspace(testDiary.app.diary)
    const shared = await composePublication(testDiary.app, workspace, { projects: undefined, withMessages: true })
    expect(Object.values(shared).join('\n')).not.toContain('annelore')
    const messages: string[] = JSON.parse(shared.report).projects.flatMap(
      (project: { source_user_messages: { messages: string[] }[] }) =>
        project.source_user_messages.flatMap(each => each.messages),
    )
    for (const [what, , told] of pathsIn) expect(messages.join('\n'), what).toContain(told)
  })

  it('diary_publish leaves no trace of projects that were not named', async () => {
    const testDiary = await openRenderedDay()
    const stored = readJson(join(testDiary.root, 'daily-report.json')) as {
      projects: Array<{ project_key: string; project_label: string }>
    }
    const texts = Object.values(
      await composePublication(testDiary.app, await openWorkspace(testDiary.app.diary), {
        projects: ['ledger-d7579830878a'],
        withMessages: true,
      }),
    ).join('\n')
    const others = stored.projects.filter(({ project_label }) => project_label !== 'ledger')
    expect(others.length).toBeGreaterThan(1)
    for (const { project_key } of others) {
      expect(texts).not.toContain(project_key)
    }
    expect(await testDiary.call('diary_publish', { projects: ['nobody-0123456789ab'] })).toMatchObject({
      status: 'invalid',
    })
  })

  it('diary_publish is a conflict when another version came from elsewhere, and goes over it on demand', async () => {
    const team = await teamServer()
    const laptop = await publisher(await openRenderedDay(), team)
    const desktop = await openRenderedDay()
    desktop.app.diary.publish = laptop.app.diary.publish
    await laptop.call('diary_publish', {})
    const args = { projects: ['ledger-d7579830878a'] }
    expect(await desktop.call('diary_publish', args)).toMatchObject({
      status: 'invalid',
      errors: [{ path: 'request', message: expect.stringContaining('Another version') }],
    })
    expect((await callOperation(team.app, 'diary_published', {})).versions).toHaveLength(1)
    expect(await desktop.call('diary_publish', { ...args, after_version: 1 })).toMatchObject({ version: 2 })
  })

  it('diary_publish needs a server, a token, encryption, a report, and one that lags behind nothing', async () => {
    const team = await teamServer()
    const testDiary = await openRenderedDay()
    const said = async (args: object = {}) => (await testDiary.call('diary_publish', args)).errors?.[0]?.message
    expect(await said()).toContain('No team server')
    testDiary.app.diary.publish = { server: team.url, token: undefined, project: 'team' }
    expect(await said()).toContain('needs a token')
    testDiary.app.diary.publish = { server: 'http://team.example.org', token: 'x', project: 'team' }
    expect(await said()).toContain('without encryption')
    testDiary.app.diary.publish = { server: 'http://127.0.0.1:9', token: 'x', project: 'team' }
    expect(await said()).toContain('does not answer')
    testDiary.app.diary.publish = { server: team.url, token: 'dbk_unknown', project: 'team' }
    expect(await said()).toContain('does not let this token publish')
    await publisher(testDiary, team, 'rita', 'reader')
    expect(await said()).toContain('does not let this token publish')
    await publisher(testDiary, team)
    expect(await said({ date: '2020-01-01' })).toContain('no prepared workspace')
    const file = join(testDiary.root, 'daily-report.json')
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace('"overall_confidence": "medium"', '"overall_confidence": "high"'),
    )
    expect(await said()).toContain('lags behind')
    await testDiary.call('diary_render', {})
    expect(await said()).toBe(undefined)
    expect((await callOperation(team.app, 'diary_published', {})).versions).toMatchObject([
      { author: 'anna', version: 1 },
    ])
  })
})

let good: Promise<Publication> | undefined

/** Made once: what is sent does not depend on who keeps it. */
async function publication(): Promise<Publication> {
  const testDiary = await openRenderedDay()
  const workspace = await openWorkspace(testDiary.app.diary)
  return composePublication(testDiary.app, workspace, { projects: undefined, withMessages: false })
}

onBothEngines('Published reports', store => {
  const { call } = store
  async function bundleOf(change: (report: never) => object = report => report) {
    good ??= publication()
    const made = await good
    return { ...made, report: JSON.stringify(change(JSON.parse(made.report) as never)) }
  }
  const withStatistics = (change: object) =>
    bundleOf((report: { statistics: object }) => ({ ...report, statistics: { ...report.statistics, ...change } }))
  const century = { start: '1926-05-12T00:00:00Z', end: '2026-05-12T00:00:00Z' }
  const coveredTwice = (report: { projects: Array<{ work_items: object[] }> }) => ({
    ...report,
    projects: report.projects.map(project => ({
      ...project,
      work_items: [...project.work_items, ...project.work_items],
    })),
  })
  const packed = (value: unknown) => gzipSync(JSON.stringify(value)).toString('base64')

  it('Published reports are seen by the readers of their project only', async () => {
    await call('create_project', { name: 'Team', id: 'team' })
    await call('create_project', { name: 'Other', id: 'other' })
    const bundle = pack(await bundleOf())
    const date = '2026-05-12'
    expect(await call('diary_receive_report', { date, bundle, project: 'team' })).toMatchObject({ version: 1 })
    const people = async (id: string, project: string) => {
      await member(store.app, id, project, 'reader')
      return { principal: id }
    }
    const inside = await people('ines', 'team')
    const outside = await people('otto', 'other')
    expect((await call('diary_published', {}, inside)).versions).toMatchObject([{ author: 'local', version: 1 }])
    expect((await call('diary_published', {}, outside)).versions).toEqual([])
    const place = { author: 'local', date }
    expect(await call('diary_published_report', place, inside)).toMatchObject({ report: { report_date: date } })
    expect(await call('diary_published_report', place, outside)).toMatchObject({ status: 'invalid' })
    expect(await call('diary_receive_report', { date, bundle, project: 'team' }, inside)).toMatchObject({
      errors: [{ path: 'request', message: expect.stringContaining('role writer') }],
    })
    expect(await call('diary_status', {}, inside)).toMatchObject({ errors: [{ field: 'request' }] })
  })

  it('Published reports take nothing that does not belong into them', async () => {
    const date = '2026-05-12'
    const whole = await bundleOf()
    const messages = await bundleOf((report: { projects: object[] }) => ({
      ...report,
      projects: report.projects.map(project => ({
        ...project,
        source_user_messages: [{ session_ref: 'S0001', turn_ref: 'T0001', messages: ['word by word'] }],
      })),
    }))
    const refused: Array<[string, unknown]> = [
      ['not base64 at all', '***'],
      ['no gzip', Buffer.from('plain').toString('base64')],
      ['an extra file', packed({ ...whole, transcript: 'x' })],
      ['a missing file', packed({ report: whole.report, html: whole.html })],
      ['no report', packed({ ...whole, report: '{}' })],
      ['another day', packed(await bundleOf((report: object) => ({ ...report, report_date: '2026-05-13' })))],
      ['messages', packed(messages)],
      ['markup as a number', packed(await withStatistics({ turns: [{ text: '<script>1</script>' }] }))],
      ['a number missing', packed(await withStatistics({ tokens: undefined }))],
      ['no time zone', packed(await bundleOf((report: object) => ({ ...report, timezone: 'Nowhere/At_All' })))],
      ['a day of a century', packed(await bundleOf((report: object) => ({ ...report, window: century })))],
      ['a turn covered twice', packed(await bundleOf(coveredTwice))],
    ]
    for (const [what, bundle] of refused) {
      expect(await call('diary_receive_report', { date, bundle }), what).toMatchObject({
        status: 'invalid',
        errors: [{ path: 'bundle' }],
      })
    }
    expect((await call('diary_published', {})).versions).toEqual([])
    expect(await call('diary_receive_report', { date, bundle: packed(messages), with_messages: true })).toMatchObject({
      version: 1,
    })
    const extra = packed(await bundleOf((report: object) => ({ ...report, cards: ['chain'] })))
    expect(await call('diary_receive_report', { date, bundle: extra, after_version: 1 })).toMatchObject({ version: 2 })
    const { report } = await call('diary_published_report', { author: 'local', date })
    expect(report).not.toHaveProperty('cards')
  })

  it('Published reports are shown in views made here, whatever was sent as Markdown and HTML', async () => {
    const date = '2026-05-12'
    const whole = await bundleOf()
    const views = async () =>
      Promise.all(
        ['html', 'markdown'].map(async format => {
          const answer = await call('diary_published_report', { author: 'local', date, format })
          return answer[format]
        }),
      )
    await call('diary_receive_report', { date, bundle: packed(whole) })
    expect(await views()).toEqual([whole.html, whole.markdown])
    const sent = { html: '<script>1</script>', markdown: '[1]: <http://x>' }
    expect(await call('diary_receive_report', { date, bundle: packed({ ...whole, ...sent }) })).toMatchObject({
      result: 'unchanged',
    })
    const title = '<script>1</script><a href="x">x</a><p onclick="x">'
    const bundle = await bundleOf((report: { title: object }) => ({
      ...report,
      title: { ...report.title, text: title },
    }))
    await call('diary_receive_report', { date, bundle: packed(bundle), after_version: 1 })
    const [html] = await views()
    expect(html).toContain('&lt;script&gt;1&lt;/script&gt;')
    expect(html).not.toMatch(/<script|<a href="x"|<p onclick/)
  })

  it('Published reports are read in time that grows with the text, however it is made', async () => {
    const date = '2026-05-12'
    const whole = await bundleOf()
    const took = async (sent: object) => {
      const bundle = packed({ ...whole, ...sent })
      // Of this process, which a busy machine does not add to.
      const began = process.cpuUsage()
      await call('diary_receive_report', { date, bundle })
      const { user, system } = process.cpuUsage(began)
      return (user + system) / 1000
    }
    const honest = await took({ html: 'A plain line of text. '.repeat(10_000) })
    for (const unit of ['<', '<meta ', ' on', 'onx = "', '](<', '[1]: '])
      expect(await took({ html: unit.repeat(200_000 / unit.length) }), unit).toBeLessThan(1000 + 20 * honest)
    const projects = (report: { projects: object[] }) => ({
      ...report,
      projects: Array.from({ length: 300 }, (_, index) => ({ ...report.projects[0], project_key: `p-${index}` })),
    })
    expect(await took(await bundleOf(projects))).toBeLessThan(5000 + 20 * honest)
  }, 30_000)

  it('Published reports get one number each, however many arrive at once', async () => {
    const date = '2026-05-12'
    const bundles = await Promise.all(
      ['One', 'Two', 'Three'].map(async text =>
        packed(await bundleOf((report: { title: object }) => ({ ...report, title: { ...report.title, text } }))),
      ),
    )
    const answers = await Promise.all(bundles.map(bundle => call('diary_receive_report', { date, bundle })))
    expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 'invalid')).toHaveLength(2)
    expect((await call('diary_published', {})).versions).toHaveLength(1)
  })
})
