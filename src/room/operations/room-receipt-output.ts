import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { maxDirectOutput } from '../direct/run-direct.ts'
import { notFound } from '../faults.ts'
import { cutTo } from '../text/cut.ts'

export const roomReceiptOutput = roomOperation({
  name: 'room_receipt_output',
  summary: 'A piece of the whole output behind a receipt, counted in bytes. Go on at next_offset until it is absent.',
  effect: 'read',
  access: 'reader',
  announced: 'brief',
  input: z.strictObject({
    receipt_id: z.string(),
    offset: z.int().min(0).default(0),
    length: z.int().min(1).max(64_000).default(maxDirectOutput),
  }),
  output: z.object({
    receipt_id: z.string(),
    offset: z.int(),
    text: z.string(),
    bytes: z.int(),
    full_size: z.int(),
    next_offset: z.int().optional(),
  }),
  plain: 'text',
  said: ({ text, next_offset }) => (next_offset === undefined ? text : `${text}\nnext_offset: ${next_offset}`),
  async run({ receipt_id, offset, length }, { room }) {
    const { audit } = room
    const output = await audit.output(receipt_id)
    if (output === undefined) throw notFound('receipt')
    const whole = Buffer.from(output)
    const from = boundary(whole, offset)
    const text = cutTo(whole.toString('utf8', from), length)
    const bytes = Buffer.byteLength(text)
    const next = from + bytes
    return {
      receipt_id,
      offset: from,
      text,
      bytes,
      full_size: whole.length,
      ...(next < whole.length && bytes > 0 && { next_offset: next }),
    }
  },
})

/** No piece begins inside a character. */
function boundary(bytes: Buffer, offset: number): number {
  let at = Math.min(offset, bytes.length)
  while (at > 0 && at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80) at--
  return at
}
