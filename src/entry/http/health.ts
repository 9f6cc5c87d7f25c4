import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../app.ts'
import { readVersion } from '../../db/migrations.ts'
import { json } from './json.ts'

/** Healthy means that the database just answered; a store that hangs is as bad as one that is gone. */
export async function health(app: App, version: string): Promise<Response> {
  const about = { version, engine: app.db.engine }
  const patience = new AbortController()
  try {
    const schema = await Promise.race([app.db.read(readVersion), sleep(2000, undefined, { signal: patience.signal })])
    if (schema === undefined) throw new Error('The database did not answer within 2 s.')
    return json({ status: 'ok', ...about, schema, uptime_s: Math.floor(process.uptime()) })
  } catch (error) {
    app.log(`health: ${String(error)}`)
    return json({ status: 'unavailable', ...about, uptime_s: Math.floor(process.uptime()) }, 503)
  } finally {
    patience.abort()
  }
}
