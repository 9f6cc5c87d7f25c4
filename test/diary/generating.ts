import { setTimeout as sleep } from 'node:timers/promises'
import { startRun } from '../../src/diary/generate/generate.ts'
import type { EvidenceTask, Producer, SynthesisTask, TaskContext } from '../../src/diary/generate/producer.ts'
import type { Pause } from '../../src/diary/generate/retry.ts'
import type { Attempt, Run, RunOptions } from '../../src/diary/generate/run.ts'
import { writeItems } from '../../src/diary/generate/write-items.ts'
import { appendChains } from '../../src/diary/workspace/append-chains.ts'
import { loadProject, rowOf } from '../../src/diary/workspace/project.ts'
import { sessionChains } from '../../src/diary/workspace/session-chains.ts'
import { AT, P, session } from '../fixtures/transcripts/claude-code/builders.ts'
import type { Answer } from '../support/engines.ts'
import { agentHome, settledFile } from './home.ts'
import { openProgram, shanghai } from './prepared.ts'

export const date = '2026-05-12'
export const soon = { timeout: 30_000 }

export type Program = Awaited<ReturnType<typeof openProgram>>

/** A program whose machine has one session of so many turns, all of them small talk. */
export async function programWith(turns: number): Promise<Program> {
  const machine = agentHome()
  settledFile(machine.claude('one'), talk(turns))
  return openProgram(machine)
}

export function talk(turns: number, cwd = '/fake/ledger'): Buffer {
  return session(
    ...Array.from({ length: turns }, (_, index) => {
      const timestamp = new Date(Date.parse('2026-05-12T02:00:00Z') + index * 60_000).toISOString()
      // Records of the same id would be copies of each other.
      const record = (name: string) => ({ timestamp, cwd, uuid: `${cwd} ${name} ${index}` })
      return [P(`Question number ${index + 1}?`, record('p')), AT(`Answer ${index + 1}.`, record('a'))]
    }).flat(),
  )
}

/** Starts a run through its operation and answers how it ended. */
export async function generated(program: Program, args: object = {}): Promise<Answer> {
  const started = await program.call('diary_generate', { date, ...args })
  if (started.status !== 'started') return started
  await program.app.jobs.finish()
  return program.call('diary_run', { run_id: started.run_id })
}

export interface Asked extends Partial<RunOptions> {
  pause?: Pause
  taskTimeoutMs?: number
  /** Called as soon as the run has begun. */
  meanwhile?: (runId: string) => Promise<void>
}

/** A whole run with a producer of the test's own; waits between attempts are only noted. */
export async function producedBy(program: Program, producer: Producer, asked: Asked = {}): Promise<Run> {
  const { pause = async () => {}, taskTimeoutMs = 600_000, meanwhile, ...options } = asked
  const { app } = program
  const live = await startRun(
    { ...app, diary: { ...app.diary, taskTimeoutMs } },
    {
      producer,
      mode: producer.name,
      pause,
      options: {
        ...{ date, timezone: shanghai, projects: null, concurrency: 4, budget_usd: null },
        ...{ fallback: 'builtin', fresh: null },
        ...options,
      },
    },
  )
  // A test that fails in the middle must not leave a run behind that never ends.
  await meanwhile?.(live.id).catch(async error => {
    await app.jobs.finish({ cancel: true })
    throw error
  })
  await app.jobs.finish()
  return (await program.call('diary_run', { run_id: live.id })) as Run
}

type Told = Partial<Attempt>

export interface Script {
  evidence?: (task: EvidenceTask, ctx: TaskContext) => Promise<Told | undefined>
  synthesis?: (task: SynthesisTask, ctx: TaskContext) => Promise<Told | undefined>
  narration?: (ctx: TaskContext) => Promise<Told | undefined>
  silence?: Producer['silence']
}

/** A producer that does what a test says; what it says nothing about is done right. */
export function scripted({ evidence = extract, synthesis = cover, narration, silence }: Script = {}): Producer {
  const answer = async (told: Promise<Told | undefined>) => ({ ...nothing, ...(await told) })
  return {
    name: 'claude',
    inProcess: false,
    ...(silence && { silence }),
    evidence: (task, ctx) => answer(evidence(task, ctx)),
    synthesis: (task, ctx) => answer(synthesis(task, ctx)),
    ...(narration && { narration: (ctx: TaskContext) => answer(narration(ctx)) }),
  }
}

const nothing: Attempt = { tokens: null, cost_usd: null, problem: null }

/** Writes the chains of a task, or of the first of its turns. */
export async function extract(task: EvidenceTask, ctx: TaskContext, most = task.turns.length): Promise<undefined> {
  const { workspace, signal, diary } = ctx
  const { project_key, session_ref } = task
  const project = await loadProject(workspace, project_key)
  const turn_refs = new Set(task.turns.slice(0, most).map(turn => turn.turn_ref))
  const chains = await sessionChains(diary, { project, row: rowOf(project, session_ref), turn_refs }, signal)
  const submitted = chains.map(chain => ({ chain }))
  await appendChains(ctx, { workspace, project_key, session_ref, chains: submitted, by: 'claude' })
  return undefined
}

export async function cover({ project_key }: SynthesisTask, ctx: TaskContext): Promise<undefined> {
  await writeItems(ctx, { workspace: ctx.workspace, project_key, by: 'claude' })
  return undefined
}

export async function doNothing(): Promise<undefined> {
  return undefined
}

/** Hangs until it is aborted. */
export async function hang(_task: unknown, { signal }: TaskContext): Promise<undefined> {
  await sleep(600_000, undefined, { signal }).catch(() => {})
  return undefined
}
