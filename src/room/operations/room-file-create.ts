import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { SavedFile } from '../schema.ts'
import { refusedFile } from '../workspace/refused-file.ts'
import { writeFile } from '../workspace/write-file.ts'

export const roomFileCreate = roomOperation({
  name: 'room_file_create',
  summary: 'Writes a new file into the workspace; refused when one of that name is there.',
  effect: 'append',
  access: 'writer',
  audience: 'people',
  routes: ['POST /api/file'],
  input: z.strictObject({ path: z.string(), content: z.string() }),
  output: SavedFile,
  toStatus: () => ({ http: 201 }),
  async run({ path, content }, { room }) {
    const { workspace } = room
    const written = await writeFile(workspace, { path, content })
    if ('fault' in written) throw refusedFile(written.fault)
    return written
  },
})
