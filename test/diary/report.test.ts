import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DailyReport } from '../../src/diary/report/schema.ts'
import type { Answer } from '../support/engines.ts'
import { chainFor, claudeLines, itemFor, ledger, readJson, spanHash, treeOf, write } from './build-workspace.ts'
import { inventedDay } from './invented-day.ts'
import { openRenderedDay, openReportDay, synthesizeDay } from './report-day.ts'
import { openTestDiary, type TestDiary } from './test-diary.ts'

/** Rendered here, not copied. */
async function renderedDay(): Promise<TestDiary> {
  const testDiary = await openReportDay(inventedDay)
  await synthesizeDay(testDiary, inventedDay)
  expect(await testDiary.call('diary_render', {})).toEqual({
    status: 'ok',
    date: '2026-05-12',
    files: ['daily-report.json', 'report.html', 'report.md'],
    overall_confidence: 'medium',
  })
  return testDiary
}

const reportOf = ({ root }: TestDiary) => DailyReport.parse(readJson(join(root, 'daily-report.json')))
const textOf = ({ root }: TestDiary, name: string) => readFileSync(join(root, name), 'utf8')

const lines = claudeLines(6)
async function smallDay(): Promise<TestDiary> {
  const testDiary = await openTestDiary({
    projects: [
      {
        sessions: [
          {
            lines,
            turns: [
              [1, 2],
              [3, 4],
              [5, 6],
            ],
          },
        ],
      },
    ],
  })
  const place = { project_key: ledger, session_ref: 'S0001' }
  for (const [turn, line] of [
    ['T0001', 1],
    ['T0002', 3],
  ] as const) {
    await testDiary.call('write_evidence', { ...place, evidence_chain: chainFor(turn, line) })
  }
  return testDiary
}
const citation = (turn_ref: string, from: number, to = from + 1) => ({
  project_key: ledger,
  session_ref: 'S0001',
  turn_ref,
  lines: `${from}-${to}`,
  span_sha256: spanHash(lines.slice(from - 1, to)),
})

