import { formatInstant } from '../../kernel/instants.ts'
import { roomOperation } from '../context.ts'
import { WorkspaceView } from '../schema.ts'
import { WorkspaceChange } from '../workspace/info.ts'

export const roomWorkspaceSave = roomOperation({
  name: 'room_workspace_save',
  summary: 'Changes what the workspace is called and which further folders it shows.',
  effect: 'change',
  repeatable: true,
  audience: 'people',
  routes: ['PUT /api/workspace'],
  input: WorkspaceChange,
  output: WorkspaceView,
  async run(change, { call, clock, rooms }) {
    const { workspace } = await rooms.of(call, 'admin')
    return workspace.changeInfo(change, formatInstant(clock()))
  },
})
