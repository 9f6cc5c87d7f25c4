import { formatInstant } from '../../kernel/instants.ts'
import type { NewNotification, Notification, NotificationBook } from './notification.ts'

/** Of one project; projects do not push each other's out. */
export const mostNotifications = 500
const dedupeMs = 24 * 3_600_000

/** The book with one more notification, or with a recent one of the same key told anew. */
export function filed(
  book: NotificationBook,
  given: NewNotification,
  now: number,
): { next: NotificationBook; result: Notification } {
  const before = book.notifications.find(each => isRepeated(each, given, now))
  const filed = made(before?.id ?? `ntf-${book.nextId}`, given, formatInstant(now))
  const others = book.notifications.filter(each => each !== before)
  return {
    next: {
      ...book,
      nextId: before ? book.nextId : book.nextId + 1,
      notifications: thinned([filed, ...others], filed.projectId),
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

function made(id: string, given: NewNotification, timestamp: string): Notification {
  const { level, scope = 'workbench', category = 'info', message, details, source } = given
  const { actionLabel, actionPayload, dedupeKey } = given
  return {
    id,
    level,
    scope,
    category,
    message,
    ...(details !== undefined && { details }),
    source,
    timestamp,
    ...(actionLabel !== undefined && { actionLabel }),
    ...(actionPayload !== undefined && { actionPayload }),
    persistent: given.persistent ?? false,
    read: given.read ?? false,
    dismissed: given.dismissed ?? false,
    projectId: given.projectId ?? null,
    ...(dedupeKey !== undefined && { dedupeKey }),
  }
}

/** Of the project that was told something read ones go first, then those that nobody asked to keep, then the oldest. */
function thinned(newestFirst: readonly Notification[], project: string | null): Notification[] {
  const kept = newestFirst.filter(each => each.projectId === project)
  const gone = new Set<Notification>()
  while (kept.length > mostNotifications) {
    const read = kept.findLastIndex(each => each.read)
    const passing = kept.findLastIndex(each => !each.persistent)
    for (const each of kept.splice(read >= 0 ? read : passing >= 0 ? passing : kept.length - 1, 1)) gone.add(each)
  }
  return newestFirst.filter(each => !gone.has(each))
}
