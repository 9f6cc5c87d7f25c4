import type { Recording } from '../harness/recorded-statements.ts'
import { openRaw } from '../harness/recorded-statements.ts'
import { makeWhole } from '../harness/whole-file.ts'
import type { Workspace } from '../harness/workspace.ts'
import { type Caller, openCaller } from './caller.ts'

export interface RecordedRun {
  /** Where every run starts from; never written to again. */
  start: string
  /** What each call of a run executed, in order. */
  recordings: Recording[]
}

/**
 * Runs the calls once on a copy and keeps what they executed. The same statements with the same values then run on
 * any other copy of the starting point: no id has to be made up.
 */
export async function recordRun(
  workspace: Workspace,
  start: string,
  calls: Array<{ operation: string; args: object }>,
): Promise<RecordedRun> {
  makeWhole(start)
  const caller = await openCaller(workspace.copyOf(start))
  const recordings: Recording[] = []
  for (const { operation, args } of calls) recordings.push((await caller.record(operation, args)).recording)
  await caller.close()
  return { start, recordings }
}

export interface RunCopies {
  caller: Caller
  raw: Array<() => void>
  /** Throws unless both sides left the same number of rows in every table; answers the rows written per call. */
  finish(): Promise<number>
}

/** Two fresh copies of the starting point: one for the operation, one for its bare statements. */
export async function openCopies(workspace: Workspace, { start, recordings }: RecordedRun): Promise<RunCopies> {
  const files = { subject: workspace.copyOf(start), baseline: workspace.copyOf(start) }
  const caller = await openCaller(files.subject)
  const raw = openRaw(files.baseline)
  const before = raw.rowsWritten()
  return {
    caller,
    raw: recordings.map(recording => raw.replay(recording)),
    async finish() {
      await caller.close()
      const written = raw.rowsWritten() - before
      const subject = openRaw(files.subject)
      const [a, b] = [JSON.stringify(subject.rowCounts()), JSON.stringify(raw.rowCounts())]
      subject.close()
      raw.close()
      if (a !== b) throw new Error(`The bare statements did other work than the operation: ${a} beside ${b}`)
      return written / recordings.length
    },
  }
}

export function statementsIn(recording: Recording): number {
  return recording.reduce((total, { steps }) => total + steps.length, 0)
}
