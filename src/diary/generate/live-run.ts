import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { replaceFile } from '../../files/replace.ts'
import { errorMessage } from '../../kernel/fault.ts'
import type { Clock } from '../../kernel/instants.ts'
import { formatInZone } from '../dates/zone.ts'
import type { GenerationMode } from '../settings.ts'
import { fileText } from '../workspace/json-file.ts'
import {
  type Attempt,
  type EndState,
  makeRunId,
  type Phase,
  phases,
  type Run,
  type RunFailure,
  type RunOptions,
  type RunTask,
  type RunTotals,
} from './run.ts'

export const runFile = 'run.json'

type Ended = 'done' | 'failed' | 'blocked' | 'skipped'
type Artifacts = Pick<RunTotals, 'turns' | 'chains_by_producer' | 'work_items' | 'uncovered_turns' | 'gaps'>

interface NewRun {
  mode: GenerationMode
  options: RunOptions
  clock: Clock
  log: (line: string) => void
}

/** A run of this process, with its state so far. */
export class LiveRun {
  readonly id: string
  readonly #tasks = new Map<string, RunTask>()
  readonly #begin: NewRun
  #run: Omit<Run, 'tasks'>
  #root: string | undefined
  #writing: Promise<void> | undefined
  #written = -1
  #kept = -1

