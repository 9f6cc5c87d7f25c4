import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { notificationStore } from '../notifications/store.ts'
import { visibleTo } from '../notifications/visible.ts'

export const roomNotificationCount = roomOperation({
  name: 'room_notification_count',
  summary: 'How many notifications nobody has read yet.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/notifications/unread-count'],
  input: z.strictObject({ projectId: z.string().optional() }),
  output: z.object({ count: z.int() }),
  async run({ projectId }, { call, room }) {
    const seen = (await notificationStore(room.home).all()).filter(visibleTo(call, room))
    const unread = seen.filter(
      each => !each.read && !each.dismissed && (projectId === undefined || each.projectId === projectId),
    )
    return { count: unread.length }
  },
})
