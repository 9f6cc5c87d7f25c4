import type { DiaryContext } from '../context.ts'
import type { MadeChains } from '../prepare/prepare.ts'
import type { TurnRef } from '../schema.ts'
import type { GenerationMode } from '../settings.ts'
import type { Workspace } from '../workspace/open.ts'
import type { Attempt } from './run.ts'

/**
 * Reads transcripts and writes evidence, work items and the words of a report. What it says about its own
 * success counts for nothing: after every attempt the runner reads the workspace again.
 */
export interface Producer {
  name: GenerationMode
  /**
   * Works in this process, with nothing that could hang or fail by chance: whole sessions at a time, without a time
   * limit and without a second try.
   */
  inProcess: boolean
  /** The likely cause, shown when nothing was accepted in all attempts of a task; the mode then ends. */
  silence?: { message: string; hint: string }
  evidence(task: EvidenceTask, ctx: TaskContext): Promise<Attempt>
  synthesis(task: SynthesisTask, ctx: TaskContext): Promise<Attempt>
  /** Fills the slots of a report that was rendered. */
  narration?(ctx: TaskContext): Promise<Attempt>
  /** Called once, when nothing is asked of it any more. */
  close?(): Promise<void>
}

export interface EvidenceTask {
  /** `evidence:<project_key>:<session_ref>:<first turn_ref>`. */
  id: string
  project_key: string
  session_ref: string
  /** The turns of the task that have no chain yet, in index order. */
  turns: readonly EvidenceTurn[]
}

export interface EvidenceTurn {
  turn_ref: string
  start_line: number
  end_line: number
}

export interface SynthesisTask {
  /** `synthesis:<project_key>`. */
  id: string
  project_key: string
  /** In index order. */
  uncovered_turns: ReadonlyArray<TurnRef & { has_chain: boolean }>
}

/** What a run needs: everything but the call that started it. */
export type GenerateContext = Omit<DiaryContext, 'call'>

export interface TaskContext extends GenerateContext {
  workspace: Workspace
  madeChains: readonly MadeChains[]
  /** From 1; each attempt is a fresh conversation. */
  attempt: number
  /** What may still be spent; null when there is no budget. */
  budgetLeftUsd: number | null
  /** Fires when the task took too long or the run was stopped: end what was started, then answer what was spent. */
  signal: AbortSignal
}

/** Nothing can be produced this way here: a program, a model or a sign-in is missing. Ends the run with exit code 6. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'

  constructor(
    message: string,
    /** The next step. */
    readonly hint: string,
  ) {
    super(message)
  }
}

/** One way to generate, before anything of it was started. */
export interface Mode {
  name: GenerationMode
  /** What leaves this machine and where it goes, as a sentence; empty when nothing does. Consent is asked with it. */
  sends: string
  /** Looks for what it needs and makes it ready. Throws `Unavailable`. */
  open(ctx: Pick<DiaryContext, 'diary' | 'log'>): Promise<Producer>
}
