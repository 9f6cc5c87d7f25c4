import { z } from 'zod'
import type { Call } from '../../kernel/call.ts'
import { text } from '../../kernel/text.ts'
import { isOwner } from '../../projects/roles.ts'
import { roomCommand, roomQuery } from '../context.ts'
import { notFound } from '../faults.ts'
import { PageInput, pageOf } from '../page.ts'
import type { RoomBase } from '../room-base.ts'
import {
  actionKinds,
  maxDetailsBytes,
  Notification,
  notificationCategories,
  notificationLevels,
  notificationScopes,
  notificationStore,
} from './store.ts'

export const roomNotificationList = roomQuery({
  name: 'room_notification_list',
  summary: 'Notifications, newest first.',
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

export const roomNotificationCount = roomQuery({
  name: 'room_notification_count',
  summary: 'How many notifications are unread.',
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

export const roomNotificationShow = roomQuery({
  name: 'room_notification_show',
  summary: 'One notification.',
  routes: ['GET /api/notifications/{id}'],
  input: z.strictObject({ id: z.string() }),
  output: Notification,
  async run({ id }, { call, room }) {
    const found = (await notificationStore(room.home).all()).filter(visibleTo(call, room)).find(each => each.id === id)
    if (!found) throw notFound('notification', { id })
    return found
  },
})

const name = text({ max: 80, oneLine: true })
const details = z
  .unknown()
  .refine(given => Buffer.byteLength(JSON.stringify(given) ?? '') <= maxDetailsBytes, {
    error: `must be at most ${maxDetailsBytes} bytes of JSON`,
  })
  .describe(`Anything, at most ${maxDetailsBytes} bytes of JSON.`)

export const roomNotificationCreate = roomCommand({
  name: 'room_notification_create',
  summary: 'Notifies people about this project; the same dedupeKey within a day updates the notification.',
  effect: 'append',
  access: 'writer',
  routes: ['POST /api/notifications'],
  input: z.strictObject({
    level: z.enum(notificationLevels),
    scope: z.enum(notificationScopes).default('workbench'),
    category: z.enum(notificationCategories).default('info'),
    message: text({ max: 200, oneLine: true }),
    details: details.optional(),
    source: name,
    actionLabel: name.optional(),
    actionPayload: z.strictObject({ kind: z.enum(actionKinds), id: name }).optional(),
    persistent: z.boolean().default(false),
    dedupeKey: text({ max: 200, oneLine: true }).optional(),
  }),
  output: Notification,
  toStatus: () => ({ http: 201 }),
  run: async (given, { room }) => notificationStore(room.home).add({ ...given, projectId: room.project }, room.clock()),
})

export const roomNotificationChange = roomCommand({
  name: 'room_notification_change',
  summary: 'Marks a notification as read, dismissed or to be kept.',
  effect: 'change',
  access: 'writer',
  repeatable: true,
  routes: ['PUT /api/notifications/{id}'],
  input: z.strictObject({
    id: z.string(),
    read: z.boolean().optional(),
    dismissed: z.boolean().optional(),
    persistent: z.boolean().optional(),
  }),
  output: Notification,
  async run({ id, ...marks }, { call, room }) {
    const changed = await notificationStore(room.home).mark(id, marks, visibleTo(call, room))
    if (!changed) throw notFound('notification', { id })
    return changed
  },
})

export const roomNotificationRemove = roomCommand({
  name: 'room_notification_remove',
  summary: 'Removes one notification.',
  effect: 'destroy',
  access: 'writer',
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

export const roomNotificationReadAll = roomCommand({
  name: 'room_notification_read_all',
  summary: 'Marks all notifications as read.',
  effect: 'change',
  access: 'writer',
  repeatable: true,
  routes: ['POST /api/notifications/mark-all-read'],
  input: z.strictObject({}),
  output: z.object({ marked: z.int() }),
  run: async (_, { call, room }) => ({ marked: await notificationStore(room.home).markAll(visibleTo(call, room)) }),
})

export const roomNotificationClear = roomCommand({
  name: 'room_notification_clear',
  summary: 'Removes the notifications that are neither errors nor to be kept; with all, every one.',
  effect: 'destroy',
  access: 'writer',
  repeatable: true,
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

/** The person at the machine sees everything; others what is about the project they ask in, or about none. */
function visibleTo(call: Call, { project }: Pick<RoomBase, 'project'>): (each: Notification) => boolean {
  return ({ projectId }) => isOwner(call) || projectId === null || projectId === project
}
