import { incompleteWords } from '../../incomplete.ts'
import type { CheckKind, ItemKind, OutcomeCategory, TerminalType } from '../../schema.ts'
import type { DailyReport, ReportItem } from '../schema.ts'

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

/** How a work item stands: one that waits for an answer says so, whatever it delivered before. */
export function itemStateText({ disposition, waits_for_answer }: ItemState): string | null {
  return waits_for_answer ? 'waiting for your answer' : disposition
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

/** The limits shown with every reading of people's words. */
export const engagementLimit = 'This reads the text of one day. It describes what was written and never rates a person.'
export const learningLimit = 'This reads one day. What was seen once is no habit, and nothing here rates a person.'

/** Whether anything can still come to the day, and what is missing of it. */
export function stateText({ status, certificate }: Pick<DailyReport, 'status' | 'certificate'>): string {
  if (status === 'final') return 'final'
  const missing = certificate?.incomplete ?? []
  return missing.length > 0 ? `not final: ${incompleteWords(missing)}` : 'the day is not over yet'
}
