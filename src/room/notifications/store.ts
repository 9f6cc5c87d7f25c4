import { join } from 'node:path'
import { z } from 'zod'
import { formatInstant } from '../../kernel/instants.ts'
import { withoutUndefined } from '../../kernel/json.ts'
import { type JsonStore, jsonStoreIn } from '../store/json-store.ts'

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
  actionPayload: z
    .looseObject({
      kind: z.enum(actionKinds),
      id: z.string().max(80),
      /** Of a round: where it is shown. */
      conference: z.string().max(80).optional(),
    })
    .optional(),
  persistent: z.boolean(),
  read: z.boolean(),
  dismissed: z.boolean(),
  projectId: z.string().nullable(),
  dedupeKey: z.string().max(200).optional(),
})
export type Notification = z.output<typeof Notification>

const StoredNotifications = z.looseObject({
  version: z.literal(1),
  nextId: z.int().min(1),
  /** Newest first. */
  notifications: z.array(Notification),
})
type StoredNotifications = z.output<typeof StoredNotifications>

/** The content; the other fields are set when it is filed. */
export type NewNotification = Pick<Notification, 'level' | 'message' | 'source'> &
  Partial<Omit<Notification, 'id' | 'timestamp'>>

type Marks = { [mark in 'read' | 'dismissed' | 'persistent']?: boolean | undefined }
type Which = (notification: Notification) => boolean

/** The notifications of all projects of this program, newest first. */
interface NotificationStore {
  all(): Promise<Notification[]>
  add(given: NewNotification, now: number): Promise<Notification>
  /** Undefined when none of these has the id. */
  mark(id: string, marks: Marks, among: Which): Promise<Notification | undefined>
  markAll(among: Which): Promise<number>
  /** How many went. */
  remove(which: Which): Promise<number>
}

export function notificationStore(home: string): NotificationStore {
  const store: JsonStore<StoredNotifications> = jsonStoreIn(
    join(home, 'data'),
    'notifications.json',
    StoredNotifications,
    { version: 1, nextId: 1, notifications: [] },
    'kill',
  )
  return {
    all: async () => (await store.read()).notifications,
    add: (given, now) => store.change<Notification>(stored => addNotification(stored, given, now)),
    mark: (id, marks, among) =>
      store.change<Notification | undefined>(stored => {
        const before = stored.notifications.find(each => each.id === id && among(each))
        if (!before) return { result: undefined }
        const after = { ...before, ...withoutUndefined(marks) }
        return { next: mapNotifications(stored, each => (each.id === id ? after : each)), result: after }
      }),
    markAll: among =>
      store.change<number>(stored => {
        const unread = stored.notifications.filter(each => !each.read && among(each)).length
        if (unread === 0) return { result: 0 }
        return {
          next: mapNotifications(stored, each => (among(each) ? { ...each, read: true } : each)),
          result: unread,
        }
      }),
    remove: which =>
      store.change<number>(stored => {
        const left = stored.notifications.filter(each => !which(each))
        const gone = stored.notifications.length - left.length
        return gone === 0 ? { result: 0 } : { next: { ...stored, notifications: left }, result: gone }
      }),
  }
}

function mapNotifications(
  stored: StoredNotifications,
  each: (notification: Notification) => Notification,
): StoredNotifications {
  return { ...stored, notifications: stored.notifications.map(each) }
}

/** Of one project; projects do not push each other's out. */
export const maxNotifications = 500
const dedupeMs = 24 * 3_600_000

/** The stored with one more notification, or with a recent one of the same key updated. */
function addNotification(
  stored: StoredNotifications,
  given: NewNotification,
  now: number,
): { next: StoredNotifications; result: Notification } {
  const before = stored.notifications.find(each => isRepeated(each, given, now))
  const filed = newNotification(before?.id ?? `ntf-${stored.nextId}`, given, formatInstant(now))
  const others = stored.notifications.filter(each => each !== before)
  return {
    next: {
      ...stored,
      nextId: before ? stored.nextId : stored.nextId + 1,
      notifications: dropSurplus([filed, ...others], filed.projectId),
    },
    result: filed,
  }
}

function isRepeated({ dedupeKey, projectId, timestamp }: Notification, given: NewNotification, now: number): boolean {
  if (given.dedupeKey === undefined || dedupeKey !== given.dedupeKey || projectId !== (given.projectId ?? null)) {
    return false
  }
  return now - Date.parse(timestamp) < dedupeMs
}

function newNotification(id: string, given: NewNotification, timestamp: string): Notification {
  const usual = { scope: 'workbench', category: 'info', projectId: null } as const
  return { id, ...usual, persistent: false, read: false, dismissed: false, ...withoutUndefined(given), timestamp }
}

/** Of the notified project, read ones go first, then those not marked to be kept, then the oldest. */
function dropSurplus(newestFirst: readonly Notification[], project: string | null): Notification[] {
  const kept = newestFirst.filter(each => each.projectId === project)
  const gone = new Set<Notification>()
  while (kept.length > maxNotifications) {
    const read = kept.findLastIndex(each => each.read)
    const passing = kept.findLastIndex(each => !each.persistent)
    for (const each of kept.splice(read >= 0 ? read : passing >= 0 ? passing : kept.length - 1, 1)) gone.add(each)
  }
  return newestFirst.filter(each => !gone.has(each))
}
