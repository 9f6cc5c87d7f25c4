import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Unavailable } from '../../src/diary/generate/producer.ts'
import type { Run } from '../../src/diary/generate/run.ts'
import { writeSlot } from '../../src/diary/report/slots.ts'
import { ledger, readJson } from './build-workspace.ts'
import { cover, doNothing, extract, hang, producedBy, programWith, type Script, scripted, soon } from './generating.ts'

const statesOf = ({ tasks }: Run) => Object.fromEntries(tasks.map(({ id, state }) => [id.replace(ledger, 'L'), state]))
const attemptsOf = ({ tasks }: Run) =>
  Object.fromEntries(tasks.map(({ id, attempts }) => [id.replace(ledger, 'L'), attempts]))

describe('The tasks of a run', () => {
  it('The tasks of a run are batches of at most five turns, one synthesis per project, then the report', async () => {
    const program = await programWith(12)
    const batches: number[] = []
    const run = await producedBy(
      program,
      scripted({
        evidence: (task, ctx) => {
          batches.push(task.turns.length)
          return extract(task, ctx)
        },
      }),
    )
    expect(run).toMatchObject({ state: 'complete', mode: 'claude', pid: process.pid, failure: null })
    expect(statesOf(run)).toEqual({
      prepare: 'done',
      'evidence:L:S0001:T0001': 'done',
      'evidence:L:S0001:T0006': 'done',
      'evidence:L:S0001:T0011': 'done',
      'synthesis:L': 'done',
      render: 'done',
    })
    expect(batches.sort()).toEqual([2, 5, 5])
    expect(run.totals).toMatchObject({
      turns: 12,
      chains_by_producer: { claude: 12 },
      uncovered_turns: 0,
      fallbacks: 0,
    })
  })

  it('The tasks of a run begin in the order of their ids, as many at a time as wanted', async () => {
    const program = await programWith(17)
    for (const concurrency of [1, 2]) {
      let [now, most] = [0, 0]
      const begun: string[] = []
      const evidence: Script['evidence'] = async (task, ctx) => {
        begun.push(task.turns[0]?.turn_ref ?? '')
        most = Math.max(most, ++now)
        await extract(task, ctx)
        now--
        return undefined
      }
      await producedBy(program, scripted({ evidence }), { concurrency, fresh: 'all' })
      expect(most).toBe(concurrency)
      expect(concurrency === 1 ? begun : begun.toSorted()).toEqual(['T0001', 'T0006', 'T0011', 'T0016'])
    }
  })

  it('The tasks of a run are tried again while they bring something, and three times while they bring nothing', async () => {
    const program = await programWith(5)
    const pauses: number[] = []
    const synthesis = doNothing
    const evidence: Script['evidence'] = (task, ctx) =>
      // Every other attempt brings one chain.
      ctx.attempt % 2 === 0 ? extract(task, ctx, 1) : doNothing()
    const run = await producedBy(program, scripted({ evidence, synthesis }), {
      pause: async ms => void pauses.push(ms),
    })
    expect(attemptsOf(run)).toMatchObject({ 'evidence:L:S0001:T0001': 10, 'synthesis:L': 3 })
    expect(statesOf(run)).toMatchObject({ 'evidence:L:S0001:T0001': 'done', 'synthesis:L': 'failed' })
    // After each fruitless attempt one second, after two in a row two.
    expect(pauses).toEqual([1000, 1000, 1000, 1000, 1000, 1000, 2000])
    expect(run).toMatchObject({ state: 'complete', totals: { fallbacks: 1, chains_by_producer: { claude: 5 } } })
  })

  it('The tasks of a run are done by the built-in path where the mode leaves them', async () => {
    const program = await programWith(12)
    const evidence: Script['evidence'] = (task, ctx) =>
      task.turns[0]?.turn_ref === 'T0006' ? doNothing() : extract(task, ctx)
    const run = await producedBy(program, scripted({ evidence }))
    expect(statesOf(run)).toMatchObject({ 'evidence:L:S0001:T0006': 'failed' })
    expect(run).toMatchObject({
      state: 'complete',
      totals: { chains_by_producer: { claude: 7, builtin: 5 }, fallbacks: 5, uncovered_turns: 0, gaps: 0 },
    })
  })

  it('The tasks of a run leave gaps where gaps are wanted, and a later run fills them', async () => {
    const program = await programWith(7)
    const evidence: Script['evidence'] = (task, ctx) =>
      task.turns[0]?.turn_ref === 'T0006' ? doNothing() : extract(task, ctx)
    const run = await producedBy(program, scripted({ evidence }), { fallback: 'gap' })
    expect(run).toMatchObject({ state: 'incomplete', totals: { gaps: 2, uncovered_turns: 0, fallbacks: 0 } })
    expect(run.totals.work_items).toMatchObject({ evidence_gap_item: 1 })

    const again = await producedBy(program, scripted())
    expect(again).toMatchObject({ state: 'complete', totals: { gaps: 0, chains_by_producer: { claude: 7 } } })
    expect(again.totals.work_items).not.toHaveProperty('evidence_gap_item')
    const kept = join(program.workspace(), 'previous', '20260514T080000Z', 'projects', ledger)
    expect(existsSync(join(kept, 'project-synthesis.json'))).toBe(true)
  })

  it('The tasks of a run end when they take too long', async () => {
    const program = await programWith(3)
    const run = await producedBy(program, scripted({ evidence: hang, synthesis: hang }), { taskTimeoutMs: 20 })
    expect(run.state).toBe('complete')
    expect(run.tasks.filter(({ state }) => state === 'failed').map(({ error }) => error)).toEqual([
      'it took too long and was ended',
      'it took too long and was ended',
    ])
    expect(run.totals).toMatchObject({ chains_by_producer: { builtin: 3 }, fallbacks: 4 })
  })

  it('The tasks of a run are not begun once the budget was spent; those that run come to their end', async () => {
    const program = await programWith(25)
    const left: Array<number | null> = []
    const evidence: Script['evidence'] = async (task, ctx) => {
      left.push(ctx.budgetLeftUsd)
      await extract(task, ctx)
      return { tokens: 1000, cost_usd: 0.4 }
    }
    const run = await producedBy(program, scripted({ evidence }), { budget_usd: 1, concurrency: 1 })
    expect(left).toEqual([1, 0.6, 0.2])
    expect(Object.values(statesOf(run)).filter(state => state === 'skipped')).toHaveLength(3)
    expect(run).toMatchObject({
      state: 'complete',
      totals: { tokens: 3000, cost_usd: 1.2, budget_usd: 1, fallbacks: 11, skipped: 3 },
    })
    expect(run.totals.chains_by_producer).toEqual({ claude: 15, builtin: 10 })
  })

  it('The tasks of a run that fail unexpectedly hinder no other, and their words are not shown', async () => {
    const program = await programWith(6)
    const said: string[] = []
    program.app.log = line => said.push(line)
    const evidence: Script['evidence'] = (task, ctx) => {
      if (task.turns[0]?.turn_ref === 'T0001') throw new Error('words of a stranger')
      return extract(task, ctx)
    }
    const run = await producedBy(program, scripted({ evidence }))
    expect(run.state).toBe('complete')
    expect(JSON.stringify(run)).not.toContain('stranger')
    expect(said.join('\n')).toContain('stranger')
  })
})

