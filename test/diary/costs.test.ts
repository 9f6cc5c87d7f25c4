import { rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { generated } from './generating.ts'
import { agentHome } from './home.ts'
import { LabelledHistory } from './labelled-history.ts'
import { writeOwnDay } from './own-days.ts'
import { openProgram } from './prepared.ts'

it('what a day cost is split by item, branch, pull request and commit, and always adds up to the day', async () => {
  const machine = agentHome()
  const history = new LabelledHistory(machine)
  const session = history.agent('11111111-1111-4111-8111-111111111111')
  session.asks('Round half to even.')
  session.writes('src/round.ts', history.code(6))
  const first = history.commit('Round', [], 'one turn')
  session.asks('Two files.')
  session.writes('src/one.ts', history.code(8))
  const one = history.commit('One', [], 'most of a turn')
  session.writes('src/two.ts', history.code(4))
  const two = history.commit('Two', [], 'the rest of it')
  session.asks('Only look, please.')
  session.runs('git status', 'nothing to commit')
  history.finish()
  const program = await openProgram(machine)
  const run = await generated(program)
  expect(run).toMatchObject({ state: 'complete' })
  const { report } = await program.call('diary_report', { date: '2026-05-12', format: 'json' })
  const total = Math.round(report.statistics.cost_usd.total * 1_000_000)
  expect(total).toBeGreaterThan(0)

  for (const by of ['item', 'branch', 'pr', 'commit']) {
    const costs = await program.call('diary_costs', { date: '2026-05-12', by })
    const parts = [...costs.rows, costs.unattributed]
    expect(costs.total, by).toMatchObject({ micro_usd: total, turns: 3 })
    expect(parts.reduce((sum, { micro_usd }) => sum + micro_usd, 0)).toBe(total)
    expect(parts.reduce((sum, { turns }) => sum + turns, 0)).toBe(3)
  }
  const { rows, unattributed } = await program.call('diary_costs', { date: '2026-05-12', by: 'commit' })
  const shown = new Map(
    rows.map(({ ref, label, turns }: { ref: string; label: string; turns: number }) => [ref, [label, turns]]),
  )
  expect(shown).toEqual(
    new Map([
      [first.slice(0, 10), ['Round', 1]],
      [one.slice(0, 10), ['One', 1]],
      [two.slice(0, 10), ['Two', 0]],
    ]),
  )
  expect(unattributed).toMatchObject({ turns: 1 })
  const branches = await program.call('diary_costs', { from: '2026-05-11', to: '2026-05-12', by: 'branch' })
  expect(branches).toMatchObject({ days: ['2026-05-12'], rows: [{ ref: 'main', turns: 3, micro_usd: total }] })
  expect(await program.call('diary_costs', { date: '2026-05-01' })).toMatchObject({ status: 'invalid' })
})

it('the commits that carry a day are named, by git where the repository is and by the transcripts where it is not', async () => {
  const machine = agentHome()
  const history = new LabelledHistory(machine)
  const session = history.agent('11111111-1111-4111-8111-111111111111')
  session.asks('Round half to even.')
  session.writes('src/round.ts', history.code(6))
  const byHand = history.commit('Round', [], 'an agent’s lines, committed by a person')
  session.asks('One more.')
  session.writes('src/more.ts', history.code(4))
  session.commits('More')
  const made = history.label([], 'made by the agent')
  history.finish()
  const program = await openProgram(machine)
  await generated(program)
  const ofDay = async () => (await program.call('diary_commits', { date: '2026-05-12' })).projects[0]
  const turn = (turn_ref: string, more: object) => ({
    ...{
      session_ref: 'S0001',
      turn_ref,
      work_item_ref: expect.stringMatching(/^W\d+$/),
      confidence: 'certain',
      ...more,
    },
  })
  expect(await ofDay()).toEqual({
    project_key: expect.any(String),
    repository: history.folder,
    commits: [
      { hash: made, subject: 'More', turns: [turn('T0002', { lines: 4, made_commit: true })] },
      { hash: byHand, subject: 'Round', turns: [turn('T0001', { lines: 6, made_commit: false })] },
    ],
  })

  rmSync(history.folder, { recursive: true })
  expect(await ofDay()).toMatchObject({
    repository: null,
    commits: [{ hash: made.slice(0, 7), subject: 'More', turns: [turn('T0002', { lines: 0, made_commit: true })] }],
  })
  expect(await program.call('diary_commits', { date: '2026-05-01' })).toMatchObject({ status: 'invalid' })
})

it('the work items of several days are kept apart, though they all begin with W0001', async () => {
  const machine = agentHome()
  const days = ['2026-05-11', '2026-05-12']
  for (const day of days) writeOwnDay(machine.claude(day), day)
  const program = await openProgram(machine)
  for (const date of days) expect(await generated(program, { date })).toMatchObject({ state: 'complete' })
  const ofDay = async (date: string) => (await program.call('diary_costs', { date })).rows
  const both = await program.call('diary_costs', { from: '2026-05-11', to: '2026-05-12' })
  const byDay = (a: { date: string }, b: { date: string }) => (a.date < b.date ? -1 : 1)
  const [older, newer] = [await ofDay('2026-05-11'), await ofDay('2026-05-12')]
  expect(older).toEqual([expect.objectContaining({ date: '2026-05-11', ref: 'W0001', turns: 2 })])
  expect(both.rows.toSorted(byDay)).toEqual([...older, ...newer])
})
