import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AT, P, session } from '../fixtures/transcripts/claude-code/builders.ts'
import { codexFixtures } from '../fixtures/transcripts/codex/fixtures.ts'
import { chainFor, itemFor, ledger, readJson, treeOf } from './build-workspace.ts'
import { fiveHomes } from './five-homes.ts'
import {
  date,
  doNothing,
  generated,
  hang,
  type Program,
  producedBy,
  programWith,
  scripted,
  soon,
  talk,
} from './generating.ts'
import { agentHome, fixture, settledFile } from './home.ts'
import { openProgram } from './prepared.ts'

const cardOf = (program: Program, session = 'S0001') =>
  join(program.workspace(), 'projects', ledger, 'evidence', `${session}.json`)
const envelopeOf = (program: Program) => join(program.workspace(), 'projects', ledger, 'project-synthesis.json')
const previousOf = (program: Program) => {
  const folder = join(program.workspace(), 'previous')
  return existsSync(folder) ? readdirSync(folder) : []
}

describe('A day generated without a model', () => {
  it('A day generated without a model is made once, however many ask for it meanwhile', async () => {
    const program = await programWith(2)
    const asked = await Promise.all([1, 2].map(() => program.call('diary_generate', { date })))
    const anew = await program.call('diary_generate', { date, fresh: 'all' })
    const [first, second] = asked.map(({ run_id }) => run_id)
    expect(second).toBe(first)
    expect(anew.run_id).not.toBe(first)
    await program.app.jobs.finish()
    expect(await program.call('diary_generate', { date })).not.toMatchObject({ run_id: first })
    await program.app.jobs.finish()
  })

  it('A day generated without a model is the worked example', async () => {
    const machine = agentHome()
    settledFile(machine.claude('11111111-1111-4111-8111-111111111111'), fixture('c1-basic'))
    const program = await openProgram(machine)
    expect(await generated(program)).toMatchObject({
      state: 'complete',
      mode: 'builtin',
      totals: {
        turns: 2,
        chains_by_producer: { builtin: 2 },
        work_items: { material_work_item: 1 },
        uncovered_turns: 0,
        gaps: 0,
        tokens: null,
        cost_usd: null,
      },
    })
    const { evidence_chains } = readJson(cardOf(program)) as { evidence_chains: object[] }
    expect(evidence_chains).toMatchObject([
      {
        turn_ref: 'T0001',
        trigger: {
          type: 'explicit_user_message',
          summary: 'User asked: “Round amounts half to even in src/money.ts and run the tests.”',
          citations: [{ lines: '2-2' }],
        },
        agent_reactions: [
          { summary: 'Edited 1 file: src/money.ts.', citations: [{ lines: '5-6' }] },
          { summary: 'Ran 1 command: `npm test`.', citations: [{ lines: '7-8' }] },
          { citations: [{ lines: '4-4' }, { lines: '9-9' }] },
        ],
        outcomes: [
          { category: 'code_outcome', summary: 'Changed 1 file: src/money.ts (+2 −1).', citations: [{ lines: '5-6' }] },
          {
            category: 'validation_outcome',
            summary: 'Last test run passed after the last edit: `npm test` (42 passed).',
            citations: [{ lines: '5-8' }],
          },
        ],
        terminal_state: { type: 'material_result', citations: [{ lines: '9-9' }] },
        materiality: 'material',
      },
      {
        turn_ref: 'T0002',
        trigger: { type: 'user_approval' },
        agent_reactions: [{ summary: 'Replied: “You are welcome.”', citations: [{ lines: '13-13' }] }],
        outcomes: [],
        terminal_state: { type: 'no_material', citations: [{ lines: '13-13' }] },
        materiality: 'none',
      },
    ])
    expect(readJson(envelopeOf(program))).toMatchObject({
      work_items: [
        {
          work_item_ref: 'W0001',
          kind: 'material_work_item',
          title: 'Round amounts half to even in src/money.ts and run the tests',
          covered_turns: [
            { session_ref: 'S0001', turn_ref: 'T0001' },
            { session_ref: 'S0001', turn_ref: 'T0002' },
          ],
        },
      ],
    })
    expect(await program.call('diary_status', { date })).toMatchObject({
      projects: [{ complete: true }],
      report: { json: true, markdown: true, html: true },
      stale: [],
      run: { state: 'complete' },
    })
  })

  it('A day generated without a model covers every turn of every fixture', async () => {
    const machine = agentHome()
    for (const name of ['c1-basic', 'c2-mixed-results', 'c3-machine-rows', 'c4-steering', 'c5-parallel', 'c7-bytes']) {
      settledFile(machine.claude(name), fixture(name))
    }
    for (const [name, bytes] of Object.entries(codexFixtures)) settledFile(machine.codex(name), bytes)
    const program = await openProgram(machine)
    const run = await generated(program)
    expect(run).toMatchObject({ state: 'complete', totals: { uncovered_turns: 0, gaps: 0, failed: 0 } })
    expect(run.totals.chains_by_producer).toEqual({ builtin: run.totals.turns })
    const { projects } = await program.call('diary_status', { date })
    expect(projects.length).toBeGreaterThan(1)
    expect(projects.every(({ complete }: { complete: boolean }) => complete)).toBe(true)
    expect(await program.call('diary_verify', { date })).toMatchObject({ mismatches: [] })
  })

  it('A day generated without a model has the same evidence whether it was prepared just now or before', async () => {
    const { machine } = fiveHomes()
    // The turn before, on another day, was interrupted, so the next words correct the agent.
    const before = '2026-05-11T15:58:00Z'
    const stopped = P([{ type: 'text', text: '[Request interrupted by user]' }], { timestamp: before })
    settledFile(
      machine.claude('two'),
      session(P('Round it up.', { timestamp: before }), stopped, P('Round it to even.'), AT('Done.')),
    )
    const program = await openProgram(machine)
    expect(await generated(program)).toMatchObject({ state: 'complete' })
    const evidence = () => {
      const files = Object.keys(treeOf(program.workspace())).filter(path => /^projects.*evidence/.test(path))
      return files.map(path => [path, readFileSync(join(program.workspace(), path), 'utf8')])
    }
    const madeWithTheDay = evidence()
    expect(madeWithTheDay.length).toBeGreaterThan(4)
    expect(JSON.stringify(madeWithTheDay)).toContain('user_correction')
    expect(await generated(program, { fresh: 'evidence' })).toMatchObject({ state: 'complete' })
    expect(evidence()).toEqual(madeWithTheDay)
  })

  it('A day generated without a model may be a day on which nothing happened', async () => {
    const program = await openProgram(agentHome())
    expect(await generated(program)).toMatchObject({ state: 'complete', totals: { turns: 0, tasks: 2, done: 2 } })
    expect(await program.call('diary_report', { date })).toMatchObject({
      report: { title: { text: 'Nothing finished' } },
    })
  })

  it('A day generated without a model takes in what came since, while it is going on', async () => {
    const program = await programWith(2)
    program.at('2026-05-12T03:00:00Z')
    expect(await generated(program)).toMatchObject({ state: 'complete', totals: { turns: 2 } })
    settledFile(program.machine.claude('one'), talk(3))
    expect(await generated(program)).toMatchObject({
      state: 'complete',
      totals: { turns: 3, chains_by_producer: { builtin: 3 } },
    })
  })

  it('A day generated without a model may be done for some of its projects', async () => {
    const machine = agentHome()
    settledFile(machine.claude('one'), talk(2))
    settledFile(machine.claude('two'), talk(3, '/fake/orchard'))
    const program = await openProgram(machine)
    const run = await generated(program, { projects: [ledger] })
    expect(run).toMatchObject({ state: 'complete', totals: { turns: 2, uncovered_turns: 0 } })
    const { gaps } = (await program.call('diary_report', { date })).report
    expect(gaps).toHaveLength(3)
    expect(gaps).not.toContainEqual(expect.objectContaining({ project_key: ledger }))
    expect(await generated(program)).toMatchObject({ state: 'complete', totals: { turns: 5 } })
  })
})

