import { useSyncExternalStore } from 'react'
import { changeSignal } from '../change-signal.ts'

/** Something that was opened in this browser. */
export interface Recent {
  address: string
  title: string
}

const key = 'daybook.recents'
const maxRecents = 8

/** What was opened last, newest first. */
export function useRecents(): readonly Recent[] {
  return useSyncExternalStore(changes.subscribe, read)
}

export function addRecent({ address, title }: Recent): void {
  // The same page at another line, or with something of it open, is the same thing.
  const isSame = (recent: Recent) =>
    recent.address === address || (recent.title === title && pathOf(recent.address) === pathOf(address))
  const others = read().filter(recent => !isSame(recent))
  localStorage.setItem(key, JSON.stringify([{ address, title }, ...others].slice(0, maxRecents)))
  changes.notify()
}

function pathOf(address: string): string {
  return address.replace(/[?#].*$/s, '')
}

/** Whether an address is of one thing, as a record or a day, and not of a list of them. */
export function isOfOneThing(pathname: string): boolean {
  return things.some(thing => thing.test(pathname))
}

const things = [
  /^\/p\/[^/]+\/records\/R\d+$/i,
  /^\/p\/[^/]+\/room\/(issues|conferences|runs|agents)\/[^/]+$/,
  /^\/p\/[^/]+\/room\/files$/,
  /^\/diary\/\d{4}-\d{2}-\d{2}(\/[^/]+){0,2}$/,
  /^\/diary\/undated\/[^/]+\/[^/]+$/,
]

const changes = changeSignal()
let known: { text: string | null; recents: readonly Recent[] } = { text: null, recents: [] }

function read(): readonly Recent[] {
  const text = localStorage.getItem(key)
  if (text !== known.text) known = { text, recents: parsed(text) }
  return known.recents
}

/** Another version of the page, or the person, may have written anything there. */
function parsed(text: string | null): Recent[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter(isRecent) : []
  } catch {
    return []
  }
}

function isRecent(value: unknown): value is Recent {
  const { address, title } = Object(value)
  return typeof address === 'string' && address.startsWith('/') && typeof title === 'string'
}
