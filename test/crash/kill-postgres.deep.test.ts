import { it } from 'vitest'
import { killClients, killServer } from './kill-postgres-scenarios.ts'
import { workers } from './processes.ts'

const start = workers()

it.each([1, 2, 3])(
  '10 times kill -9 of a client of PostgreSQL, batch %i of 3: nothing acknowledged is lost, nothing is half there',
  async () => {
    await killClients(start, 10)
  },
)

it('a PostgreSQL server killed twice comes back with all it acknowledged, and its clients go on', async () => {
  await killServer(start, { kills: 2, writesBetween: 20 })
})
