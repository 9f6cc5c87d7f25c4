import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type App, openApp } from '../../src/app.ts'
import { addDays } from '../../src/diary/dates/calendar.ts'
import type { DiarySettings } from '../../src/diary/settings.ts'
import { sampleDays } from '../../src/home/sample.ts'
import { facetNames } from '../../src/query/facets.ts'
import type { VfsFile } from '../../src/room/workspace/vfs.ts'
import { seedSampleDiary } from '../../src/sample/seed-diary.ts'
import { agentHome, settledFile } from '../diary/home.ts'
import { AT, P, session } from '../fixtures/transcripts/claude-code/builders.ts'
import { createTeam } from '../operations/access.ts'
import { type Answer, callOperation, onBothEngines } from '../support/engines.ts'
import { tempHome } from '../support/tempdir.ts'

interface Found {
  [facet: string]: Answer
}

async function searchIn(app: App, query: string, more: object = {}, principal = 'local'): Promise<Found> {
  const { facets, error } = await callOperation(app, 'search', { query, ...more }, { principal })
  if (error) throw new Error(`${error.message} ${error.recovery_hint}`)
  return Object.fromEntries(facets.map((each: Answer) => [each.facet, each]))
}

const ids = ({ hits }: Answer): string[] => hits.map(({ id }: Answer) => id)
const marked = ({ excerpt, matches }: Answer): string[] =>
  matches.map(([start, end]: [number, number]) => excerpt.slice(start, end))

onBothEngines('Records in a search of everything', store => {
  const record = (title: string, summary: string, body = 'Nothing more.', project_id = 'default') =>
    store.call('create_record', { project_id, type: 'note', title, summary, body })
  const records = async (query: string, more: object = {}) =>
    (await searchIn(store.app, query, { in: ['records'], ...more })).records

  it('Records in a search of everything are found by words, phrases, alternatives, beginnings and without words, in all projects', async () => {
    await store.call('create_project', { name: 'Till', id: 'till' })
    await record('Rounding', 'Where does the half penny go?', 'To the buyer, as parse_instant says.', 'till')
    await record('Pennies', 'Half of all tills have a penny too much')
    await record('Refund', 'Nobody rounds', 'The cash drawer stays shut.')
    expect(ids(await records('half penny')).toSorted()).toEqual(['R001', 'R002'])
    expect(ids(await records('"half penny"'))).toEqual(['R001'])
    // The last word of one field and the first of the next do not follow each other.
    expect(ids(await records('"rounding where"'))).toEqual([])
    expect(ids(await records('drawer OR buyer')).toSorted()).toEqual(['R001', 'R003'])
    expect(ids(await records('half -buyer'))).toEqual(['R002'])
    expect(ids(await records('-"half penny" half'))).toEqual(['R002'])
    expect(ids(await records('round*')).toSorted()).toEqual(['R001', 'R003'])
    expect(ids(await records('"the cash dra"'))).toEqual([])
    expect(ids(await records('the-cash-dra*'))).toEqual(['R003'])
    expect(ids(await records('parseInstant'))).toEqual(['R001'])
    expect(ids(await records('draw', { typing: true }))).toEqual(['R003'])
    expect(ids(await records('project:till'))).toEqual(['R001'])
    expect(ids(await records('half -project:till'))).toEqual(['R002'])
    expect(ids(await records('half', { project_id: 'till' }))).toEqual(['R001'])
    expect(ids(await records('R3'))).toEqual(['R003'])
  })

  it('Records in a search of everything say where they are, what was found in them and how many there are, page by page', async () => {
    for (let i = 0; i < 7; i++) await record(`Note ${i}`, 'About rounding', `Token ghp_${'a1B2'.repeat(9)} is rounded.`)
    const first = await records('rounding')
    expect(first).toMatchObject({ state: 'answered', total: 7, total_is: 'exact', matched: 'all', next_page: '5' })
    const rest = await records('rounding', { in: ['records'], page: first.next_page })
    expect(rest).toMatchObject({ total: 7, next_page: null })
    expect([...ids(first), ...ids(rest)].toSorted()).toEqual(['R001', 'R002', 'R003', 'R004', 'R005', 'R006', 'R007'])
    const [hit] = first.hits
    expect(hit).toMatchObject({ label: 'note · open', project: 'default', address: `/p/default/records/${hit.id}` })
    expect(marked(hit)).toEqual(['rounding'])
    const [secret] = (await records('token rounded')).hits
    expect(secret.excerpt).not.toContain('a1B2a1B2')
    expect(await records('rounding elephants')).toMatchObject({ matched: 'any', total: 7 })
    expect(await records('elephants')).toMatchObject({ total: 0, hits: [] })
  })

  it('Records in a search of everything are those changed on the days that were named', async () => {
    await store.call('create_project', { name: 'Till', id: 'till' })
    store.time.now = Date.parse('2030-02-10T08:00:00Z')
    await record('Old', 'Rounding', undefined, 'till')
    store.time.now = Date.parse('2030-02-20T08:00:00Z')
    await record('New', 'Rounding', undefined, 'till')
    expect(ids(await records('rounding after:2030-02-15'))).toEqual(['R002'])
    expect(ids(await records('rounding before:2030-02-15'))).toEqual(['R001'])
    expect(ids(await records('after:2d'))).toEqual(['R002'])
  })
})