describe('A mode that cannot work', () => {
  const silence = { message: 'the program never wrote anything', hint: 'sign in to it' }

  it('A mode that cannot work ends the run when nothing was accepted in three attempts, and leaves everything to be done', async () => {
    const program = await programWith(6)
    const run = await producedBy(program, scripted({ evidence: doNothing, silence }), { concurrency: 1 })
    expect(run).toMatchObject({ state: 'failed', failure: { code: 'unavailable', ...silence } })
    expect(statesOf(run)).toEqual({
      prepare: 'done',
      'evidence:L:S0001:T0001': 'failed',
      'evidence:L:S0001:T0006': 'skipped',
      'synthesis:L': 'skipped',
      render: 'skipped',
    })
    expect(run.totals).toMatchObject({ gaps: 6, fallbacks: 0, chains_by_producer: {} })
  })

  it('A mode that cannot work goes on when it has shown that it can', async () => {
    const program = await programWith(6)
    const run = await producedBy(program, scripted({ synthesis: doNothing, silence }))
    expect(run).toMatchObject({ state: 'complete', totals: { fallbacks: 1 } })
  })

  it('A mode that cannot work ends the run at once when it says so itself', async () => {
    const program = await programWith(6)
    const synthesis = async () => {
      throw new Unavailable('the model is gone', 'start it')
    }
    const run = await producedBy(program, scripted({ synthesis }))
    expect(run.failure).toEqual({ code: 'unavailable', message: 'the model is gone', hint: 'start it' })
    expect(run.totals.chains_by_producer).toEqual({ claude: 6 })
  })
})