describe('diary_render', () => {
  it('diary_render refuses a day with uncovered turns, names them, and changes no file', async () => {
    const testDiary = await smallDay()
    expect(await testDiary.refused('diary_render', {})).toEqual(['coverage'])
    const { errors } = await testDiary.call('diary_render', {})
    expect(errors[0].message).toContain('S0001/T0001, S0001/T0002, S0001/T0003')
  })

  it('diary_render shows uncovered turns as gaps when that is allowed', async () => {
    const testDiary = await smallDay()
    await testDiary.call('write_work_item', { project_key: ledger, work_item: itemFor('W0001', [['S0001', 'T0001']]) })
    expect((await testDiary.call('diary_render', { allow_gaps: true })).status).toBe('ok')
    expect(reportOf(testDiary).gaps.map(({ turn_ref }) => turn_ref)).toEqual(['T0002', 'T0003'])
    expect(textOf(testDiary, 'report.md')).toContain('## Without evidence')
  })

  it('diary_render refuses an envelope that calls a turn a gap which has evidence by now', async () => {
    const testDiary = await smallDay()
    const gap = { work_item_ref: 'W0002', kind: 'evidence_gap_item', title: 'Gap', confidence: 'low' }
    await testDiary.call('write_work_item', {
      project_key: ledger,
      work_item: itemFor('W0001', [
        ['S0001', 'T0001'],
        ['S0001', 'T0002'],
      ]),
    })
    await testDiary.call('write_work_item', {
      project_key: ledger,
      work_item: { ...gap, covered_turns: [{ session_ref: 'S0001', turn_ref: 'T0003' }] },
    })
    await testDiary.call('write_evidence', {
      project_key: ledger,
      session_ref: 'S0001',
      evidence_chain: chainFor('T0003', 5),
    })
    expect(await testDiary.refused('diary_render', { allow_gaps: true })).toEqual(['coverage'])
  })

  it('diary_render cites the lines of the chains that support a claim, of all covered turns where none is named', async () => {
    const testDiary = await smallDay()
    const covered: Array<[string, string]> = [
      ['S0001', 'T0001'],
      ['S0001', 'T0002'],
    ]
    const outcomes = [
      {
        category: 'code_outcome',
        summary: 'One.',
        evidence_refs: [{ session_ref: 'S0001', turn_ref: 'T0002' }],
        confidence: 'high',
      },
      { category: 'validation_outcome', summary: 'Two.', confidence: 'low' },
    ]
    await testDiary.call('write_work_item', { project_key: ledger, work_item: itemFor('W0001', covered, { outcomes }) })
    await testDiary.call('diary_render', { allow_gaps: true })
    const [item] = reportOf(testDiary).projects[0]?.work_items ?? []
    expect(item?.outcomes.map(({ citations }) => citations)).toEqual([
      [citation('T0002', 4, 4)],
      // No chain has an outcome of this category, so all that the chains cite counts.
      [citation('T0001', 1), citation('T0002', 3)],
    ])
    const markdown = textOf(testDiary, 'report.md')
    const [, number] = /\[S0001:3-4\]\[(\d+)\]/.exec(markdown) ?? []
    expect(markdown).toContain(`[${number}]: <http://127.0.0.1:4470/diary/2026-05-12/${ledger}/S0001?turn=T0002#L3-L4>`)
  })

  it('diary_render gives the same bytes again, in another folder too', async () => {
    const [one, other] = [await renderedDay(), await renderedDay()]
    const names = ['daily-report.json', 'report.html', 'report.md']
    const bytes = (testDiary: TestDiary) => names.map(name => textOf(testDiary, name))
    const first = bytes(one)
    await one.call('diary_render', {})
    expect(bytes(one)).toEqual(first)
    expect(bytes(other)).toEqual(first)
  })

  it('diary_render replaces none of the three files when one cannot be replaced', async () => {
    const testDiary = await openRenderedDay()
    rmSync(join(testDiary.root, 'report.html'))
    mkdirSync(join(testDiary.root, 'report.html'))
    writeFileSync(join(testDiary.root, 'report.html', 'x'), '')
    await testDiary.call('write_report_title', {
      title: {
        text: 'Three projects moved on',
        citations: [{ project_key: ledger, session_ref: 'S0001', turn_ref: 'T0001' }],
      },
    })
    const before = treeOf(testDiary.root)
    await expect(testDiary.call('diary_render', {})).resolves.not.toMatchObject({ status: 'ok' })
    expect(treeOf(testDiary.root)).toEqual(before)
  })

  it('diary_render keeps what an agent wrote while its evidence is unchanged, and says so when it is not', async () => {
    const testDiary = await smallDay()
    await testDiary.call('write_work_item', { project_key: ledger, work_item: itemFor('W0001', [['S0001', 'T0001']]) })
    await testDiary.call('diary_render', { allow_gaps: true })
    const turn = { session_ref: 'S0001', turn_ref: 'T0001' }
    await testDiary.call('write_report_title', {
      title: { text: 'Parts came together', citations: [{ project_key: ledger, ...turn }] },
    })
    await testDiary.call('write_project_summary', {
      project_key: ledger,
      summary: { text: 'Done well.', citations: [turn] },
    })
    await testDiary.call('write_engagement', {
      overall_reading: { text: 'Asked closely.', citations: [{ project_key: ledger, ...turn }], confidence: 'low' },
      observations: [],
      limits: [],
    })
    await testDiary.call('diary_render', { allow_gaps: true })
    expect(reportOf(testDiary)).toMatchObject({
      title: { text: 'Parts came together', by: 'agent' },
      engagement_assessment: { overall_reading: { text: 'Asked closely.' } },
      warnings: [],
    })
    expect(reportOf(testDiary).projects[0]?.summary?.text).toBe('Done well.')
    expect(textOf(testDiary, 'report.md')).toContain('never rates a person')
    const stored = JSON.parse(textOf(testDiary, 'daily-report.json'))
    stored.title.citations[0].span_sha256 = '0'.repeat(64)
    write(join(testDiary.root, 'daily-report.json'), JSON.stringify(stored))
    await testDiary.call('diary_render', { allow_gaps: true })
    expect(reportOf(testDiary).title).toMatchObject({ text: 'Did the parts', by: 'builtin' })
    expect(reportOf(testDiary).warnings).toEqual(['The title was left out: it cites evidence that is no longer there.'])
  })

  it('diary_render renders a day on which nothing happened', async () => {
    const testDiary = await openTestDiary({ projects: [] })
    expect(await testDiary.call('diary_render', {})).toMatchObject({ status: 'ok', overall_confidence: null })
    expect(reportOf(testDiary).title).toEqual({ text: 'Nothing finished', citations: [], by: 'builtin' })
    expect(textOf(testDiary, 'report.md')).toContain('confidence n/a')
    expect(textOf(testDiary, 'report.html')).not.toContain('undefined')
    expect(await testDiary.call('diary_verify', {})).toMatchObject({
      status: 'ok',
      checked: 0,
      mismatches: [],
      sentences: [],
    })
  })

  it('diary_render never rewrites a report it cannot read', async () => {
    const testDiary = await openRenderedDay()
    write(join(testDiary.root, 'daily-report.json'), '{"schema_version": 2}')
    expect(await testDiary.refused('diary_render', {})).toEqual(['daily_report'])
  })
})

