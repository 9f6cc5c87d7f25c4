import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { roomFault } from '../faults.ts'
import { Settings } from '../workspace/settings.ts'

export const roomSettingsSave = roomOperation({
  name: 'room_settings_save',
  summary: 'Changes the settings that are given and keeps the others; nothing is changed when one does not fit.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  audience: 'people',
  schemaDetail: 'brief',
  routes: ['PUT /api/room/settings'],
  // Sections or dotted names, as a person writes them; the settings themselves say what fits.
  input: z.looseObject({}),
  output: Settings,
  async run(given, { room }) {
    const { workspace } = room
    const change = await workspace.changeSettings(given)
    if ('refused' in change) throw roomFault('invalid_request', { keys: change.refused })
    return change.settings
  },
})
