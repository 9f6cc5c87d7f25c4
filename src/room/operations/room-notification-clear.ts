import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { notificationStore } from '../notifications/store.ts'
import { visibleTo } from '../notifications/visible.ts'

export const roomNotificationClear = roomOperation({
  name: 'room_notification_clear',
  summary: 'Removes the notifications that are neither errors nor to be kept; with all, every one.',
  effect: 'destroy',
  access: 'writer',
  repeatable: true,
  audience: 'people',
  routes: ['POST /api/notifications/clear'],
  input: z.strictObject({ all: z.boolean().default(false) }),
  output: z.object({ removed: z.int() }),
  async run({ all }, { call, room }) {
    const isVisible = visibleTo(call, room)
    const removed = await notificationStore(room.home).remove(
      each => isVisible(each) && (all || (each.level !== 'error' && !each.persistent)),
    )
    return { removed }
  },
})
