import { z } from 'zod'
import { freeText, listOf, name } from '../arguments.ts'
import type { Problem } from '../rejection.ts'
import { confidences } from '../schema.ts'

const Turn = { session_ref: name('S0001'), turn_ref: name('T0001') }

/** A turn of any project of the day. */
export const DayTurn = z.strictObject({ project_key: name('ledger-d7579830878a'), ...Turn })
/** A turn of the project the call is about. */
export const ProjectTurn = z.strictObject({ project_key: name('ledger-d7579830878a').optional(), ...Turn })

export function someOf<S extends z.ZodType>(turn: S) {
  return listOf(turn).check(({ value, issues }) => {
    if (value.length > 0) return
    const params = { message: 'citations must hold at least one citation', hint: 'cite a turn with a chain' }
    issues.push({ code: 'custom', input: value, params })
  })
}

export const ClaimInput = z.strictObject({
  text: freeText(),
  citations: someOf(DayTurn),
  confidence: z.enum(confidences),
})

export const Limits = listOf(freeText()).optional()

/** A title for people: one short line that says what happened, not that something did. */
export function titleText() {
  return freeText().check(({ value, issues }) => {
    const problem = titleRule(value)
    if (problem) issues.push({ code: 'custom', input: value, params: problem })
  })
}

/** Whether a text may be the title of a day. */
export function isTitle(text: string): boolean {
  return text.trim() !== '' && titleRule(text) === undefined
}

const emptyTitles = ['daily report', 'work report', 'work log', 'updates', 'diary']

function titleRule(text: string): Omit<Problem, 'path'> | undefined {
  if (/[\n\r\v\f\u0085\u2028\u2029]/.test(text))
    return { message: 'the title must be one line', hint: 'write one line' }
  if ([...text].length > 80) return { message: 'the title must have at most 80 characters', hint: 'write it shorter' }
  if (/\d{4}-\d{2}-\d{2}/.test(text)) return { message: 'the title must not name a date', hint: 'leave the date out' }
  if (!emptyTitles.includes(text.trim().toLowerCase())) return undefined
  return { message: 'the title must say what was done', hint: 'name the work of the day' }
}
