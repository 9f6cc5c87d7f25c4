import { join } from 'node:path'
import { type JsonStore, jsonStore } from '../store/json-store.ts'
import { filed } from './file-notification.ts'
import { type NewNotification, type Notification, NotificationBook } from './notification.ts'

type Marks = Partial<Pick<Notification, 'read' | 'dismissed' | 'persistent'>>
type Which = (notification: Notification) => boolean

/** The notifications of all projects of this program, newest first. */
export interface NotificationStore {
  all(): Promise<Notification[]>
  add(given: NewNotification, now: number): Promise<Notification>
  /** Undefined when there is none of this id among these. */
  mark(id: string, marks: Marks, among: Which): Promise<Notification | undefined>
  markAll(among: Which): Promise<number>
  /** How many went. */
  remove(which: Which): Promise<number>
}

export function notificationStore(home: string): NotificationStore {
  const store: JsonStore<NotificationBook> = jsonStore({
    file: join(home, 'data', 'notifications.json'),
    locks: join(home, 'data', 'locks'),
    schema: NotificationBook,
    empty: (): NotificationBook => ({ version: 1, nextId: 1, notifications: [] }),
    survives: 'kill',
  })
  return {
    all: async () => (await store.read()).notifications,
    add: (given, now) => store.change<Notification>(book => filed(book, given, now)),
    mark: (id, marks, among) =>
      store.change<Notification | undefined>(book => {
        const before = book.notifications.find(each => each.id === id && among(each))
        if (!before) return { result: undefined }
        const after = { ...before, ...marks }
        return { next: replaced(book, each => (each.id === id ? after : each)), result: after }
      }),
    markAll: among =>
      store.change<number>(book => {
        const unread = book.notifications.filter(each => !each.read && among(each)).length
        if (unread === 0) return { result: 0 }
        return { next: replaced(book, each => (among(each) ? { ...each, read: true } : each)), result: unread }
      }),
    remove: which =>
      store.change<number>(book => {
        const left = book.notifications.filter(each => !which(each))
        const gone = book.notifications.length - left.length
        return gone === 0 ? { result: 0 } : { next: { ...book, notifications: left }, result: gone }
      }),
  }
}

function replaced(book: NotificationBook, each: (notification: Notification) => Notification): NotificationBook {
  return { ...book, notifications: book.notifications.map(each) }
}