describe('A search of everything', () => {
  it('A search of everything leaves out a part that does not know a filter, and says so', async () => {
    const { app } = await openSearched()
    const found = await searchIn(app, 'till tool:bash')
    expect(found.sessions).toMatchObject({ state: 'answered' })
    expect(found.records).toEqual({ facet: 'records', state: 'left_out', reason: 'Does not know the filter tool:.' })
    expect(found.files?.state).toBe('left_out')
    expect((await searchIn(app, 'till file:story')).files?.state).toBe('answered')
  })

  it('A search of everything finds issues, files and projects, each with where it leads', async () => {
    const { app } = await openSearched()
    const found = await searchIn(app, 'drawer')
    expect(Object.keys(found)).toEqual([...facetNames])
    expect(found.issues.hits).toEqual([
      expect.objectContaining({
        id: '#1',
        title: 'The drawer sticks',
        label: 'open',
        project: 'till',
        excerpt: 'It was the cash drawer again.',
        address: '/p/till/room/issues/1',
      }),
    ])
    expect(found.files.hits).toEqual([
      expect.objectContaining({
        id: 'Story/Till.md:3',
        title: 'Story/Till.md',
        excerpt: 'The drawer opens by hand.',
        address: '/p/till/room/files?path=Story%2FTill.md&from=3&to=3',
      }),
    ])
    expect(found.projects.hits).toEqual([expect.objectContaining({ id: 'till', address: '/p/till/records' })])
    expect(ids((await searchIn(app, '"opens by hand"')).files)).toEqual(['Story/Till.md:3'])
    expect(ids((await searchIn(app, 'Till.md')).files)).toEqual(['Story/Till.md:1'])
  })

  it('A search of everything reads only files that changed since the last search, and finds what is in them now', async () => {
    const { app, root } = await openSearched()
    const { vfs, fileTerms } = (await app.rooms.of({ id: 'till' })).workspace
    for (let i = 0; i < 30; i++)
      writeFileSync(join(root, 'Story', `Note ${i}.md`), `# Note ${i}\n\nA drawer and a lamp.\n`)
    vfs.forget()
    expect((await searchIn(app, 'lamp')).files).toMatchObject({ total: 30, matched: 'all' })
    const read: string[] = []
    const counted = async (change: () => void) => {
      change()
      vfs.forget()
      const snapshot = await vfs.snapshot()
      read.length = 0
      const counting = {
        ...snapshot,
        read(file: VfsFile) {
          read.push(file.path)
          return snapshot.read(file)
        },
      }
      await fileTerms.of(counting, snapshot.files, ({ content }) => [{ text: content, weight: 1 }])
      return read.toSorted()
    }
    expect(await counted(() => {})).toEqual([])
    const changed = () => writeFileSync(join(root, 'Story', 'Note 3.md'), '# Note 3\n\nNothing but a candle.\n')
    expect(await counted(changed)).toEqual(['Story/Note 3.md'])
    expect(await counted(() => rmSync(join(root, 'Story', 'Note 4.md')))).toEqual([])
    expect((await searchIn(app, 'lamp')).files).toMatchObject({ total: 28 })
    expect(ids((await searchIn(app, 'candle')).files)).toEqual(['Story/Note 3.md:3'])
    rmSync(join(root, 'Story', 'Note 3.md'))
    expect(ids((await searchIn(app, 'candle')).files)).toEqual([])
  })

  it('A search of everything shows no line that is part of a secret', async () => {
    const { app, root } = await openSearched()
    const key = [
      '-----BEGIN RSA ' + 'PRIVATE KEY-----',
      'c2VjcmV0'.repeat(8),
      'needle'.repeat(10),
      '-----END RSA ' + 'PRIVATE KEY-----',
    ]
    writeFileSync(join(root, 'Story', 'Key.md'), `# Key\n\n${key.join('\n')}\n`)
    const room = await app.rooms.of({ id: 'till' })
    room.workspace.vfs.forget()
    const [hit] = (await searchIn(app, 'needle*')).files.hits
    expect(hit).toMatchObject({ title: 'Story/Key.md', excerpt: '' })
  })

  it('A search of everything shows members what their role may read, and nothing of the diary', async () => {
    const { app } = await openSearched()
    await createTeam(app)
    await callOperation(app, 'create_record', {
      project_id: 'team',
      type: 'note',
      title: 'Drawer of the team',
      summary: 'Shared.',
      body: 'B',
    })
    for (const principal of ['reader', 'writer', 'admin']) {
      const found = await searchIn(app, 'drawer', {}, principal)
      expect(ids(found.records)).toEqual([expect.stringMatching(/^R/)])
      expect(found.records.hits[0].project).toBe('team')
      for (const facet of ['issues', 'files', 'projects']) expect([facet, ids(found[facet])]).toEqual([facet, []])
      for (const facet of ['sessions', 'items', 'days']) {
        expect(found[facet]).toEqual({
          facet,
          state: 'left_out',
          reason: 'Only the owner of this machine may search here.',
        })
      }
    }
    const stranger = await searchIn(app, 'drawer', {}, 'stranger')
    for (const facet of ['records', 'issues', 'files', 'projects']) expect(stranger[facet].total).toBe(0)
    const limited = { principal: 'local', scope: { projects: ['team'], role: null } }
    const { facets } = await callOperation(app, 'search', { query: 'drawer' }, limited)
    expect(facets.map(({ state, total }: Answer) => total ?? state)).toEqual([
      'left_out',
      1,
      'left_out',
      'left_out',
      0,
      0,
      0,
    ])
  })

  it('A search of everything goes on with the other parts where one fails', async () => {
    const { app } = await openSearched()
    const log: string[] = []
    const broken = {
      ...app,
      log: (line: string) => log.push(line),
      facets: { ...app.facets, issues: () => Promise.reject(new Error('disk')) },
    }
    const found = await searchIn(broken, 'drawer')
    expect(found.issues).toEqual({ facet: 'issues', state: 'failed', reason: 'This part could not be searched.' })
    expect(found.files.total).toBe(1)
    expect(log.join()).toContain('disk')
  })

  it.each([
    [{ query: 'x before:soon' }, 'before: is not followed by a day'],
    [{ query: '-x' }, 'the query holds no word'],
    [{ query: 'x', page: '5' }, 'goes with one part'],
    [{ query: 'x', in: ['records'], page: 'next' }, 'is none that was given'],
  ])('A search of everything refuses %j and says what to write instead', async (args, rule) => {
    const { app } = await openSearched()
    const { error } = await callOperation(app, 'search', args)
    expect(error).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining(rule) })
    expect(error.recovery_hint).not.toBe('')
  })

  it('A search of everything finds the sessions, days and work items of the sample after the first start, and opens what it cites', async () => {
    const home = tempHome()
    const app = await openDaybook(home, { env: {}, home, platform: 'linux' })
    await seedSampleDiary(app, new AbortController().signal)
    const { sessions, items, days } = await searchIn(app, 'rounding')
    expect(sessions.hits.length).toBeGreaterThan(0)
    const [{ citation, address, excerpt }] = sessions.hits[0].passages
    expect(excerpt.toLowerCase()).toContain('round')
    expect(address).toBe(
      `/diary/${sessions.hits[0].at.slice(0, 10)}/history/${citation.session_ref}#L${Number.parseInt(citation.lines, 10)}`,
    )
    const { project_key, session_ref, lines, span_sha256 } = citation
    const line = Number.parseInt(lines, 10)
    const cited = { project_key, session_ref, start_line: line, end_line: line }
    const { records } = await callOperation(app, 'read_session_lines', cited)
    expect(records).toMatchObject([{ line, raw_sha256: span_sha256 }])
    const newest = items.hits[0].at
    expect(await app.db.read(sampleDays)).toContain(newest)
    expect(items.hits[0].address).toMatch(new RegExp(`^/diary/${newest}/[^/]+\\?item=`))
    expect(items.hits[0].citation.session_ref).toMatch(/^S/)
    expect(days.total).toBeGreaterThan(0)
    expect((await searchIn(app, `rounding after:${addDays(newest, 1)}`)).items.total).toBeLessThan(items.total)
    // The sample is not among the person's own sessions.
    expect((await callOperation(app, 'diary_index', {})).status).toBe('ok')
    expect((await searchIn(app, 'rounding')).sessions.total).toBe(sessions.total)
  })

  it('A search of everything finds one’s own sessions before those of the sample, page by page', async () => {
    const machine = agentHome()
    const own = (n: number) =>
      settledFile(machine.claude(`own-${n}`), session(P(`Rounding of till ${n}`), AT('Rounded.')))
    for (let n = 0; n < 3; n++) own(n)
    const app = await openDaybook(machine.home, machine.environment)
    await seedSampleDiary(app, new AbortController().signal)
    await callOperation(app, 'diary_index', {})
    const seen: string[] = []
    for (let page: string | null = '0'; page !== null; ) {
      const { sessions }: Found = await searchIn(app, 'rounding', { in: ['sessions'], limit: 2, page })
      seen.push(...sessions.hits.map(({ id, title }: Answer) => `${title} ${id}`))
      page = sessions.next_page
    }
    expect(seen.slice(0, 3).every(title => title.startsWith('Rounding of till'))).toBe(true)
    expect(seen.length).toBeGreaterThan(3)
    expect(new Set(seen).size).toBe(seen.length)
  })
})

