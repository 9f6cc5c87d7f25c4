import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, it } from 'vitest'
import { newReads } from '../../src/diary/settings.ts'
import { offsetsFile, offsetsOf } from '../../src/diary/workspace/offsets.ts'
import { withLock } from '../../src/files/lock.ts'
import { reader as claudeReader } from '../../src/transcripts/claude-code/reader.ts'
import { reader as codexReader } from '../../src/transcripts/codex/reader.ts'
import { AT, P, session } from '../fixtures/transcripts/claude-code/builders.ts'
import { A, M, R, rollout } from '../fixtures/transcripts/codex/builders.ts'
import { chainFor, itemFor, ledger, readJson, treeOf } from './build-workspace.ts'
import { agentHome, fixture, settledFile } from './home.ts'
import { openProgram } from './prepared.ts'

const jsonl = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('Preparing a day', () => {
  it('Preparing a day leaves behind where the lines of every copy begin, as a reader would find them', async () => {
    const program = await openProgram()
    settledFile(program.machine.claude('one'), fixture('c5-parallel'))
    settledFile(program.machine.codex('rollout-a.jsonl'), fixture('x5-patch.jsonl'))
    await program.prepare()
    const cache = join(program.root, 'cache')
    const copies = treeOf(program.workspace())
    const sessions = Object.keys(copies).filter(path => path.includes('/sessions/'))
    expect(sessions).toHaveLength(2)
    for (const path of sessions) {
      const copy = realpathSync(join(program.workspace(), path))
      const other = join(program.machine.home, basename(path))
      linkSync(copy, other)
      const reader = path.includes('/codex/') ? codexReader : claudeReader
      const file = await open(other)
      await offsetsOf({ cacheDir: program.machine.home, reads: newReads() }, other, file, record =>
        reader.calls(record),
      )
      await file.close()
      expect(readFileSync(offsetsFile(cache, copy))).toEqual(readFileSync(offsetsFile(program.machine.home, other)))
    }
  })

  it('Preparing a day writes the workspace of the worked example', async () => {
    const program = await openProgram()
    const source = program.machine.claude('11111111-1111-4111-8111-111111111111')
    settledFile(source, fixture('c1-basic'), 500)
    const answer = await program.prepare()
    expect(answer).toMatchObject({
      status: 'ok',
      date: '2026-05-12',
      result: 'created',
      counters: { files_found: 1, turns_in_window: 2, sessions_selected: 1, projects: 1, lines_total: 13 },
    })
    const root = program.workspace()
    expect(readJson(join(root, 'metadata.json'))).toEqual({
      schema_version: 1,
      report_date: '2026-05-12',
      timezone: 'Asia/Shanghai',
      status: 'final',
      prepared_at: '2026-05-14T16:00:00+08:00',
      report_window_local: { start: '2026-05-12T00:00:00+08:00', end: '2026-05-13T00:00:00+08:00' },
      report_window_utc: { start: '2026-05-11T16:00:00Z', end: '2026-05-12T16:00:00Z' },
    })
    const project = join(root, 'projects', ledger)
    expect(readJson(join(project, 'project.json'))).toEqual({
      schema_version: 1,
      project_key: ledger,
      project_label: 'ledger',
    })
    const path = 'sessions/claude-code/11111111-1111-4111-8111-111111111111.jsonl'
    expect(readFileSync(join(project, 'sessions.index.jsonl'), 'utf8')).toBe(
      `{"session_path":"${path}","session_ref":"S0001","source":"claude-code","source_session_id":"11111111-1111-4111-8111-111111111111","target_end_line":13,"target_start_line":2,"turns":[{"turn_end_line":11,"turn_ref":"T0001","turn_start_line":2},{"turn_end_line":13,"turn_ref":"T0002","turn_start_line":12}]}\n`,
    )
    expect(readFileSync(join(project, path))).toEqual(fixture('c1-basic'))
    expect(Math.abs(statSync(join(project, path)).mtimeMs - statSync(source).mtimeMs)).toBeLessThan(2)
    const lines = fixture('c1-basic').toString().split('\n')
    expect(jsonl(join(project, 'turn-facts.jsonl'))).toMatchObject([
      {
        turn_ref: 'T0001',
        trigger_at: '2026-05-12T02:01:00Z',
        branch: 'main',
        files: [{ path: 'src/money.ts', op: 'edit', added: 2, removed: 1 }],
        checks: [{ kind: 'test', verdict: 'pass', passed: 42 }],
        span_sha256: sha256(Buffer.from(lines.slice(1, 11).join('\n'))),
      },
      { turn_ref: 'T0002', lines: 2, span_sha256: sha256(Buffer.from(lines.slice(11, 13).join('\n'))) },
    ])
    expect((await program.call('diary_next', { date: '2026-05-12' })).remaining).toEqual({
      turns_without_chain: 2,
      uncovered_turns: 2,
    })
  })

  it('Preparing a day says in the manifest where everything came from, and nowhere else', async () => {
    const program = await openProgram()
    settledFile(program.machine.codex('rollout-a.jsonl.zst'), fixture('x9-compressed.jsonl.zst'))
    settledFile(program.machine.codex('rollout-b.jsonl'), fixture('x7-sub-agents-child.jsonl'))
    settledFile(program.machine.codex('rollout-c.jsonl'), fixture('x2-no-trigger.jsonl'))
    const { counters } = await program.prepare()
    expect(counters).toMatchObject({
      sessions_found: 3,
      sessions_included: 1,
      sessions_excluded: { 'no-trigger': 1, subagent: 1 },
    })
    const manifest = join(program.root, 'private', '2026-05-12', 'audit.manifest.json')
    expect(readJson(manifest)).toMatchObject({
      status: 'final',
      counters: { sessions_selected: 1 },
      sessions: [
        {
          source: 'codex',
          source_path: program.machine.codex('rollout-a.jsonl.zst'),
          workspace_session_path: 'sessions/codex/rollout-a.jsonl',
          canonical_project_root: '/fake/ledger',
          materialized: false,
          source_checksum_sha256: sha256(fixture('x9-compressed.jsonl.zst')),
          workspace_checksum_sha256: sha256(fixture('x1-minimal.jsonl')),
          total_lines: 6,
        },
      ],
      excluded: [{ reason: 'subagent' }, { reason: 'no-trigger' }],
    })
    expect(statSync(manifest).mode & 0o777).toBe(0o600)
    const workspace = program.workspace()
    for (const file of readdirSync(workspace, { recursive: true, withFileTypes: true })) {
      const path = join(file.parentPath, file.name)
      expect(statSync(path).mode & 0o077, path).toBe(0)
      if (!file.isFile() || path.includes('/sessions/')) continue
      expect(readFileSync(path, 'utf8')).not.toContain(program.machine.home)
    }
  })

  it('Preparing a day selects by the trigger alone, and knows an empty day', async () => {
    const program = await openProgram()
    const times = ['15:59:59.999', '16:00:00.000'].map(time => `2026-05-11T${time}Z`)
    const last = ['15:59:59.999', '16:00:00.000'].map(time => `2026-05-12T${time}Z`)
    const [first = '', second = ''] = times
    settledFile(
      program.machine.codex('rollout-a.jsonl'),
      rollout([M(), R('before'), R('start'), R('end'), R('after')], { at: [first, first, second, ...last] }),
    )
    settledFile(program.machine.codex('rollout-x12.jsonl'), fixture('x12-cross-day.jsonl'))
    const { counters } = await program.prepare()
    expect(counters).toMatchObject({ turns_total: 6, turns_in_window: 2, sessions_selected: 1 })
    expect(jsonl(join(program.workspace(), 'projects', ledger, 'sessions.index.jsonl'))).toMatchObject([
      { target_start_line: 3, target_end_line: 4 },
    ])
    program.at('2026-06-01T00:00:00Z')
    await program.prepare({ date: '2026-05-18' })
    await program.prepare({ date: '2026-05-19' })
    const spans = (date: string) =>
      jsonl(join(program.workspace(date), 'projects', ledger, 'sessions.index.jsonl')).map(row => [
        row.target_start_line,
        row.target_end_line,
      ])
    expect(spans('2026-05-18')).toEqual([[4, 13]])
    expect(spans('2026-05-19')).toEqual([[16, 18]])
    expect(await program.prepare({ date: '2026-05-30' })).toMatchObject({ counters: { projects: 0 } })
    expect(readdirSync(program.workspace('2026-05-30')).sort()).toEqual(['metadata.json', 'projects'])
  })

  it('Preparing a day counts inherited turns once and names sessions of one id apart', async () => {
    const program = await openProgram()
    settledFile(program.machine.claude('a'), fixture('c8-fork-a'))
    settledFile(program.machine.claude('b'), fixture('c8-fork-b'))
    const other = session(P('Else.', { uuid: 'x1' }), AT('No.', { uuid: 'x2' }))
    settledFile(join(program.machine.claude('x'), '..', '..', '-elsewhere', 'a.jsonl'), other)
    settledFile(join(program.machine.claude('x'), '..', '..', '-copied', 'b.jsonl'), fixture('c8-fork-b'))
    const { counters } = await program.prepare()
    expect(counters).toMatchObject({
      sessions_found: 4,
      sessions_included: 3,
      sessions_excluded: { duplicate: 1 },
      inherited_turns: 2,
      turns_in_window: 4,
    })
    const rows = jsonl(join(program.workspace(), 'projects', ledger, 'sessions.index.jsonl'))
    expect(rows.map(row => row.session_ref)).toEqual(['S0001', 'S0002', 'S0003'])
    expect(rows.map(row => row.session_path)[0]).toBe('sessions/claude-code/a.jsonl')
    expect(rows.map(row => row.session_path)[1]).toMatch(/^sessions\/claude-code\/a~[0-9a-f]{8}\.jsonl$/)
  })

  it('Preparing a day leaves out the diary itself and says why', async () => {
    const program = await openProgram()
    settledFile(program.machine.claude('own'), session(P('Report.', { cwd: join(program.root, 'work') })))
    expect((await program.prepare()).counters).toMatchObject({ sessions_excluded: { own: 1 }, sessions_selected: 0 })
  })

  it('Preparing a day gives the same bytes whatever the folder, and whether the index is new or grown', async () => {
    const trees = []
    for (const grown of [false, true]) {
      const program = await openProgram()
      const path = program.machine.claude('one')
      if (grown) {
        settledFile(path, fixture('c1-basic').subarray(0, 3000))
        await program.prepare({ date: '2026-05-11' })
      }
      settledFile(path, fixture('c1-basic'))
      settledFile(program.machine.codex('rollout-a.jsonl'), fixture('x5-patch.jsonl'))
      await program.prepare()
      trees.push(treeOf(program.workspace()))
    }
    expect(trees[1]).toEqual(trees[0])
  })

  it('Preparing a day refuses days and zones that are none', async () => {
    const program = await openProgram()
    const paths = async (args: object) => (await program.prepare(args)).errors.map((e: { path: string }) => e.path)
    expect(await paths({ date: '2026-02-30' })).toEqual(['date'])
    expect(await paths({ date: '2026-05-15' })).toEqual(['date'])
    expect(await paths({ timezone: 'Middle/Earth' })).toEqual(['timezone'])
    expect(await paths({ date: '2011-12-30', timezone: 'Pacific/Apia' })).toEqual(['date'])
    expect(await paths({ mode: 'again' })).toEqual(['mode'])
    expect(existsSync(join(program.root, 'work'))).toBe(false)
  })
})

