import { incompleteWords } from '../../incomplete.ts'
import type { DailyReport } from '../schema.ts'

/** The limits shown with every reading of people's words. */
export const engagementLimit = 'This reads the text of one day. It describes what was written and never rates a person.'
export const learningLimit = 'This reads one day. What was seen once is no habit, and nothing here rates a person.'

/** Whether anything can still come to the day, and what is missing of it. */
export function stateText({ status, certificate }: Pick<DailyReport, 'status' | 'certificate'>): string {
  if (status === 'final') return 'final'
  const missing = certificate?.incomplete ?? []
  return missing.length > 0 ? `incomplete: ${incompleteWords(missing)}` : 'the day is not over yet'
}
