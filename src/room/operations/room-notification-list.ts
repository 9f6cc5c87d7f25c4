import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { Notification, notificationLevels, notificationScopes } from '../notifications/notification.ts'
import { notificationStore } from '../notifications/store.ts'
import { visibleTo } from '../notifications/visible.ts'
import { PageInput, pageOf } from '../page.ts'

export const roomNotificationList = roomOperation({
  name: 'room_notification_list',
  summary: 'What people were told, newest first.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/notifications'],
  input: z.strictObject({
    level: z.enum(notificationLevels).optional(),
    scope: z.enum(notificationScopes).optional(),
    projectId: z.string().optional(),
    unread: z.boolean().optional(),
    ...PageInput,
  }),
  output: z.object({ notifications: z.array(Notification), total: z.int(), nextCursor: z.string().nullable() }),
  async run({ level, scope, projectId, unread, limit, cursor }, { call, room }) {
    const found = (await notificationStore(room.home).all())
      .filter(visibleTo(call, room))
      .filter(
        each =>
          (level === undefined || each.level === level) &&
          (scope === undefined || each.scope === scope) &&
          (projectId === undefined || each.projectId === projectId) &&
          (unread === undefined || each.read !== unread),
      )
    const { items, nextCursor } = pageOf(found, ({ id }) => id, { limit, cursor })
    return { notifications: items, total: found.length, nextCursor }
  },
})
