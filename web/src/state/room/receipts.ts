import type { Receipt } from '../../../../src/receipts/receipt.ts'
import type { Output } from '../../operations.ts'
import { roomQuery } from './queries.ts'

export type { Receipt }
export type Verification = Output<'room_receipt_show'>['verification']

/** A receipt, and whether its session verifies. */
export const receiptQuery = (project: string, receiptId: string) => ({
  ...roomQuery(project, 'room_receipt_show', { receiptId }),
  // The server parses receipts strictly and returns none of another shape.
  select: ({ receipt, verification }: Output<'room_receipt_show'>) => ({
    receipt: receipt as unknown as Receipt,
    verification,
  }),
})

/** The ids in a log; a file that was tampered with may hold anything. */
export function receiptsIn(text: string): string[] {
  return text.split('\n').flatMap(line => {
    const id = /"receipt_id":"([A-Za-z0-9_-]{1,80})"/.exec(line)?.[1]
    return id === undefined ? [] : [id]
  })
}
