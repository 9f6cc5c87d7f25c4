import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { FileClass, FoundLines } from '../schema.ts'
import { searchFiles, searchLimits } from '../workspace/search.ts'

export const roomSearchFiles = roomOperation({
  name: 'room_search_files',
  summary: 'Lines of the workspace that contain a text, letter case aside. Gives no receipt: read what you cite.',
  effect: 'read',
  access: 'reader',
  schemaDetail: 'brief',
  routes: ['GET /api/search'],
  input: z.strictObject({
    q: z.string().min(1).max(1000),
    class: FileClass.optional(),
    limit: z.int().min(1).max(searchLimits.most).default(searchLimits.usual),
  }),
  output: FoundLines,
  async run(query, { room }) {
    const { workspace } = room
    return searchFiles(await workspace.vfs.snapshot(), query)
  },
})