describe('The narration', () => {
  it('The narration follows the report, which is then rendered again', async () => {
    const program = await programWith(2)
    const narration: Script['narration'] = async ctx => {
      const { workspace } = ctx
      const cited = [{ path: 'title', turns: [{ project_key: ledger, session_ref: 'S0001', turn_ref: 'T0001' }] }]
      await writeSlot(ctx, {
        workspace,
        operation: 'write_report_title',
        by: 'claude',
        cited,
        put: (report, citations) => ({
          ...report,
          title: { text: 'Two questions were answered', citations: citations('title'), by: 'agent' },
        }),
      })
      return undefined
    }
    const run = await producedBy(program, scripted({ narration }))
    expect(statesOf(run)).toMatchObject({ render: 'done', narration: 'done' })
    expect(attemptsOf(run)).toMatchObject({ render: 2, narration: 1 })
    expect(readFileSync(join(program.workspace(), 'report.md'), 'utf8')).toContain('Two questions were answered')
    expect(await program.call('diary_status', { date: '2026-05-12' })).toMatchObject({ stale: [] })
  })

  it('The narration that brings nothing leaves a complete day', async () => {
    const program = await programWith(2)
    const run = await producedBy(program, scripted({ narration: doNothing }))
    expect(statesOf(run)).toMatchObject({ render: 'done', narration: 'failed' })
    expect(attemptsOf(run)).toMatchObject({ narration: 3 })
    expect(run.state).toBe('complete')
  })
})

describe('A run that is cancelled', () => {
  it('A run that is cancelled stops what is running, begins nothing more and keeps what was written', async () => {
    const program = await programWith(12)
    const evidence: Script['evidence'] = (task, ctx) =>
      task.turns[0]?.turn_ref === 'T0001' ? extract(task, ctx) : hang(task, ctx)
    const run = await producedBy(program, scripted({ evidence, synthesis: cover }), {
      concurrency: 1,
      async meanwhile(run_id) {
        await expect
          .poll(() => program.call('diary_run', { run_id }).then(({ tasks }) => tasks?.[2]?.state), soon)
          .toBe('running')
        expect(await program.call('diary_cancel', { run_id })).toEqual({ status: 'ok' })
      },
    })
    expect(run.state).toBe('cancelled')
    expect(run.totals).toMatchObject({ chains_by_producer: { claude: 5 }, uncovered_turns: 12, fallbacks: 0 })
    expect(existsSync(join(program.workspace(), 'report.md'))).toBe(false)
    const { errors } = await program.call('diary_cancel', { run_id: run.run_id })
    expect(errors).toMatchObject([{ path: 'run_id', message: 'that run has ended already' }])

    const again = await producedBy(program, scripted())
    expect(again).toMatchObject({ state: 'complete', totals: { chains_by_producer: { claude: 12 } } })
    expect(readJson(join(program.workspace(), 'run.json'))).toEqual(
      Object.fromEntries(Object.entries(again).filter(([key]) => key !== 'status')),
    )
  })
})
