import { send } from './api'
import { db } from './db'

/** Oldest first; the first that fails ends it, so that the order is kept. */
export async function sendUnsent(): Promise<void> {
  for (const sale of await db.sales.where({ sent: false }).sortBy('at')) {
    if (!(await send(sale))) return
  }
}
