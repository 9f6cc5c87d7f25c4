import { join } from 'node:path'
import { z } from 'zod'
import { jsonStoreIn } from '../room/store/json-store.ts'

const HomeState = z.looseObject({
  version: z.literal(1),
  /** Items of the inbox by id, and when they were dismissed. */
  dismissed: z.record(z.string(), z.string()),
  /** Chat clients by the name they give themselves, and when they called. */
  clients: z.record(z.string(), z.object({ first: z.string(), last: z.string() })),
})

/** What Home remembers between starts, for all processes of this machine. */
export function homeState(home: string) {
  return jsonStoreIn(join(home, 'data'), 'home.json', HomeState, { version: 1, dismissed: {}, clients: {} }, 'kill')
}

const maxDismissed = 2000

export function dismiss(home: string, id: string, isDismissed: boolean, now: string): Promise<void> {
  return homeState(home).change<void>(state => {
    const { [id]: _, ...others } = state.dismissed
    const newest = Object.entries(others)
      .sort(([, a], [, b]) => (a < b ? 1 : -1))
      .slice(0, maxDismissed - 1)
    const dismissed = { ...Object.fromEntries(newest), ...(isDismissed && { [id]: now }) }
    return { next: { ...state, dismissed }, result: undefined }
  })
}

const maxClients = 50

/** Remembers that a chat client called; its name is the client's own word and is kept short. */
export function noteClient(home: string, client: string, now: string): Promise<void> {
  const name = client.slice(0, 80)
  return homeState(home).change<void>(state => {
    const known = state.clients[name]
    if (!known && Object.keys(state.clients).length >= maxClients) return { result: undefined }
    const clients = { ...state.clients, [name]: { first: known?.first ?? now, last: now } }
    return { next: { ...state, clients }, result: undefined }
  })
}
