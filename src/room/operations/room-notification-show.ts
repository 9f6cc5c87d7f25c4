import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { notFound } from '../faults.ts'
import { Notification } from '../notifications/notification.ts'
import { notificationStore } from '../notifications/store.ts'
import { visibleTo } from '../notifications/visible.ts'

export const roomNotificationShow = roomOperation({
  name: 'room_notification_show',
  summary: 'One notification.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/notifications/{id}'],
  input: z.strictObject({ id: z.string() }),
  output: Notification,
  async run({ id }, { call, room }) {
    const found = (await notificationStore(room.home).all()).filter(visibleTo(call, room)).find(each => each.id === id)
    if (!found) throw notFound('notification', { id })
    return found
  },
})
