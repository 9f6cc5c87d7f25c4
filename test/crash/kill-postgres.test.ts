import { it } from 'vitest'
import { killClients } from './kill-postgres-scenarios.ts'
import { workers } from './processes.ts'

const start = workers()

it('2 times kill -9 of a client of PostgreSQL: nothing acknowledged is lost, nothing is half there', async () => {
  await killClients(start, 2)
})
