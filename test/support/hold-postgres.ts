// Holds a server until it is killed: the owner in postgres.test.ts that cannot tidy up after itself.
import { startPostgres } from './postgres.ts'

const { url } = await startPostgres()
process.stdout.write(`${url}\n`)
setInterval(() => {}, 60_000)