describe('A day that is prepared already', () => {
  const noon = '2026-05-12T04:00:00Z'
  const begun = [P('One.'), AT('Yes.'), P('Two.'), AT('No.')]

  it('A day that is prepared already is left byte for byte when it is over, unless asked otherwise', async () => {
    const program = await openProgram()
    settledFile(program.machine.claude('one'), fixture('c1-basic'))
    await program.prepare()
    const before = treeOf(program.workspace())
    settledFile(program.machine.claude('two'), session(P('More.', { uuid: 'm1' })))
    expect(await program.prepare()).toMatchObject({ result: 'reused', counters: { turns_in_window: 2 } })
    expect(treeOf(program.workspace())).toEqual(before)
    expect(await program.prepare({ mode: 'refresh' })).toMatchObject({ result: 'refreshed' })
    expect((await program.prepare({ mode: 'rebuild' })).counters).toMatchObject({ turns_in_window: 3 })
  })

  it('A day that is prepared already of another zone or with broken metadata is rebuilt only on request', async () => {
    const program = await openProgram()
    settledFile(program.machine.claude('one'), fixture('c1-basic'))
    await program.prepare()
    const refused = await program.prepare({ timezone: 'UTC' })
    expect(refused).toMatchObject({ status: 'invalid', errors: [{ path: 'timezone' }] })
    expect(refused.errors[0].hint).toContain('--force')
    expect(await program.prepare({ timezone: 'UTC', mode: 'refresh' })).toMatchObject({ status: 'invalid' })
    expect(await program.prepare({ timezone: 'UTC', mode: 'rebuild' })).toMatchObject({ result: 'rebuilt' })
    settledFile(join(program.workspace(), 'metadata.json'), '{"schema_version":1}')
    expect(await program.prepare({ timezone: 'UTC' })).toMatchObject({ errors: [{ path: 'workspace' }] })
  })

  it('A day that is prepared already keeps what was written when it is refreshed and its turns are the same', async () => {
    const program = await openProgram()
    const { machine } = program
    program.at(noon)
    settledFile(machine.claude('s2'), session(...begun))
    expect(await program.prepare()).toMatchObject({ result: 'created' })
    const date = '2026-05-12'
    const write = (turn: string, line: number) =>
      program.call('write_evidence', {
        date,
        project_key: ledger,
        session_ref: 'S0001',
        evidence_chain: chainFor(turn, line, {
          trigger: {
            type: 'explicit_user_message',
            summary: 'Asked.',
            quoted_messages: [],
            citations: [{ lines: `${line}-${line}` }],
          },
        }),
      })
    expect((await write('T0001', 1)).status).toBe('appended')
    expect((await write('T0002', 3)).status).toBe('appended')
    for (const [ref, turn] of [
      ['W0001', 'T0001'],
      ['W0002', 'T0002'],
    ] as const) {
      const item = { date, project_key: ledger, work_item: itemFor(ref, [['S0001', turn]]) }
      expect((await program.call('write_work_item', item)).status).toBe('appended')
    }
    // The second turn goes on, and a session that sorts before it appears.
    appendFileSync(machine.claude('s2'), session(...begun, AT('More.')).subarray(session(...begun).length))
    settledFile(machine.claude('s1'), session(P('Early.', { uuid: 'e1' }), AT('Yes.', { uuid: 'e2' })))
    const refreshed = await program.prepare()
    expect(refreshed).toMatchObject({ result: 'refreshed', counters: { chains_carried: 1, chains_dropped: 1 } })
    const project = join(program.workspace(), 'projects', ledger)
    expect(readdirSync(join(project, 'evidence'))).toEqual(['S0002.json'])
    expect(readJson(join(project, 'evidence', 'S0002.json'))).toMatchObject({
      session_ref: 'S0002',
      evidence_chains: [{ turn_ref: 'T0001' }],
    })
    expect(readJson(join(project, 'carry.json'))).toMatchObject({
      work_items: [
        {
          by: 'test',
          work_item: { work_item_ref: 'W0001', covered_turns: [{ session_ref: 'S0002', turn_ref: 'T0001' }] },
        },
      ],
    })
    const [previous = ''] = readdirSync(join(program.workspace(), 'previous'))
    const kept = join(program.workspace(), 'previous', previous, 'projects', ledger)
    expect(readdirSync(kept).sort()).toEqual(['evidence', 'project-synthesis.json'])
    expect(jsonl(join(program.workspace(), 'provenance.jsonl')).at(-1)).toMatchObject({
      by: 'test',
      session_ref: 'S0002',
      turn_ref: 'T0001',
    })
    const names = readdirSync(program.workspace())
    expect(names.filter(name => /staging|trash|swap/.test(name))).toEqual([])
    expect(await program.call('diary_status', { date })).toMatchObject({ projects: [{ turns: 3, chains: 1 }] })

    expect(await program.prepare({ mode: 'rebuild' })).toMatchObject({ counters: { chains_carried: 0 } })
    expect(existsSync(join(project, 'evidence'))).toBe(false)
    expect(readdirSync(join(program.workspace(), 'previous'))).toHaveLength(2)
  })

  it('A day that is prepared already becomes final when it is over, and is then left alone', async () => {
    const program = await openProgram()
    program.at(noon)
    settledFile(program.machine.claude('one'), session(...begun))
    await program.prepare()
    expect(readJson(join(program.workspace(), 'metadata.json'))).toMatchObject({ status: 'partial' })
    program.at('2026-05-13T04:00:00Z')
    expect(await program.prepare()).toMatchObject({ result: 'refreshed' })
    expect(readJson(join(program.workspace(), 'metadata.json'))).toMatchObject({ status: 'final' })
    expect(await program.prepare()).toMatchObject({ result: 'reused' })
  })

  it('A day that is prepared already is not touched while a run generates it', async () => {
    const program = await openProgram()
    settledFile(program.machine.claude('one'), fixture('c1-basic'))
    await program.prepare()
    const before = treeOf(join(program.workspace(), 'projects'))
    mkdirSync(join(program.workspace(), '.locks'), { recursive: true })
    await withLock(join(program.workspace(), '.locks', 'run'), 'named', 0, async () => {
      const refused = await program.prepare({ mode: 'rebuild' })
      expect(refused).toMatchObject({ status: 'invalid', errors: [{ path: 'workspace' }] })
    })
    expect(treeOf(join(program.workspace(), 'projects'))).toEqual(before)
  })

  it('A day that is prepared already is made once by two that begin together', async () => {
    const machine = agentHome()
    for (let i = 0; i < 5; i++) settledFile(machine.claude(`s${i}`), session(P(`Task ${i}.`, { uuid: `t${i}` })))
    const [one, other] = [await openProgram(machine), await openProgram(machine)]
    const results = (await Promise.all([one.prepare(), other.prepare()])).map(({ result }) => result)
    expect(results.sort()).toEqual(['created', 'reused'])
    expect(readdirSync(join(one.root, 'work'))).toEqual(['2026-05-12'])
  })
})

