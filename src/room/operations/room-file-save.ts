import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { SavedFile } from '../schema.ts'
import { refusedFile } from '../workspace/refused-file.ts'
import { writeFile } from '../workspace/write-file.ts'

export const roomFileSave = roomOperation({
  name: 'room_file_save',
  summary: 'Writes a file of the workspace. A file that exists needs the hash of what was read as ifMatch.',
  effect: 'change',
  access: 'writer',
  audience: 'people',
  routes: ['PUT /api/file'],
  input: z.strictObject({
    path: z.string(),
    content: z.string(),
    ifMatch: z.string().describe('sha256 of the text it replaces').optional(),
  }),
  output: SavedFile,
  toStatus: ({ created }) => ({ http: created ? 201 : 200 }),
  async run(given, { room }) {
    const { workspace } = room
    const written = await writeFile(workspace, given)
    if ('fault' in written) throw refusedFile(written.fault)
    return written
  },
})