describe('A run that finds something', () => {
  it('A run that finds something costs nothing when everything is there', async () => {
    const program = await programWith(6)
    await generated(program)
    const before = treeOf(join(program.workspace(), 'projects'))
    const changed = statSync(cardOf(program)).mtimeMs
    const silence = { message: 'never asked', hint: 'never told' }
    const run = await producedBy(program, scripted({ evidence: doNothing, synthesis: doNothing, silence }))
    expect(run).toMatchObject({ state: 'complete', totals: { chains_by_producer: { builtin: 6 }, fallbacks: 0 } })
    expect(run.tasks.map(({ id, attempts }) => [id, attempts])).toEqual([
      ['prepare', 1],
      [`synthesis:${ledger}`, 0],
      ['render', 1],
    ])
    expect(treeOf(join(program.workspace(), 'projects'))).toEqual(before)
    expect(statSync(cardOf(program)).mtimeMs).toBe(changed)
    expect(previousOf(program)).toEqual([])
  })

  it('A run that finds something completes chains that others wrote and work items that others began', async () => {
    const program = await programWith(8)
    await program.prepare({ timezone: 'Asia/Shanghai' })
    const write = (name: string, args: object) => program.call(name, { date, project_key: ledger, ...args })
    for (const turn of [1, 3, 5, 7]) {
      const evidence_chain = handWritten(turn)
      expect(await write('write_evidence', { session_ref: 'S0001', evidence_chain })).toMatchObject({
        status: 'appended',
      })
    }
    const work_item = itemFor('W0001', [
      ['S0001', 'T0001'],
      ['S0001', 'T0003'],
    ])
    expect((await write('write_work_item', { work_item })).uncovered_turns).toHaveLength(6)
    const run = await generated(program)
    expect(run).toMatchObject({
      state: 'complete',
      totals: { chains_by_producer: { builtin: 4, test: 4 }, uncovered_turns: 0, gaps: 0 },
    })
    const card = readJson(cardOf(program)) as { evidence_chains: object[] }
    expect(card.evidence_chains.slice(0, 4)).toMatchObject([1, 3, 5, 7].map(handWritten))
    const envelope = readJson(envelopeOf(program)) as { work_items: object[] }
    expect(envelope.work_items[0]).toMatchObject({ work_item_ref: 'W0001', title: work_item.title })
    expect(previousOf(program)).toEqual([])
  })

  it('A run that finds something keeps an envelope aside that calls evidence a gap, and writes again what others wrote into it', async () => {
    const program = await programWith(4)
    await program.prepare({ timezone: 'Asia/Shanghai' })
    const write = (name: string, args: object) => program.call(name, { date, project_key: ledger, ...args })
    await write('write_evidence', { session_ref: 'S0001', evidence_chain: handWritten(1) })
    await write('write_work_item', { work_item: itemFor('W0001', [['S0001', 'T0001']]) })
    const gap = { work_item_ref: 'W0002', kind: 'evidence_gap_item', title: 'Not read', confidence: 'low' }
    const covered_turns = [2, 3, 4].map(n => ({ session_ref: 'S0001', turn_ref: `T000${n}` }))
    expect(await write('write_work_item', { work_item: { ...gap, covered_turns } })).toMatchObject({
      uncovered_turns: [],
    })
    const before = readFileSync(envelopeOf(program), 'utf8')

    expect(await generated(program)).toMatchObject({ state: 'complete', totals: { gaps: 0, uncovered_turns: 0 } })
    const [aside = ''] = previousOf(program)
    const kept = join(program.workspace(), 'previous', aside, 'projects', ledger, 'project-synthesis.json')
    expect(readFileSync(kept, 'utf8')).toBe(before)
    const { work_items, source_user_messages } = readJson(envelopeOf(program)) as {
      work_items: Array<{ work_item_ref: string; kind: string }>
      source_user_messages: object[]
    }
    expect(work_items[0]).toMatchObject({ work_item_ref: 'W0001' })
    expect(work_items.map(({ kind }) => kind)).not.toContain('evidence_gap_item')
    expect(source_user_messages).toHaveLength(4)
    expect(existsSync(join(program.workspace(), 'projects', ledger, 'carry.json'))).toBe(false)
  })

  it.each([
    ['is no JSON', 'x'],
    ['covers turns that are not indexed', undefined],
  ])('A run that finds something rebuilds an envelope that %s', async (_, text) => {
    const program = await programWith(2)
    await generated(program)
    const whole = readFileSync(envelopeOf(program), 'utf8')
    const broken = text ?? whole.replaceAll('"T0002"', '"T0009"')
    writeFileSync(envelopeOf(program), broken)
    expect((await program.call('diary_status', { date })).status).toBe('invalid')
    expect(await generated(program)).toMatchObject({ state: 'complete' })
    expect(readFileSync(envelopeOf(program), 'utf8')).toBe(whole)
    const [aside = ''] = previousOf(program)
    const kept = join(program.workspace(), 'previous', aside, 'projects', ledger, 'project-synthesis.json')
    expect(readFileSync(kept, 'utf8')).toBe(broken)
  })

  it('A run that finds something never mends a card, and says which one it is', async () => {
    const program = await programWith(2)
    await program.prepare()
    mkdirSync(dirname(cardOf(program)), { recursive: true })
    writeFileSync(cardOf(program), '[]')
    const run = await generated(program)
    expect(run).toMatchObject({ state: 'incomplete', totals: { failed: 2 } })
    expect(run.tasks).toMatchObject([
      {},
      { id: `synthesis:${ledger}`, state: 'blocked', error: expect.stringContaining('evidence/S0001.json') },
      { id: 'render', state: 'failed' },
    ])
    expect(readFileSync(cardOf(program), 'utf8')).toBe('[]')
    expect(await generated(program, { fresh: 'evidence' })).toMatchObject({ state: 'complete' })
  })

  it('A run that finds something writes work items again that a refresh carried over', async () => {
    const program = await programWith(2)
    await generated(program)
    appendFileSync(program.machine.claude('one'), talk(3).subarray(talk(2).length))
    expect(await program.prepare({ mode: 'refresh' })).toMatchObject({ result: 'refreshed' })
    const carry = join(program.workspace(), 'projects', ledger, 'carry.json')
    expect(existsSync(carry)).toBe(true)
    expect(await generated(program)).toMatchObject({
      state: 'complete',
      totals: { turns: 3, chains_by_producer: { builtin: 3 }, uncovered_turns: 0 },
    })
    expect(existsSync(carry)).toBe(false)
  })

  it.each([
    ['evidence', ['evidence', 'project-synthesis.json'], false],
    ['synthesis', ['project-synthesis.json'], false],
    ['all', ['evidence', 'project-synthesis.json'], true],
  ])('A run that finds something makes anew what is to be fresh: %s', async (fresh, moved, report) => {
    const program = await programWith(3)
    await generated(program)
    const before = treeOf(join(program.workspace(), 'projects'))
    expect(await generated(program, { fresh })).toMatchObject({ state: 'complete' })
    expect(treeOf(join(program.workspace(), 'projects'))).toEqual(before)
    const [aside = ''] = previousOf(program)
    const kept = join(program.workspace(), 'previous', aside)
    expect(readdirSync(join(kept, 'projects', ledger)).sort()).toEqual(moved)
    expect(existsSync(join(kept, 'report.md'))).toBe(report)
  })
})

