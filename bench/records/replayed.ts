import type { Tape } from '../harness/tape.ts'
import { openRaw } from '../harness/tape.ts'
import { makeWhole } from '../harness/whole-file.ts'
import type { Workspace } from '../harness/workspace.ts'
import { type Caller, openCaller } from './caller.ts'

export interface Rehearsal {
  /** Where every run starts from; never written to again. */
  start: string
  /** What each call of a run executed, in order. */
  tapes: Tape[]
}

/**
 * Runs the calls once on a copy and keeps what they executed. The same statements with the same values then run on
 * any other copy of the starting point: no id has to be made up.
 */
export async function rehearse(
  workspace: Workspace,
  start: string,
  calls: Array<{ operation: string; args: object }>,
): Promise<Rehearsal> {
  makeWhole(start)
  const caller = await openCaller(workspace.copyOf(start))
  const tapes: Tape[] = []
  for (const { operation, args } of calls) tapes.push((await caller.tape(operation, args)).tape)
  await caller.close()
  return { start, tapes }
}

export interface Stage {
  caller: Caller
  raw: Array<() => void>
  /** Throws unless both sides left the same number of rows in every table; answers the rows written per call. */
  finish(): Promise<number>
}

/** Two fresh copies of the starting point: one for the operation, one for its bare statements. */
export async function openStage(workspace: Workspace, { start, tapes }: Rehearsal): Promise<Stage> {
  const files = { subject: workspace.copyOf(start), baseline: workspace.copyOf(start) }
  const caller = await openCaller(files.subject)
  const raw = openRaw(files.baseline)
  const before = raw.rowsWritten()
  return {
    caller,
    raw: tapes.map(tape => raw.player(tape)),
    async finish() {
      await caller.close()
      const written = raw.rowsWritten() - before
      const subject = openRaw(files.subject)
      const [a, b] = [JSON.stringify(subject.rowCounts()), JSON.stringify(raw.rowCounts())]
      subject.close()
      raw.close()
      if (a !== b) throw new Error(`The bare statements did other work than the operation: ${a} beside ${b}`)
      return written / tapes.length
    },
  }
}

export function statementsIn(tape: Tape): number {
  return tape.reduce((total, { steps }) => total + steps.length, 0)
}
