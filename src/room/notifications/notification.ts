import { z } from 'zod'

export const notificationLevels = ['info', 'success', 'warning', 'error'] as const
export const notificationScopes = ['global', 'workbench', 'editor', 'terminal', 'jobs'] as const
export const notificationCategories = ['blocking', 'attention', 'social', 'info'] as const
export const actionKinds = ['openIssue', 'openRound', 'openReceipt', 'openRun', 'openCanon'] as const

/** Of the details as JSON, in bytes: they are read with every list of notifications. */
export const maxDetailsBytes = 4096

export const Notification = z.looseObject({
  id: z.string(),
  level: z.enum(notificationLevels),
  scope: z.enum(notificationScopes),
  category: z.enum(notificationCategories),
  message: z.string().min(1).max(200),
  details: z.unknown().optional(),
  source: z.string().max(80),
  timestamp: z.string(),
  actionLabel: z.string().max(80).optional(),
  actionPayload: z.looseObject({ kind: z.enum(actionKinds), id: z.string().max(80) }).optional(),
  persistent: z.boolean(),
  read: z.boolean(),
  dismissed: z.boolean(),
  projectId: z.string().nullable(),
  dedupeKey: z.string().max(200).optional(),
})
export type Notification = z.output<typeof Notification>

export const NotificationBook = z.looseObject({
  version: z.literal(1),
  nextId: z.int().min(1),
  /** Newest first. */
  notifications: z.array(Notification),
})
export type NotificationBook = z.output<typeof NotificationBook>

/** The content; the other fields are set when it is filed. */
export type NewNotification = Pick<Notification, 'level' | 'message' | 'source'> &
  Partial<
    Pick<
      Notification,
      | 'scope'
      | 'category'
      | 'details'
      | 'actionLabel'
      | 'actionPayload'
      | 'persistent'
      | 'projectId'
      | 'dedupeKey'
      | 'read'
      | 'dismissed'
    >
  >