/** A Daybook with a project that has a room with a file and an issue. */
async function openSearched() {
  const home = tempHome()
  const root = join(home, 'till')
  mkdirSync(join(root, 'Story'), { recursive: true })
  writeFileSync(join(root, 'Story', 'Till.md'), '# Till\n\nThe drawer opens by hand.\nIt rounds half a penny down.\n')
  const app = await openDaybook(home, { env: {}, home, platform: 'linux' })
  const owner = { principal: 'local', project: 'till' }
  await callOperation(app, 'create_project', { name: 'Till', id: 'till', description: 'The drawer and its sums' })
  await callOperation(app, 'room_workspace_bind', { path: root }, owner)
  await callOperation(
    app,
    'room_issue_open',
    { title: 'The drawer sticks', body: 'It was the cash drawer again.' },
    owner,
  )
  return { app, root }
}

/** Nothing of it is outside of this folder. */
async function openDaybook(home: string, environment: DiarySettings['environment']): Promise<App> {
  const root = join(home, 'diary')
  const app = await openApp({
    location: join(home, 'daybook.db'),
    diary: {
      root,
      cacheDir: join(root, 'cache'),
      archive: { enabled: true, dir: join(home, 'archive'), keepDays: null },
      environment,
    },
    room: { home, env: {} },
    log: line => console.error(line),
  })
  onTestFinished(() => app.close())
  return app
}
