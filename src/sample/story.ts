import data from '../../assets/sample/story.json' with { type: 'json' }
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

/** A number of days ago at that hour on the reader's clock, or a number of minutes before now. */
type When = { day: number; at: string } | { minutesAgo: number }

type Action =
  | { do: 'activate'; record: string }
  | { do: 'create'; record: string; under?: string; text: Text; related?: string[] }
  | { do: 'update'; record: string; text: Partial<Text>; related?: string[]; base?: number; force?: true }
  | { do: 'transition'; record: string; to: State; reason?: string; by?: string }
  | { do: 'save'; summary: string }
  | { do: 'close'; summary?: string }
  | { do: 'describe'; fields: ProjectFields; notes: string }
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

/** The moment of a step on the reader's own clock; never later than now. */
export function instantOf(when: When, now: number): number {
  if ('minutesAgo' in when) return now - when.minutesAgo * 60_000
  const [hour = 0, minute = 0] = when.at.split(':').map(Number)
  const day = new Date(now)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - when.day, hour, minute).getTime()
}