describe('What is asked of a run', () => {
  it('What is asked of a run is refused where it makes no sense', async () => {
    const program = await programWith(1)
    const errorsOf = async (args: object) => (await program.call('diary_generate', { date, ...args })).errors
    expect(await errorsOf({ with: 'magic' })).toMatchObject([{ path: 'with' }])
    expect(await errorsOf({ concurrency: 17, fallback: 'none' })).toMatchObject([
      { path: 'concurrency' },
      { path: 'fallback' },
    ])
    expect(await errorsOf({ date: '2026-05-15' })).toMatchObject([{ path: 'date' }])
    expect(await errorsOf({ timezone: 'Mars/Base' })).toMatchObject([{ path: 'timezone' }])
    expect(await errorsOf({ with: 'claude' })).toMatchObject([{ path: 'consent' }])
    expect(existsSync(program.workspace())).toBe(false)
    for (const run_id of ['run-2026-05-12-000000000000', 'x', '../../x']) {
      expect(await program.call('diary_run', { run_id })).toMatchObject({ errors: [{ field: 'run_id' }] })
      expect(await program.call('diary_cancel', { run_id })).toMatchObject({ errors: [{ path: 'run_id' }] })
    }
  })

  it('What is asked of a run fails by itself where the day shows that it makes no sense', async () => {
    const program = await programWith(1)
    const unknown = await generated(program, { projects: ['nobody-0'] })
    expect(unknown).toMatchObject({ state: 'failed', failure: { code: 'invalid', hint: `use one of: ${ledger}` } })
    const elsewhere = await generated(program, { timezone: 'UTC' })
    expect(elsewhere).toMatchObject({ state: 'failed', failure: { code: 'invalid' }, tasks: [{ state: 'failed' }] })
  })

  it('What is asked of a run is refused while another run has the day, and so is a refresh', async () => {
    const program = await programWith(3)
    const run = await producedBy(program, scripted({ evidence: hang }), {
      async meanwhile(run_id) {
        const evidence = () => program.call('diary_run', { run_id }).then(({ tasks }) => tasks?.[1]?.state)
        await expect.poll(evidence, soon).toBe('running')
        expect(await program.prepare({ mode: 'refresh' })).toMatchObject({ errors: [{ path: 'workspace' }] })
        const second = await program.call('diary_generate', { date })
        const state = () => program.call('diary_run', { run_id: second.run_id }).then(each => each.state)
        await expect.poll(state, soon).toBe('failed')
        expect(await program.call('diary_run', { run_id: second.run_id })).toMatchObject({
          failure: { code: 'unavailable' },
        })
        expect(readJson(join(program.workspace(), 'run.json'))).toMatchObject({ run_id, state: 'running' })
        await program.call('diary_cancel', { run_id })
      },
    })
    expect(run.state).toBe('cancelled')
    expect(await program.prepare({ mode: 'refresh' })).toMatchObject({ result: 'refreshed' })
  })
})

/** A chain as an agent might write it for a turn of two lines. */
function handWritten(turn: number) {
  return chainFor(`T000${turn}`, turn * 2 - 1)
}
