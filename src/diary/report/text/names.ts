import type { CheckKind, ItemKind, OutcomeCategory, TerminalType } from '../../schema.ts'
import type { ReportItem } from '../schema.ts'

/** The words people read for the words programs read. */
export const categoryNames: { [category in OutcomeCategory]: string } = {
  code_outcome: 'Code',
  document_outcome: 'Document',
  decision_outcome: 'Decision',
  validation_outcome: 'Validation',
  process_outcome: 'Process',
  research_outcome: 'Research',
  blocker_outcome: 'Blocker',
  other: 'Other',
}

export const terminalNames: { [type in TerminalType]: string } = {
  material_result: 'Result',
  no_material: 'No result',
  blocked: 'Blocked',
  interrupted: 'Interrupted',
  failed: 'Failed',
  clarification_only: 'Question asked',
  evidence_gap: 'Evidence gap',
  other: 'Other',
}

type ItemState = Pick<ReportItem, 'disposition' | 'waits_for_answer'>

/** The state of a work item: one that waits for an answer says so, whatever it delivered before. */
export function itemStateText({ disposition, waits_for_answer }: ItemState): string | null {
  return waits_for_answer ? 'waiting for an answer' : disposition
}

export const kindNames: { [kind in ItemKind]: string } = {
  material_work_item: 'Material work',
  no_material_work_item: 'Minor activity',
  evidence_gap_item: 'Without evidence',
  excluded_with_reason: 'Left out',
}

export const checkNames: { [kind in CheckKind]: string } = {
  typecheck: 'Type check',
  lint: 'Lint',
  test: 'Test',
  build: 'Build',
}

/** `2026-05-12` → `Tuesday, 12 May 2026`. */
export function longDate(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  const weekday = weekdays[new Date(`${day}T12:00:00Z`).getUTCDay()]
  return `${weekday}, ${date} ${months[(month ?? 1) - 1]} ${year}`
}

export function shortDate(day: string): string {
  const [, month, date] = day.split('-').map(Number)
  return `${date} ${months[(month ?? 1) - 1]?.slice(0, 3)}`
}

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Cited lines as people read them: one line is named once. */
export function linesText(lines: string): string {
  const [first = lines, last] = lines.split('-')
  return first === last ? first : lines
}

/** `line 12`, `lines 12–14`. */
export function linesWords(lines: string): string {
  const [first = lines, last = first] = lines.split('-')
  return first === last ? `line ${first}` : `lines ${first}–${last}`
}

/** Where a stand-up is pasted. */
export const standupForms = ['slack', 'markdown', 'email'] as const
export type StandupForm = (typeof standupForms)[number]

export const standupNames: { [form in StandupForm]: string } = {
  slack: 'Slack',
  markdown: 'Markdown',
  email: 'E-mail',
}
