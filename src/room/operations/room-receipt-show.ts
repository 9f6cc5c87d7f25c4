import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { notFound } from '../faults.ts'
import { Receipt, SessionVerification } from '../schema.ts'

export const roomReceiptShow = roomOperation({
  name: 'room_receipt_show',
  summary: 'One receipt as it was signed, with whether its session verifies.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/audit/receipts/{receiptId}'],
  input: z.strictObject({ receiptId: z.string() }),
  output: z.object({ receipt: Receipt, verification: SessionVerification }),
  async run({ receiptId }, { room }) {
    const { audit } = room
    const receipt = await audit.find(receiptId)
    if (!receipt) throw notFound('receipt')
    return { receipt: { ...receipt }, verification: await audit.verifySession(receipt.session_id) }
  },
})
