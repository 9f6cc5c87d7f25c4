import { byteOrder } from '../../kernel/byte-order.ts'
import { Rejection } from '../rejection.ts'
import type { IndexRow } from '../schema.ts'
import { loadCard, type StoredCard } from '../workspace/card.ts'
import type { Workspace } from '../workspace/open.ts'
import { type DiaryProject, loadProject, rowOf } from '../workspace/project.ts'
import type { EvidenceTask, EvidenceTurn, Producer } from './producer.ts'
import type { Phase } from './run.ts'

interface PlannedProject {
  key: string
  evidence: EvidenceTask[]
  /** Why nothing can be done about this project until its files are corrected. */
  broken: string | null
}

const turnsPerTask = 5

/** What has to be extracted, from the files as they are: every turn without a chain. */
export async function planProject(
  workspace: Workspace,
  key: string,
  { inProcess }: Pick<Producer, 'inProcess'>,
): Promise<PlannedProject> {
  try {
    const project = await loadProject(workspace, key)
    const evidence: EvidenceTask[] = []
    for (const row of project.rows) {
      const missing = await missingIn(project, row)
      const batches = inProcess ? [missing.flat()].filter(({ length }) => length > 0) : missing.flatMap(inFives)
      evidence.push(...batches.map(turns => evidenceTask(key, row, turns)))
    }
    return { key, evidence, broken: null }
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    return { key, evidence: [], broken: error.problems[0]?.message ?? error.message }
  }
}

/** The turns of the task that still have no chain. */
export async function turnsWithoutChain(workspace: Workspace, task: EvidenceTask): Promise<EvidenceTurn[]> {
  const project = await loadProject(workspace, task.project_key)
  const chained = chainedIn(await loadCard(project, rowOf(project, task.session_ref)))
  return task.turns.filter(({ turn_ref }) => !chained.has(turn_ref))
}

/** Turns without a chain, in stretches that no turn with one interrupts. */
async function missingIn(project: DiaryProject, row: IndexRow): Promise<EvidenceTurn[][]> {
  const chained = chainedIn(await loadCard(project, row))
  const stretches: EvidenceTurn[][] = [[]]
  for (const { turn_ref, turn_start_line: start_line, turn_end_line: end_line } of row.turns) {
    if (chained.has(turn_ref)) stretches.push([])
    else stretches.at(-1)?.push({ turn_ref, start_line, end_line })
  }
  return stretches.filter(({ length }) => length > 0)
}

function chainedIn(card: StoredCard | undefined): Set<string> {
  return new Set(card?.chains.map(({ turn_ref }) => turn_ref))
}

function inFives(turns: EvidenceTurn[]): EvidenceTurn[][] {
  const count = Math.ceil(turns.length / turnsPerTask)
  return Array.from({ length: count }, (_, index) => turns.slice(index * turnsPerTask, (index + 1) * turnsPerTask))
}

function evidenceTask(project_key: string, { session_ref }: IndexRow, turns: EvidenceTurn[]): EvidenceTask {
  return { id: `evidence:${project_key}:${session_ref}:${turns[0]?.turn_ref}`, project_key, session_ref, turns }
}

export interface Scheduled {
  id: string
  phase: Phase
  /** Tasks that must have ended, well or badly, before this one starts. */
  after: readonly string[]
  /** Records its own failures; what it throws ends the whole schedule. */
  run(): Promise<void>
}

/** Runs tasks in the order of their ids, at most `limitOf` of a phase at a time. Throws the first error once all have ended. */
export async function schedule(tasks: readonly Scheduled[], limitOf: (phase: Phase) => number): Promise<void> {
  const waiting = [...tasks].sort((one, other) => byteOrder(one.id, other.id))
  const running = new Map<Scheduled, Promise<void>>()
  const ended = new Set<string>()
  const errors: unknown[] = []
  for (;;) {
    for (const task of [...waiting]) {
      const beside = [...running.keys()].filter(({ phase }) => phase === task.phase).length
      if (errors.length > 0 || beside >= limitOf(task.phase) || !task.after.every(id => ended.has(id))) continue
      waiting.splice(waiting.indexOf(task), 1)
      const work = task
        .run()
        .catch(error => void errors.push(error))
        .finally(() => {
          running.delete(task)
          ended.add(task.id)
        })
      running.set(task, work)
    }
    if (running.size === 0) break
    await Promise.race(running.values())
  }
  if (errors.length > 0) throw errors[0]
}
