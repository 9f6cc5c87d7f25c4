import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { notFound } from '../faults.ts'

export const roomOutputShow = roomOperation({
  name: 'room_output_show',
  summary: 'The whole output behind a receipt, after its signature and hash were checked.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/audit/receipts/{receiptId}/output'],
  input: z.strictObject({ receiptId: z.string() }),
  output: z.object({ receiptId: z.string(), text: z.string() }),
  toHttpBody: ({ text }) => ({ type: 'text/plain; charset=utf-8', body: text }),
  async run({ receiptId }, { room }) {
    const { audit } = room
    const text = await audit.output(receiptId)
    if (text === undefined) throw notFound('output')
    return { receiptId, text }
  },
})
