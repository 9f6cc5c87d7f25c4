import { z } from 'zod'
import { Rejection } from '../rejection.ts'
import type { TurnRef } from '../schema.ts'
import { type Progress, progressOf } from '../workspace/progress.ts'
import type { DiaryProject } from '../workspace/project.ts'
import { turnKey } from '../workspace/refs.ts'
import type { DailyReport, ReportItem } from './schema.ts'
import { sentencesOf } from './text/sentences.ts'

const TurnPlace = z.object({ project_key: z.string(), session_ref: z.string(), turn_ref: z.string() })
type TurnPlace = z.output<typeof TurnPlace>

/** Whether a report accounts for every turn of its day once, and every sentence of it cites lines. */
export const Account = z.object({
  turns: z.int(),
  unaccounted: z.array(TurnPlace).describe('Turns in no work item that the report does not name as gaps either'),
  repeated: z.array(TurnPlace).describe('Turns in more than one work item'),
  sentences: z.int(),
  uncited: z.array(z.object({ id: z.string(), where: z.string(), text: z.string() })),
})
export type Account = z.output<typeof Account>

interface ProjectTurns {
  key: string
  turns: readonly TurnRef[]
}

/** Counts anew from the report itself and the indexed turns; what the report says of itself is not believed. */
export function accountOf(report: DailyReport, projects: readonly ProjectTurns[]): Account {
  const named = new Set(report.gaps.map(gap => placeKey(gap.project_key, gap)))
  const items = new Map<string, number>()
  for (const { project_key, work_items } of report.projects) {
    for (const turn of work_items.flatMap(({ covered_turns }) => covered_turns)) {
      const key = placeKey(project_key, turn)
      items.set(key, (items.get(key) ?? 0) + 1)
    }
  }
  const turns = projects.flatMap(({ key, turns: own }) =>
    own.map(({ session_ref, turn_ref }) => ({ project_key: key, session_ref, turn_ref })),
  )
  const itemsWith = (turn: TurnPlace) => items.get(placeKey(turn.project_key, turn)) ?? 0
  const sentences = sentencesOf(report)
  // Reports of earlier versions do not say which turns their numbers rest on, and a day without turns has nothing to cite.
  const isCited = report.turns.length > 0
  return {
    turns: turns.length,
    unaccounted: turns.filter(turn => itemsWith(turn) === 0 && !named.has(placeKey(turn.project_key, turn))),
    repeated: turns.filter(turn => itemsWith(turn) > 1),
    sentences: sentences.length,
    uncited: sentences
      .filter(({ citations }) => isCited && citations.length === 0)
      .map(({ id, where, text }) => ({ id, where, text })),
  }
}

function placeKey(project: string, turn: TurnRef): string {
  return `${project} ${turnKey(turn)}`
}

/** What is left without account, a line each; none where everything is accounted for. */
export function accountFaults({ unaccounted, repeated, uncited }: Account): string[] {
  const place = ({ project_key, session_ref, turn_ref }: TurnPlace) => `${project_key} ${session_ref}:${turn_ref}`
  return [
    ...unaccounted.map(turn => `${place(turn)} is in no work item and not named as a gap`),
    ...repeated.map(turn => `${place(turn)} is in more than one work item`),
    ...uncited.map(({ where, text }) => `${where} cites no lines: ${text}`),
  ]
}

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
