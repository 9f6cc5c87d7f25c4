import { describe, expect, it } from 'vitest'
import type { Run, RunTask } from '../../diary/generate/run.ts'
import { RunDisplay, runLines } from './progress.ts'

const task = (id: string, phase: RunTask['phase'], state: RunTask['state'], more: Partial<RunTask> = {}): RunTask => ({
  ...{ id, phase, state, attempts: 1, started_at: null, ended_at: null, tokens: null, cost_usd: null },
  ...{ error: null, revision: 1, ...more },
})

const run: Run = {
  schema_version: 1,
  run_id: 'run-2026-05-12-0a1b2c3d4e5f',
  mode: 'claude',
  started_at: '2026-05-13T08:00:00Z',
  ended_at: null,
  pid: 1,
  options: {
    date: '2026-05-12',
    timezone: 'UTC',
    projects: null,
    concurrency: 4,
    budget_usd: 2,
    fallback: 'builtin',
    fresh: null,
  },
  tasks: [
    task('prepare', 'prepare', 'done'),
    task('evidence:ledger:S0001:T0001', 'evidence', 'done'),
    task('evidence:ledger:S0001:T0006', 'evidence', 'running', { attempts: 2 }),
    task('synthesis:ledger', 'synthesis', 'waiting'),
  ],
  totals: {
    ...{ tasks: 4, done: 2, failed: 0, skipped: 0, turns: 10, chains_by_producer: {}, work_items: {} },
    ...{ uncovered_turns: 10, gaps: 5, fallbacks: 3, tokens: 12_400, cost_usd: 0.42, budget_usd: 2 },
  },
  state: 'running',
  failure: null,
  progress: [
    { phase: 'prepare', done: 4096, total: 4096, revision: 2 },
    { phase: 'evidence', done: 1, total: 2, revision: 3 },
    { phase: 'synthesis', done: 0, total: 1, revision: 4 },
  ],
  spent_revision: 5,
  revision: 5,
}

function page(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, columns: 60, write: (text: string) => written.push(text), text: () => written.join('') }
}

describe('The display of a run', () => {
  it('The display of a run has a bar for each phase, the running tasks, and what was spent', () => {
    expect(runLines(run, 61_000)).toEqual([
      'Prepare     ━━━━━━━━━━━━━━━━━━━━  100 %',
      'Evidence    ━━━━━━━━━━──────────  1/2  evidence:ledger:S0001:T0006',
      'Work items  ────────────────────  0/1',
      '1 min 1 s · 12,400 tokens · $0.42 of $2.00 · 3 by the built-in path instead',
    ])
  })

  it('The display of a run is drawn over itself on a terminal, at most ten times a second and within its width', () => {
    const screen = page(true)
    let now = 0
    const display = new RunDisplay(screen, () => now)
    display.show(run)
    const first = screen.text()
    expect(first.split('\n').every(line => line.length <= 59)).toBe(true)
    now = 99
    display.show(run)
    expect(screen.text()).toBe(first)
    now = 100
    display.show(run)
    expect(screen.text()).toBe(`${first}\r\u001b[4A\u001b[J${first}`)
    display.end()
    expect(screen.text().endsWith('\r\u001b[4A\u001b[J')).toBe(true)
  })

  it('The display of a run tells each task that ended once, in a line of its own, where nobody looks', () => {
    const file = page(false)
    const display = new RunDisplay(file)
    display.show(run)
    display.show(run)
    display.show({ ...run, tasks: [task('synthesis:ledger', 'synthesis', 'failed', { error: 'it took too long' })] })
    display.end()
    expect(file.text().split('\n')).toEqual([
      'prepare done',
      'evidence:ledger:S0001:T0001 done',
      'evidence:ledger:S0001:T0006 attempt 2',
      'synthesis:ledger failed: it took too long',
      '',
    ])
  })
})