  constructor(begin: NewRun) {
    const { mode, options } = begin
    this.#begin = begin
    this.id = makeRunId(options.date)
    this.#run = {
      schema_version: 1,
      run_id: this.id,
      mode,
      started_at: this.#now(),
      ended_at: null,
      pid: process.pid,
      options,
      totals: { ...nothing, budget_usd: options.budget_usd },
      state: 'running',
      failure: null,
      progress: [],
      spent_revision: 0,
      revision: 0,
    }
  }

  /** Whether its latest state is in run.json; a full disk may have refused it. */
  get isKept(): boolean {
    return this.#kept >= this.#run.revision
  }

  /** Until other processes can find it by its id, or it has ended before that. */
  async whenFindable(signal?: AbortSignal): Promise<void> {
    while (this.#kept < 0 && this.#run.state === 'running' && !signal?.aborted) await sleep(pauseMs)
  }

  get snapshot(): Run {
    const { schema_version, run_id, mode, started_at, ended_at, pid, options, totals, ...more } = this.#run
    const tasks = [...this.#tasks.values()]
    return { schema_version, run_id, mode, started_at, ended_at, pid, options, tasks, totals, ...more }
  }

  /** From now on run.json of that workspace describes this run. */
  keepIn(root: string): void {
    this.#root = root
    this.#changed()
  }

  plan(tasks: ReadonlyArray<{ id: string; phase: Phase }>): void {
    for (const { id, phase } of tasks) {
      const times = { started_at: null, ended_at: null }
      const revision = this.#next()
      const spent = { tokens: null, cost_usd: null }
      this.#tasks.set(id, { id, phase, state: 'waiting', attempts: 0, ...times, ...spent, error: null, revision })
    }
    for (const phase of new Set(tasks.map(task => task.phase))) this.#count(phase)
  }

  attempt(id: string): void {
    const { attempts, started_at } = this.#task(id)
    this.#put(id, { state: 'running', attempts: attempts + 1, started_at: started_at ?? this.#now(), ended_at: null })
  }

  spent(id: string, { tokens, cost_usd, fallbacks = 0 }: Omit<Attempt, 'problem'>): void {
    if (tokens === null && cost_usd === null && fallbacks === 0) return
    const task = this.#task(id)
    this.#put(id, { tokens: plus(task.tokens, tokens), cost_usd: plus(task.cost_usd, cost_usd) })
    const { totals } = this.#run
    this.#totals({
      tokens: plus(totals.tokens, tokens),
      cost_usd: plus(totals.cost_usd, cost_usd),
      fallbacks: totals.fallbacks + fallbacks,
    })
    this.#run.spent_revision = this.#next()
  }

  end(id: string, state: Ended, error: string | null = null): void {
    const { phase } = this.#put(id, { state, ended_at: this.#now(), error })
    this.#count(phase)
  }

  /** Tasks that have not begun are skipped, and those that were running have failed. */
  endAll(error: string): void {
    for (const { id, state } of this.#tasks.values()) {
      if (state === 'waiting') this.end(id, 'skipped', error)
      if (state === 'running') this.end(id, 'failed', error)
    }
  }

  progress(phase: Phase, done: number, total: number): void {
    const others = this.#run.progress.filter(each => each.phase !== phase)
    const all = [...others, { phase, done, total, revision: this.#next() }]
    this.#run.progress = all.sort((one, other) => phases.indexOf(one.phase) - phases.indexOf(other.phase))
  }

  /** What the artifacts say about the day. */
  count(artifacts: Artifacts): void {
    this.#totals(artifacts)
  }

  async finish(state: EndState, failure: RunFailure | null = null): Promise<void> {
    this.#run = { ...this.#run, state, failure, ended_at: this.#now(), revision: this.#run.revision + 1 }
    this.#changed()
    while (this.#writing) await this.#writing
  }

  get costUsd(): number {
    return this.#run.totals.cost_usd ?? 0
  }

  #now(): string {
    return formatInZone(this.#begin.clock(), this.#begin.options.timezone)
  }

  #task(id: string): RunTask {
    const task = this.#tasks.get(id)
    if (task) return task
    throw new Error(`The run has no task ${id}.`)
  }

  #put(id: string, change: Partial<RunTask>): RunTask {
    const task = { ...this.#task(id), ...change, revision: this.#next() }
    this.#tasks.set(id, task)
    return task
  }

  #count(phase: Phase): void {
    const all = [...this.#tasks.values()]
    const states = all.map(({ state }) => state)
    const having = (...wanted: Array<RunTask['state']>) => states.filter(state => wanted.includes(state)).length
    this.#totals({
      tasks: all.length,
      done: having('done'),
      failed: having('failed', 'blocked'),
      skipped: having('skipped'),
    })
    const own = all.filter(task => task.phase === phase)
    this.progress(phase, own.filter(({ ended_at }) => ended_at !== null).length, own.length)
  }

  #totals(change: Partial<RunTotals>): void {
    this.#run.totals = { ...this.#run.totals, ...change }
    this.#next()
  }

  #next(): number {
    this.#run.revision++
    this.#changed()
    return this.#run.revision
  }

  #changed(): void {
    // A writing with nothing to write would be over before it is remembered, and be waited for without end.
    const isWritten = this.#written >= this.#run.revision
    if (this.#root !== undefined && !this.#writing && !isWritten) this.#writing = this.#write(join(this.#root, runFile))
  }

  /** Several changes within a moment are written together. It only informs, so a disk that refuses it stops nothing. */
  async #write(path: string): Promise<void> {
    try {
      while (this.#written < this.#run.revision) {
        if (this.#run.state === 'running') await sleep(pauseMs)
        const run = this.snapshot
        this.#written = run.revision
        await replaceFile(path, fileText(run))
        this.#kept = run.revision
      }
    } catch (error) {
      this.#begin.log(`diary: run.json was not written: ${errorMessage(error)}`)
    } finally {
      this.#writing = undefined
    }
  }
}

const pauseMs = 50

const nothing: RunTotals = {
  tasks: 0,
  done: 0,
  failed: 0,
  skipped: 0,
  turns: 0,
  chains_by_producer: {},
  work_items: {},
  uncovered_turns: 0,
  gaps: 0,
  fallbacks: 0,
  tokens: null,
  cost_usd: null,
  budget_usd: null,
}

/** Adds what is known; null when nothing is. */
function plus(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.round((one + other) * 1e9) / 1e9
}
