import { z } from 'zod'
import type { TurnRef } from '../schema.ts'
import { turnKey } from '../workspace/refs.ts'
import type { DailyReport } from './schema.ts'
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