describe('A transcript that its agent deleted', () => {
  it('A transcript that its agent deleted is still there for its day, and for a day that is renewed', async () => {
    const program = await openProgram()
    settledFile(program.machine.claude('one'), fixture('c1-basic'))
    settledFile(program.machine.codex('rollout-a.jsonl'), rollout([M(), R('Go.'), A()]))
    await program.prepare()
    const before = treeOf(join(program.workspace(), 'projects'))
    rmSync(program.machine.claude('one'))
    rmSync(program.machine.codex('rollout-a.jsonl'))
    const answer = await program.prepare({ mode: 'rebuild' })
    expect(answer.counters).toMatchObject({ files_found: 0, sessions_from_archive: 2, turns_in_window: 3 })
    expect(treeOf(join(program.workspace(), 'projects'))).toEqual(before)
  })

  it('A transcript that its agent deleted is one session when it was only moved or compressed', async () => {
    const program = await openProgram()
    settledFile(program.machine.codex('rollout-a.jsonl'), fixture('x1-minimal.jsonl'))
    await program.prepare()
    rmSync(program.machine.codex('rollout-a.jsonl'))
    settledFile(program.machine.codex('rollout-a.jsonl.zst'), fixture('x9-compressed.jsonl.zst'))
    const { counters } = await program.prepare({ mode: 'refresh' })
    expect(counters).toMatchObject({ sessions_found: 1, sessions_from_archive: 0, turns_in_window: 1 })
  })

  it('A transcript that its agent deleted is left out, and named, when the archive cannot give it back whole', async () => {
    const program = await openProgram()
    settledFile(program.machine.claude('one'), fixture('c1-basic'))
    settledFile(program.machine.codex('rollout-a.jsonl'), fixture('x1-minimal.jsonl'))
    await program.prepare()
    rmSync(program.machine.claude('one'))
    const archive = new DatabaseSync(join(program.machine.home, 'archive', 'transcripts.sqlite'))
    archive.exec("update piece set stored = x'00'")
    archive.close()
    const { counters } = await program.prepare({ mode: 'rebuild' })
    expect(counters).toMatchObject({ sessions_found: 2, sessions_excluded: { damaged: 1 }, turns_in_window: 1 })
    expect(readJson(join(program.root, 'private', '2026-05-12', 'audit.manifest.json'))).toMatchObject({
      excluded: [{ source: 'claude-code', source_path: program.machine.claude('one'), reason: 'damaged' }],
    })
  })

  it('A transcript that its agent deleted is gone when no archive is wanted', async () => {
    const program = await openProgram(agentHome(), { keeping: false })
    settledFile(program.machine.claude('one'), fixture('c1-basic'))
    await program.prepare()
    rmSync(program.machine.claude('one'))
    expect((await program.prepare({ mode: 'rebuild' })).counters).toMatchObject({ turns_in_window: 0 })
    expect(existsSync(join(program.machine.home, 'archive'))).toBe(false)
  })
})
