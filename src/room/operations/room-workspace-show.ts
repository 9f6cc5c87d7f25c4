import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { WorkspaceView } from '../schema.ts'

export const roomWorkspaceShow = roomOperation({
  name: 'room_workspace_show',
  summary: 'What the workspace is called and which folders it shows.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/workspace'],
  input: z.strictObject({}),
  output: WorkspaceView,
  async run(_, { room }) {
    const { workspace } = room
    return workspace.info()
  },
})
