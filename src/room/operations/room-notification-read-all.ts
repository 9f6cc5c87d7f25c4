import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { notificationStore } from '../notifications/store.ts'
import { visibleTo } from '../notifications/visible.ts'

export const roomNotificationReadAll = roomOperation({
  name: 'room_notification_read_all',
  summary: 'Marks all notifications as read.',
  effect: 'change',
  access: 'writer',
  repeatable: true,
  audience: 'people',
  routes: ['POST /api/notifications/mark-all-read'],
  input: z.strictObject({}),
  output: z.object({ marked: z.int() }),
  async run(_, { call, room }) {
    return { marked: await notificationStore(room.home).markAll(visibleTo(call, room)) }
  },
})
