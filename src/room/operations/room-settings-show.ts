import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { Settings } from '../workspace/settings.ts'

export const roomSettingsShow = roomOperation({
  name: 'room_settings_show',
  summary: 'Every setting of the workspace with its value.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/room/settings'],
  input: z.strictObject({}),
  output: Settings,
  async run(_, { room }) {
    const { workspace } = room
    return workspace.settings()
  },
})
