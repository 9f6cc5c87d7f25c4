import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { WorkspaceView } from '../schema.ts'

export const roomWorkspaceShow = roomOperation({
  name: 'room_workspace_show',
  summary: 'What the workspace is called and which folders it shows.',
  effect: 'read',
  audience: 'people',
  routes: ['GET /api/workspace'],
  input: z.strictObject({}),
  output: WorkspaceView,
  async run(_, { call, rooms }) {
    const { workspace } = await rooms.of(call, 'reader')
    return workspace.info()
  },
})
