import { formatInstant } from '../../kernel/instants.ts'
import { roomOperation } from '../context.ts'
import { WorkspaceView } from '../schema.ts'
import { WorkspaceChange } from '../workspace/info.ts'

export const roomWorkspaceSave = roomOperation({
  name: 'room_workspace_save',
  summary: 'Changes what the workspace is called and which further folders it shows.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  audience: 'people',
  routes: ['PUT /api/workspace'],
  input: WorkspaceChange,
  output: WorkspaceView,
  async run(change, { clock, room }) {
    const { workspace } = room
    return workspace.changeInfo(change, formatInstant(clock()))
  },
})
