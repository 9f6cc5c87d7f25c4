import { createHash } from 'node:crypto'

/**
 * The mark that ties a view to the daily-report.json it was made from. Both written views hold it; a view that does
 * not hold the mark of the present file is stale.
 */
export function reportStamp(dailyReport: string | Uint8Array): string {
  return `daybook-report sha256:${createHash('sha256').update(dailyReport).digest('hex')}`
}
