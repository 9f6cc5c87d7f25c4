import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { notFound } from '../faults.ts'
import { Notification } from '../notifications/notification.ts'
import { notificationStore } from '../notifications/store.ts'
import { visibleTo } from '../notifications/visible.ts'

export const roomNotificationChange = roomOperation({
  name: 'room_notification_change',
  summary: 'Marks a notification as read, dismissed or to be kept.',
  effect: 'change',
  access: 'writer',
  repeatable: true,
  audience: 'people',
  routes: ['PUT /api/notifications/{id}'],
  input: z.strictObject({
    id: z.string(),
    read: z.boolean().optional(),
    dismissed: z.boolean().optional(),
    persistent: z.boolean().optional(),
  }),
  output: Notification,
  async run({ id, read, dismissed, persistent }, { call, room }) {
    const marks = {
      ...(read !== undefined && { read }),
      ...(dismissed !== undefined && { dismissed }),
      ...(persistent !== undefined && { persistent }),
    }
    const changed = await notificationStore(room.home).mark(id, marks, visibleTo(call, room))
    if (!changed) throw notFound('notification', { id })
    return changed
  },
})
