import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { notFound } from '../faults.ts'
import { notificationStore } from '../notifications/store.ts'
import { visibleTo } from '../notifications/visible.ts'

export const roomNotificationRemove = roomOperation({
  name: 'room_notification_remove',
  summary: 'Removes one notification.',
  effect: 'destroy',
  access: 'writer',
  audience: 'people',
  routes: ['DELETE /api/notifications/{id}'],
  input: z.strictObject({ id: z.string() }),
  output: z.object({ removed: z.int() }),
  async run({ id }, { call, room }) {
    const isVisible = visibleTo(call, room)
    const removed = await notificationStore(room.home).remove(each => each.id === id && isVisible(each))
    if (removed === 0) throw notFound('notification', { id })
    return { removed }
  },
})
