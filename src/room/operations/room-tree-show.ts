import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { Tree } from '../schema.ts'
import { servedTree } from '../workspace/serve.ts'

export const roomTreeShow = roomOperation({
  name: 'room_tree_show',
  summary: 'Every file of the workspace that agents and people may see, the outline first.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/tree'],
  input: z.strictObject({}),
  output: Tree,
  async run(_, { room }) {
    const { workspace } = room
    const { files, folders, warnings, ...tree } = servedTree(workspace.root, await workspace.vfs.snapshot())
    return { ...tree, files: [...files], folders: [...folders], warnings: [...warnings] }
  },
})
