import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { OpenedFile } from '../schema.ts'
import { refusedFile } from '../workspace/refused-file.ts'
import { servedFile } from '../workspace/serve.ts'

export const roomFileShow = roomOperation({
  name: 'room_file_show',
  summary: 'One file of the workspace with its text and hash.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/file'],
  input: z.strictObject({ path: z.string().describe('As the tree names it; case and a lone file name are forgiven') }),
  output: OpenedFile,
  async run({ path }, { room }) {
    const { workspace } = room
    const file = await servedFile(await workspace.vfs.snapshot(), path)
    if ('fault' in file) throw refusedFile(file.fault)
    return file
  },
})
