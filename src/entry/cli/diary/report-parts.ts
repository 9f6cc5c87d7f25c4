import { DailyReport } from '../../../diary/report/schema.ts'

/** A report as the operation gave it; what the renderer wrote always fits. */
export function reportIn(value: unknown): DailyReport {
  return DailyReport.parse(value)
}

/** `ledger-d7579830878a S0001/T0002`, for every turn nothing is claimed about. */
export function gapsIn(value: unknown): string[] {
  return reportIn(value).gaps.map(
    ({ project_key, session_ref, turn_ref }) => `${project_key} ${session_ref}/${turn_ref}`,
  )
}
