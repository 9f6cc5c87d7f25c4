import { z } from 'zod'
import { text } from '../../kernel/text.ts'
import { roomOperation } from '../context.ts'
import {
  actionKinds,
  maxDetailsBytes,
  Notification,
  notificationCategories,
  notificationLevels,
  notificationScopes,
} from '../notifications/notification.ts'
import { notificationStore } from '../notifications/store.ts'

const name = text({ max: 80, oneLine: true })
const details = z
  .unknown()
  .refine(given => Buffer.byteLength(JSON.stringify(given) ?? '') <= maxDetailsBytes, {
    error: `must be at most ${maxDetailsBytes} bytes of JSON`,
  })
  .describe(`Anything, at most ${maxDetailsBytes} bytes of JSON.`)

export const roomNotificationCreate = roomOperation({
  name: 'room_notification_create',
  summary: 'Tells people something about this project; the same dedupeKey within a day updates what was told.',
  effect: 'append',
  access: 'writer',
  audience: 'people',
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
  async run({ actionLabel, actionPayload, dedupeKey, ...given }, { room }) {
    const more = {
      ...(actionLabel !== undefined && { actionLabel }),
      ...(actionPayload !== undefined && { actionPayload }),
      ...(dedupeKey !== undefined && { dedupeKey }),
    }
    return notificationStore(room.home).add({ ...given, ...more, projectId: room.project }, room.clock())
  },
})
