import data from '../../assets/sample/story.json' with { type: 'json' }
import { addDays } from '../diary/dates/calendar.ts'
import { instantOf as instantIn } from '../diary/dates/zone.ts'
import type { JsonObject } from '../kernel/json.ts'
import type { State } from '../records/states.ts'

/** The content of a record. `{{key}}` is replaced by the id of the record that the story calls so. */
export interface Text {
  type: string
  title: string
  summary: string
  body: string
  metadata?: JsonObject
}

/** So many days before the day after the week, at that hour on the reader's clock: day 1 is the last of the week. */
interface When {
  day: number
  at: string
}

type Action =
  | { do: 'activate'; record: string }
  | { do: 'create'; record: string; under?: string; text: Text; related?: string[] }
  | { do: 'update'; record: string; text: Partial<Text>; related?: string[]; base?: number; force?: true }
  | { do: 'transition'; record: string; to: State; reason?: string; by?: string }
  | { do: 'save'; summary: string }
  | { do: 'close'; summary?: string }
  | { do: 'describe'; fields: ProjectFields; notes: string; diary: string[] }
  | { do: 'summarize'; summary: string }

interface ProjectFields {
  slice: string
  taskFile: string
  developmentPhase: string
  workType: 'continue'
  instruction: 'implementation'
}

export type Step = Action & { session: string; when: When }

export const project = data.project

/**
 * A week of work in nine sessions, in order. One session is never closed and goes stale, one update meets another
 * window's change and is merged, and the last session is still open.
 */
export const story: readonly Step[] = data.steps.map(step => {
  const text = step.text && { ...step.text, ...(step.text.body && { body: step.text.body.join('\n') }) }
  // The type of a JSON file does not say which keys belong to which action.
  return { ...step, ...(text && { text }) } as Step
})

/** A day of the story, and of the diary's week, which ends on the same one. */
export function dayAgo(ago: number, week: readonly string[]): string {
  return addDays(week.at(-1) ?? '', 1 - ago)
}

/** The moment of a step on the reader's own clock. */
export function instantOf({ day, at }: When, week: readonly string[], timezone: string): number {
  return instantIn(Date.parse(`${dayAgo(day, week)}T${at}:00Z`), timezone)
}