describe('the report of an invented day', () => {
  it('the report of an invented day orders projects and items, and says what is open', async () => {
    const testDiary = await openRenderedDay()
    const report = reportOf(testDiary)
    expect(report.projects.map(({ project_label }) => project_label)).toEqual([
      'storefront',
      'ledger',
      'infra',
      'notes',
    ])
    expect(
      report.projects[0]?.work_items.map(({ kind, confidence, disposition }) => [kind, confidence, disposition]),
    ).toEqual([
      ['material_work_item', 'high', 'completed'],
      ['material_work_item', 'low', 'interrupted'],
      ['material_work_item', 'medium', 'completed'],
      ['no_material_work_item', 'medium', null],
      ['evidence_gap_item', 'low', null],
    ])
    expect(report.title.text.length).toBeLessThanOrEqual(80)
    // One sentence for each material item.
    expect(report.executive_summary.top_outcomes).toHaveLength(7)
    expect(report.executive_summary.open_items.map(({ text }) => text)).toEqual([
      'Waiting for your answer.',
      'The last test run failed.',
      'Ended as interrupted.',
      'Ended as failed.',
    ])
    expect(report.producers).toEqual({ builtin: 9, test: 13 })
    expect(report.gaps).toEqual([{ project_key: 'storefront-5f2c01aa93de', session_ref: 'S0002', turn_ref: 'T0004' }])
  })

  it('the report of an invented day counts from the facts, and never takes an unknown price for nothing', async () => {
    const { statistics } = reportOf(await openRenderedDay())
    expect(statistics).toMatchObject({
      turns: 14,
      sessions: 6,
      projects: 4,
      coverage: { indexed: 14, with_chain: 13, covered: 14 },
      checks: { pass: 6, fail: 5, unknown: 0 },
      files: { touched: 16, created: 5, edited: 10, deleted: 1, added: 723, removed: 229 },
      sources: { 'claude-code': 10, codex: 1, 'gemini-cli': 2, opencode: 1 },
      cost_usd: { recorded: 0.004, unknown_turns: 2 },
      tokens: { known_turns: 12, unknown_turns: 2 },
    })
  })
})

