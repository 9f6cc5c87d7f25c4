import { it } from 'vitest'
import { killClients, killServer } from './kill-postgres-scenarios.ts'
import { workers } from './processes.ts'

const start = workers()

it('6 times kill -9 of a client of PostgreSQL: nothing acknowledged is lost, nothing is half there', async () => {
  await killClients(start, 6)
})

it('a PostgreSQL server killed during writes comes back with all it acknowledged, and its clients go on', async () => {
  await killServer(start, { kills: 1, writesBetween: 10 })
})
