import { Rejection } from '../rejection.ts'
import type { TurnRef } from '../schema.ts'
import { type Progress, progressOf } from '../workspace/progress.ts'
import type { DiaryProject } from '../workspace/project.ts'
import type { DailyReport, ReportItem } from './schema.ts'

/** What a report was made from and is gone or cannot be read, a line each: evidence of its turns, and its work items. */
export async function lostWork(
  { projects: reported }: DailyReport,
  projects: ReadonlyMap<string, DiaryProject>,
  isForgotten: (project: string, ref: string) => boolean,
): Promise<string[]> {
  const lost: string[] = []
  for (const { project_key: key, work_items } of reported) {
    const project = projects.get(key)
    const progress = project ? await readOrReason(project) : `projects/${key} cannot be read`
    if (typeof progress === 'string') lost.push(progress)
    else lost.push(...lostOf(progress, work_items).flatMap(({ ref, what }) => (isForgotten(key, ref) ? [] : what)))
  }
  return lost
}

async function readOrReason(project: DiaryProject): Promise<Progress | string> {
  try {
    return await progressOf(project)
  } catch (error) {
    if (error instanceof Rejection) return error.problems.map(({ message }) => message).join('; ')
    throw error
  }
}

function lostOf({ project: { key }, items, hasChain }: Progress, reported: readonly ReportItem[]) {
  const known = new Set(items.map(({ work_item_ref }) => work_item_ref))
  const gone = reported.flatMap(({ work_item_ref: ref }) =>
    known.has(ref) ? [] : [{ ref, what: `${key} ${ref} is not among the work items any more` }],
  )
  const bare = reported
    .filter(({ kind }) => restOnEvidence.has(kind))
    .flatMap(({ covered_turns }) => covered_turns)
    .filter(turn => !hasChain(turn))
    .map(({ session_ref: ref, turn_ref }: TurnRef) => ({
      ref,
      what: `${key} ${ref}:${turn_ref} has no evidence any more`,
    }))
  return [...gone, ...bare]
}

const restOnEvidence: ReadonlySet<string> = new Set(['material_work_item', 'no_material_work_item'])
