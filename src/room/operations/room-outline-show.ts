import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { Outline } from '../schema.ts'
import { readOutline } from '../workspace/outline-file.ts'
import { refusedFile } from '../workspace/refused-file.ts'

export const roomOutlineShow = roomOperation({
  name: 'room_outline_show',
  summary: 'The outline with its entries, and its text exactly as the tree serves it.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/outline'],
  input: z.strictObject({}),
  output: z.object({ outline: Outline.nullable(), content: z.string().optional(), sha256: z.string().optional() }),
  async run(_, { room }) {
    const { workspace } = room
    const outline = await readOutline(await workspace.vfs.snapshot())
    if ('fault' in outline) throw refusedFile(outline.fault)
    return outline
  },
})
