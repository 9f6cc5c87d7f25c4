import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../app.ts'
import { readVersion } from '../../db/migrations.ts'
import { json } from './json.ts'

/** Healthy means that the database just answered; a store that hangs is as bad as one that is gone. */
export async function health(app: App, version: string): Promise<Response> {
  const schema = await schemaIfUp(app)
  const about = { version, engine: app.db.engine }
  const uptime_s = Math.floor(process.uptime())
  if (schema === undefined) return json({ status: 'unavailable', ...about, uptime_s }, 503)
  return json({ status: 'ok', ...about, schema, uptime_s })
}

/** For proxies and watchers that have no token: up or down, and nothing about the server. */
export async function bareHealth(app: App): Promise<Response> {
  const isUp = (await schemaIfUp(app)) !== undefined
  return json({ status: isUp ? 'ok' : 'unavailable' }, isUp ? 200 : 503)
}

async function schemaIfUp(app: App): Promise<number | undefined> {
  const patience = new AbortController()
  try {
    const schema = await Promise.race([app.db.read(readVersion), sleep(2000, undefined, { signal: patience.signal })])
    if (schema === undefined) throw new Error('The database did not answer within 2 s.')
    return schema
  } catch (error) {
    app.log(`health: ${String(error)}`)
    return undefined
  } finally {
    patience.abort()
  }
}
