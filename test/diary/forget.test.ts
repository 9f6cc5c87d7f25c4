import { existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withLock } from '../../src/files/lock.ts'
import { invoke } from '../../src/invoke.ts'
import { operationNamed } from '../../src/operations.ts'
import { session } from '../fixtures/transcripts/claude-code/builders.ts'
import { ledger, readJson, treeOf } from './build-workspace.ts'
import { filesHolding, kept, linesSaying, packedHolding, secret, writeSession } from './forgetting.ts'
import { generated } from './generating.ts'
import { agentHome, settledFile } from './home.ts'
import { openProgram } from './prepared.ts'

const date = '2026-05-12'
const word = 'xylophone'

async function dayWithTwoSessions() {
  const machine = agentHome()
  const program = await openProgram(machine)
  writeSession(machine, kept, linesSaying('harmless', kept))
  const path = writeSession(machine, secret, linesSaying(word, secret, '2026-05-12T03'))
  await generated(program)
  await program.call('diary_index', {})
  const forget = (args: object = {}) => program.call('diary_forget', { session: secret, confirm: secret, ...args })
  return {
    machine,
    program,
    path,
    forget,
    places: () => [...filesHolding(machine.home, word), ...packedHolding(machine.home, word)],
  }
}

describe('diary_forget', () => {
  it('diary_forget removes a session from every place, and leaves the other as it was', async () => {
    const { program, path, forget, places } = await dayWithTwoSessions()
    expect(places().length).toBeGreaterThan(10)
    const other = { date, project_key: ledger, session_ref: 'S0001' }
    const before = await program.call('diary_session', other)
    expect(await forget({ reason: 'private' })).toMatchObject({
      status: 'ok',
      state: 'forgotten',
      transcripts: [{ session_id: secret, kind: 'session', turns: 2, is_archived: false }],
      days: [{ date, sessions: 1, turns: 2, has_report: true }],
      left: [path],
    })
    expect(places()).toEqual([])
    expect(existsSync(path)).toBe(true)
    expect(await program.call('diary_session', other)).toEqual(before)
    expect(await program.call('diary_session', { ...other, session_ref: 'S0002' })).toMatchObject({
      status: 'invalid',
      errors: [{ message: 'this session was forgotten' }],
    })
    expect(await program.call('search_history', { query: word })).toMatchObject({ sessions: [], behind: 0 })
  })

  it('diary_forget counts its turns as forgotten in the certificate, and the day verifies as before; a cited work item has its title', async () => {
    const { program, forget } = await dayWithTwoSessions()
    const cited = { kind: 'work_item', ref: `diary:${date}/${ledger}/W0001` }
    const [item] = (await program.call('diary_report', { date })).report.projects[0].work_items
    expect(item.title).toMatch(/\w/)
    expect(await program.call('show_evidence', cited)).toMatchObject({ verdict: 'verified', text: item.title })
    await forget()
    const { report } = await program.call('diary_report', { date })
    expect(report.certificate).toMatchObject({
      turns: { indexed: 2, with_evidence: 2, in_items: 2 },
      forgotten: { sessions: 1, turns: 2 },
    })
    expect(report).toMatchObject({ status: 'final', gaps: [] })
    expect(await program.call('diary_verify', { date })).toMatchObject({ status: 'ok', mismatches: [], forgotten: 0 })
    const { markdown } = await program.call('diary_report', { date, format: 'markdown' })
    expect(markdown).toContain('1 session was forgotten, and its 2 turns are in no other count.')
  })

  it('diary_forget keeps the session out of another indexing and of a day that is prepared again, with refs that mean nothing else', async () => {
    const { machine, program, forget, places } = await dayWithTwoSessions()
    await forget()
    writeSession(
      machine,
      '44444444-4444-4444-8444-444444444444',
      linesSaying('later', '44444444-4444-4444-8444-444444444444', '2026-05-12T04'),
    )
    await program.call('diary_index', { rebuild: true })
    expect(await program.prepare({ mode: 'rebuild' })).toMatchObject({ status: 'ok', result: 'rebuilt' })
    expect(places()).toEqual([])
    const { projects } = await program.call('diary_status', { date })
    expect(projects).toMatchObject([{ turns: 4 }])
    const rows = await program.call('diary_session', { date, project_key: ledger, session_ref: 'S0003' })
    expect(rows).toMatchObject({ status: 'ok', source_session_id: '44444444-4444-4444-8444-444444444444' })
    await generated(program)
    const { report } = await program.call('diary_report', { date })
    expect(report.certificate).toMatchObject({
      turns: { indexed: 4, in_items: 4 },
      forgotten: { sessions: 1, turns: 2 },
    })
    expect(places()).toEqual([])
  })

  it('diary_forget keeps out what was resumed or forked from it, found then or later, and its sub-agents', async () => {
    const { machine, program, forget, places } = await dayWithTwoSessions()
    const copied = linesSaying(word, secret, '2026-05-12T03').map(
      (line): typeof line =>
        n =>
          Object.assign({}, line(n), { sessionId: '55555555-5555-4555-8555-555555555555' }),
    )
    const fork = [...copied, ...linesSaying(`${word}more`, '55555555-5555-4555-8555-555555555555', '2026-05-12T05')]
    writeSession(machine, '55555555-5555-4555-8555-555555555555', fork)
    const agent = join(dirname(machine.claude('x')), secret, 'subagents', 'agent-a1.jsonl')
    const helper = linesSaying(`${word}helper`, secret, '2026-05-12T03')
    const sidechain = helper.map(
      (line): typeof line =>
        n =>
          Object.assign({}, line(n), { isSidechain: true, agentId: 'a1', uuid: `a1-${n}` }),
    )
    settledFile(agent, session(...sidechain))
    await program.prepare({ mode: 'refresh' })
    const answer = await forget()
    expect(answer.transcripts.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['copy', 'session', 'subagent'])
    // The day had all turns from the session that goes on with them.
    expect(answer.days).toMatchObject([{ date, sessions: 1, turns: 4 }])
    expect(places()).toEqual([])
    const later = '66666666-6666-4666-8666-666666666666'
    const resumed = [...copied, ...linesSaying(`${word}again`, later, '2026-05-12T06')].map(
      (line): typeof line =>
        n =>
          Object.assign({}, line(n), { sessionId: later }),
    )
    writeSession(machine, later, resumed)
    await program.call('diary_index', {})
    await program.prepare({ mode: 'refresh' })
    expect(places()).toEqual([])
    const { sessions } = await program.call('diary_forgotten', {})
    expect(sessions).toMatchObject([{ session_id: secret, pending: false, days: [{ date, sessions: 2, turns: 6 }] }])
    // A session that was not forgotten is found although its file was read together with those.
    expect((await program.call('search_history', { query: 'harmless' })).sessions).toHaveLength(1)
  })

  it('diary_forget forgets a session whose file is gone, from the archive and from days', async () => {
    const { program, path, forget, places } = await dayWithTwoSessions()
    rmSync(path)
    await program.call('diary_index', {})
    expect(await forget()).toMatchObject({ state: 'forgotten', transcripts: [{ is_archived: true }], left: [] })
    expect(places()).toEqual([])
    expect(await forget()).toMatchObject({ status: 'invalid', errors: [{ path: 'session' }] })
  })

  it('diary_forget forgets a session that only a prepared day still has', async () => {
    const machine = agentHome()
    const program = await openProgram(machine, { keeping: false })
    const path = writeSession(machine, secret, linesSaying(word, secret))
    await generated(program)
    rmSync(path)
    await program.call('diary_index', {})
    expect(
      await program.call('diary_forget', { session: `diary:${date}/${ledger}/S0001`, confirm: secret }),
    ).toMatchObject({
      state: 'forgotten',
      transcripts: [],
      days: [{ date, sessions: 1, turns: 2 }],
    })
    expect(filesHolding(machine.home, word)).toEqual([])
    expect((await program.call('diary_report', { date })).report.certificate).toMatchObject({ turns: { indexed: 0 } })
  })

  it('diary_forget says what would go in a dry run, and then everything is as it was', async () => {
    const { machine, program, forget } = await dayWithTwoSessions()
    const before = treeOf(join(machine.home, 'diary', 'work'))
    const planned = await forget({ dry_run: true, confirm: undefined })
    expect(planned).toMatchObject({ state: 'planned', session_id: secret })
    expect(treeOf(join(machine.home, 'diary', 'work'))).toEqual(before)
    expect(existsSync(join(machine.home, 'forgotten'))).toBe(false)
    expect((await program.call('search_history', { query: word })).sessions).toHaveLength(1)
    expect(await forget()).toEqual({ ...planned, state: 'forgotten' })
  })

  it('diary_forget shows citations of it as forgotten, of lines and of work items', async () => {
    const { program, forget } = await dayWithTwoSessions()
    const { turns } = await program.call('diary_session', { date, project_key: ledger, session_ref: 'S0002' })
    const lines = {
      kind: 'transcript',
      ref: `diary:${date}/${ledger}/S0002`,
      lines: `${turns[0].start_line}-${turns[0].end_line}`,
      sha256: turns[0].span_sha256,
    }
    const { work_items } = readJson(join(program.workspace(), 'projects', ledger, 'project-synthesis.json')) as {
      work_items: { work_item_ref: string; covered_turns: { session_ref: string }[] }[]
    }
    const item = work_items.find(each => each.covered_turns.some(({ session_ref }) => session_ref === 'S0002'))
    const evidence = [lines, { kind: 'work_item', ref: `diary:${date}/${ledger}/${item?.work_item_ref}` }]
    const { record } = await program.call('create_record', {
      type: 'conclusion',
      title: 'It is so',
      summary: 'Shown.',
      body: 'By these lines.',
      metadata: { evidence },
    })
    const verdicts = async () =>
      (await program.call('show_record', { id: record.id })).evidence.map(({ verdict }: { verdict: string }) => verdict)
    expect(await verdicts()).toEqual(['verified', 'verified'])
    expect((await forget()).cited_by.records).toMatchObject([{ id: record.id }])
    expect(await verdicts()).toEqual(['forgotten', 'forgotten'])
    expect(await program.call('diary_check_ref', { ref: evidence[1]?.ref })).toEqual({
      status: 'ok',
      verdict: 'forgotten',
    })
    // No later item takes the ref of one that is gone.
    const after = readJson(
      join(program.workspace(), 'projects', ledger, 'project-synthesis.json'),
    ) as typeof program & { work_items: { work_item_ref: string }[] }
    expect(after.work_items.map(({ work_item_ref }) => work_item_ref)).not.toContain(item?.work_item_ref)
  })

  it('diary_forget deletes the transcript only when that is asked for', async () => {
    const { path, forget, places } = await dayWithTwoSessions()
    expect(await forget({ delete_transcript: true })).toMatchObject({ left: [] })
    expect(existsSync(path)).toBe(false)
    expect(places()).toEqual([])
  })

  it('diary_forget lists what was forgotten without a word of it, and lets it in again when that is undone', async () => {
    const { program, forget, places } = await dayWithTwoSessions()
    await forget({ reason: 'private' })
    const { sessions } = await program.call('diary_forgotten', {})
    expect(sessions).toEqual([
      {
        source: 'claude-code',
        session_id: secret,
        forgotten_at: '2026-05-14T08:00:00.000Z',
        reason: 'private',
        days: [{ date, sessions: 1, turns: 2 }],
        pending: false,
      },
    ])
    expect(await forget({ undo: true })).toMatchObject({
      state: 'back',
      transcripts: [{ session_id: secret, turns: 2 }],
    })
    expect(await program.call('diary_forgotten', {})).toEqual({ status: 'ok', sessions: [] })
    expect((await program.call('search_history', { query: word })).sessions).toHaveLength(1)
    await program.prepare({ mode: 'refresh' })
    expect(places().length).toBeGreaterThan(0)
  })

  it('diary_forget changes nothing without the id as confirmation, while the day is generated, and for anybody but the owner', async () => {
    const { machine, program, forget } = await dayWithTwoSessions()
    const before = treeOf(join(machine.home, 'diary', 'work'))
    expect(await forget({ confirm: 'yes' })).toMatchObject({ status: 'invalid', errors: [{ path: 'confirm' }] })
    expect(await forget({ session: '3333' })).toMatchObject({ status: 'invalid', errors: [{ path: 'session' }] })
    await withLock(join(program.workspace(), '.locks', 'run'), 'named', 0, async () => {
      expect(await forget()).toMatchObject({
        status: 'invalid',
        errors: [{ message: expect.stringContaining('busy') }],
      })
    })
    for (const name of ['diary_forget', 'diary_forgotten']) {
      const operation = operationNamed(name)
      if (!operation) throw new Error('It is not declared.')
      const args = name === 'diary_forget' ? { session: secret, confirm: secret } : {}
      const outcome = await invoke(program.app, operation, args, { principal: 'anna' })
      expect(outcome).toMatchObject({ ok: false, fault: { code: 'FORBIDDEN' } })
    }
    expect(treeOf(join(machine.home, 'diary', 'work'))).toEqual(before)
    expect((await program.call('diary_forgotten', {})).sessions).toEqual([])
  })

  it('diary_forget keeps the session out at once while a day is in use, and removes the rest with the next start', async () => {
    const { machine, program, forget, places } = await dayWithTwoSessions()
    await withLock(join(program.workspace(), '.locks', 'workspace'), 'shared', 0, async () => {
      expect(await forget()).toMatchObject({ status: 'ok', state: 'pending' })
    })
    expect((await program.call('diary_forgotten', {})).sessions).toMatchObject([{ pending: true }])
    expect((await program.call('search_history', { query: word })).sessions).toEqual([])
    const next = await openProgram(machine)
    expect((await next.call('diary_forgotten', {})).sessions).toMatchObject([{ pending: false }])
    expect(places()).toEqual([])
  })

  it('diary_forget leaves nothing although other processes index and prepare meanwhile', async () => {
    const { machine, program, forget, places } = await dayWithTwoSessions()
    const others = await Promise.all([openProgram(machine), openProgram(machine)])
    const busy = others.map(async other => {
      await other.call('diary_index', { rebuild: true })
      await other.prepare({ mode: 'refresh' })
    })
    await Promise.all([forget(), ...busy])
    await program.call('diary_index', {})
    expect((await program.call('diary_forgotten', {})).sessions).toHaveLength(1)
    await openProgram(machine)
    expect(places()).toEqual([])
  })
})
