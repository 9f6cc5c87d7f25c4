import { it } from 'vitest'
import { killClients, killServer } from './kill-postgres-scenarios.ts'
import { workers } from './processes.ts'

const start = workers()

it('30 times kill -9 of a client of PostgreSQL: nothing acknowledged is lost, nothing is half there', async () => {
  await killClients(start, 30)
})

it('a PostgreSQL server killed twice comes back with all it acknowledged, and its clients go on', async () => {
  await killServer(start, { kills: 2, writesBetween: 20 })
})