describe('report.md and report.html', () => {
  it('report.html says what is open in the row of its work and nowhere else above the fold, without addresses of lines', async () => {
    const html = textOf(await openRenderedDay(), 'report.html')
    const seen = html.slice(0, html.indexOf('<details'))
    expect(seen.match(/<td data-head="Open">/g)).toHaveLength(4)
    expect(seen).not.toMatch(/<h2 id="open">|S0001:|your answer/)
  })

  const nasty = '<script>alert(1)</script> [x](javascript:y) **b** `c`\u202e\u0007\n# head\n    - item | cell'

  it('report.md and report.html show what people and agents wrote as text, whatever it holds', async () => {
    const testDiary = await smallDay()
    const project = { project_key: ledger, session_ref: 'S0001' }
    const own = [{ lines: '5-5' }]
    await testDiary.call('write_evidence', {
      ...project,
      evidence_chain: chainFor('T0003', 5, {
        trigger: {
          type: 'explicit_user_message',
          summary: nasty,
          quoted_messages: [{ text: nasty, citations: own }],
          citations: own,
        },
      }),
    })
    const covered: Array<[string, string]> = [
      ['S0001', 'T0001'],
      ['S0001', 'T0002'],
      ['S0001', 'T0003'],
    ]
    await testDiary.call('write_work_item', {
      project_key: ledger,
      work_item: itemFor('W0001', covered, {
        title: nasty,
        limits: [nasty],
        agent_reaction: { summary: nasty, main_actions: [nasty] },
      }),
    })
    expect((await testDiary.call('diary_render', {})).status).toBe('ok')
    const html = textOf(testDiary, 'report.html')
    for (const hidden of ['<script', '\u202e', '\u0007']) expect(html).not.toContain(hidden)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(html).toContain('[U+202E]')
    const md = textOf(testDiary, 'report.md')
    for (const hidden of ['<script', '\u202e', '\u0007']) expect(md).not.toContain(hidden)
    expect(md).toContain(
      '#### &lt;script&gt;alert(1)&lt;/script&gt; \\[x\\](javascript:y) \\*\\*b\\*\\* \\`c\\`\\[U+202E\\] # head - item \\| cell',
    )
    expect(md).toContain('> \\# head')
    expect(md).toContain('> &nbsp;&nbsp;&nbsp;&nbsp;\\- item \\| cell')
    expect(md).not.toMatch(/^# head/m)
  })

  it('report.md and report.html fetch nothing and run nothing', async () => {
    const html = textOf(await openRenderedDay(), 'report.html')
    expect(html).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`,
    )
    expect(html).not.toMatch(/<script|<link|<img|<iframe|@import|url\((?!#)|\son\w+=/i)
    for (const [, address = ''] of html.matchAll(/(?:href|src)="([^"]*)"/g))
      expect(address).toMatch(/^(?:http:\/\/127\.0\.0\.1:4470\/diary\/|#|mailto:\?)/)
  })

  it('report.md and report.html draw on whole coordinates, and give every chart a title, a sentence and its numbers', async () => {
    const html = textOf(await openRenderedDay(), 'report.html')
    const charts = [...html.matchAll(/<figure class="chart" id="(\w+)">([\s\S]*?)<\/figure>/g)]
    expect(charts.map(([, id]) => id)).toEqual(['timeline', 'files', 'checks', 'tokens', 'tools'])
    for (const [, , chart = ''] of charts) {
      expect(chart).toMatch(/<h[23] id="\w+-title">[^<]+<\/h[23]><p id="\w+-text">[^<]+<\/p>/)
      expect(chart).toContain('viewBox="0 0 960 ')
      expect(chart).toMatch(/<table>[\s\S]*<th scope="row">/)
      for (const [, number = ''] of chart.matchAll(/ (?:x|y|width|height)="([^"]*)"/g)) expect(number).toMatch(/^\d+$/)
    }
  })

  it('report.md and report.html carry the mark of the report they were made from', async () => {
    const testDiary = await openRenderedDay()
    expect((await testDiary.call('diary_status', {})).stale).toEqual([])
    await testDiary.call('write_report_title', {
      title: { text: 'Another title', citations: [{ project_key: ledger, session_ref: 'S0001', turn_ref: 'T0001' }] },
    })
    expect((await testDiary.call('diary_status', {})).stale).toEqual(['report.md', 'report.html'])
  })
})

describe('diary_report', () => {
  it('diary_report gives the file as it is, or the Markdown', async () => {
    const testDiary = await openRenderedDay()
    expect(await testDiary.call('diary_report', {})).toEqual({
      status: 'ok',
      date: '2026-05-12',
      report: readJson(join(testDiary.root, 'daily-report.json')),
    })
    expect(await testDiary.call('diary_report', { format: 'markdown' })).toEqual({
      status: 'ok',
      date: '2026-05-12',
      markdown: textOf(testDiary, 'report.md'),
    })
    expect(await (await smallDay()).refused('diary_report', {})).toEqual(['daily_report'])
  })
})

describe('diary_verify', () => {
  it('diary_verify finds nothing wrong with an untouched day', async () => {
    const testDiary = await openRenderedDay()
    expect(await testDiary.call('diary_verify', {})).toMatchObject({
      status: 'ok',
      checked: 45,
      mismatches: [],
      sentences: [],
    })
  })

  it('diary_verify names the turns whose lines changed, and a copy that is not the one prepare made', async () => {
    const testDiary = await smallDay()
    await testDiary.call('write_work_item', {
      project_key: ledger,
      work_item: itemFor('W0001', [
        ['S0001', 'T0001'],
        ['S0001', 'T0002'],
      ]),
    })
    await testDiary.call('diary_render', { allow_gaps: true })
    const path = join(testDiary.root, 'projects', ledger, 'sessions/claude-code/session-1.jsonl')
    const checksum = createHash('sha256').update(readFileSync(path)).digest('hex')
    write(
      join(testDiary.home, 'diary/private/2026-05-12/audit.manifest.json'),
      JSON.stringify({
        sessions: [
          {
            workspace_project_key: ledger,
            workspace_session_path: 'sessions/claude-code/session-1.jsonl',
            workspace_checksum_sha256: checksum,
          },
        ],
      }),
    )
    expect(await testDiary.call('diary_verify', {})).toMatchObject({
      status: 'ok',
      checked: 8,
      mismatches: [],
      sentences: [],
    })
    const [first = '', ...others] = lines
    write(path, [first, ...others.map(line => line.replace('part', 'bit'))].map(line => `${line}\n`).join(''))
    const { mismatches } = await testDiary.call('diary_verify', {})
    expect(mismatches.map(({ turn_ref, lines: cited }: Answer) => `${turn_ref} ${cited}`)).toEqual([
      'T0002 3-3',
      'T0002 3-4',
      'T0003 5-6',
      'null null',
    ])
    rmSync(path)
    const gone = await testDiary.call('diary_verify', {})
    expect(gone.mismatches).toHaveLength(gone.checked)
    expect(gone.mismatches.every(({ found }: Answer) => found === null)).toBe(true)
  })

  it('diary_verify sees a line appended to a copy, though no cited span changed', async () => {
    const testDiary = await openRenderedDay()
    const path = 'sessions/claude-code/session-1.jsonl'
    const copy = join(testDiary.root, 'projects', ledger, path)
    const checksum = createHash('sha256').update(readFileSync(copy)).digest('hex')
    const session = { workspace_project_key: ledger, workspace_session_path: path, workspace_checksum_sha256: checksum }
    write(join(testDiary.home, 'diary/private/2026-05-12/audit.manifest.json'), JSON.stringify({ sessions: [session] }))
    appendFileSync(copy, '{}\n')
    const { mismatches } = await testDiary.call('diary_verify', {})
    expect(mismatches).toMatchObject([
      { project_key: ledger, session_ref: 'S0001', turn_ref: null, expected: checksum },
    ])
  })
})

describe('diary_search', () => {
  it('diary_search finds items in which every word occurs, in claims and in what users said', async () => {
    const testDiary = await openRenderedDay()
    const found = async (query: string, more = {}) => (await testDiary.call('diary_search', { query, ...more })).hits
    const [hit] = await found('VOUCHER playwright')
    expect(hit).toMatchObject({
      date: '2026-05-12',
      project_key: 'storefront-5f2c01aa93de',
      work_item_ref: 'W0001',
      title: 'The checkout page jumps when the voucher field appears',
      citations: [{ session_ref: 'S0001', lines: '1-1' }],
    })
    expect(hit.snippet.toLowerCase()).toContain('voucher')
    expect(await found('JPY KRW')).toHaveLength(1)
    expect(await found('voucher terraform')).toEqual([])
    expect(await found('the', { limit: 2 })).toHaveLength(2)
    expect(await found('voucher', { project_key: ledger })).toEqual([])
    expect(await found('voucher', { from: '2026-05-13' })).toEqual([])
    expect(await testDiary.refused('diary_search', { query: '  ' })).toEqual(['query'])
  })
})

describe('diary_range', () => {
  it('diary_range puts the reports of days side by side and names the days without one', async () => {
    const testDiary = await openRenderedDay()
    const answer = await testDiary.call('diary_range', { week: '2026-W20' })
    const folder = join(testDiary.home, 'diary/ranges/2026-05-11_2026-05-17')
    expect(answer).toEqual({
      status: 'ok',
      from: '2026-05-11',
      to: '2026-05-17',
      files: ['range-report.json', 'report.html', 'report.md'].map(name => `ranges/2026-05-11_2026-05-17/${name}`),
      folder,
    })
    const report = JSON.parse(readFileSync(join(folder, 'range-report.json'), 'utf8'))
    expect(report.days.map(({ date, state }: { date: string; state: string }) => `${date} ${state}`)).toEqual([
      '2026-05-11 not prepared',
      '2026-05-12 final',
      ...[13, 14, 15, 16, 17].map(day => `2026-05-${day} not prepared`),
    ])
    expect(report.statistics).toMatchObject({ days: 1, turns: 14, files: { touched: 16 } })
    expect(report.projects[0].work_items[0].citations[0]).toMatchObject({ date: '2026-05-12', session_ref: 'S0001' })
    expect(report.open_items).toHaveLength(4)
    const html = readFileSync(join(folder, 'report.html'), 'utf8')
    const charts = [...html.matchAll(/<figure class="chart" id="(\w+)">/g)].map(([, id]) => id)
    expect(charts).toEqual(['turns', 'hours', 'files', 'cost', 'checks', 'tools'])
    expect(html).not.toMatch(/<script|<link|<img/)
    expect(html).toContain('/diary/2026-05-12/')
    expect(html).toContain('<h1>Week 20, 11 to 17 May 2026</h1>')
    expect(report.lead).toHaveLength(3)
    expect(html).toContain(`<p class="lead">${report.lead.join(' ').replaceAll('"', '&quot;')}`)
    expect(html.match(/<td data-head="Open">/g)).toHaveLength(4)
    expect(html).not.toContain('<h2 id="open">')
    expect(readFileSync(join(folder, 'report.md'), 'utf8')).toContain('## Work by project')
  })

  it('diary_range takes the current week when nothing is named, and refuses what is not a range', async () => {
    const testDiary = await openTestDiary({ projects: [] })
    expect(await testDiary.call('diary_range', {})).toMatchObject({
      status: 'ok',
      from: '2026-05-11',
      to: '2026-05-17',
    })
    const refused = (args: object) => testDiary.refused('diary_range', args)
    expect(await refused({ week: '2026-W60' })).toEqual(['week'])
    expect(await refused({ from: '2026-05-12', to: '2026-05-11' })).toEqual(['to'])
    expect(await refused({ from: '2024-01-01', to: '2026-05-11' })).toEqual(['to'])
    expect(await refused({ from: '2024-01-01' })).toEqual(['to'])
    expect(await refused({ from: '2024-01-01', to: '2024-01-02', week: '2026-W20' })).toEqual(['week'])
  })
})
