import pg from 'pg'
import { expect, it } from 'vitest'
import { openApp } from '../../src/app.ts'
import { callOn, freshStore } from '../support/engines.ts'
import { startPostgres } from '../support/postgres.ts'
import { beginWriting, expectKept, hear, writeUntilKilled } from './acknowledged.ts'
import { workers } from './processes.ts'

const start = workers()

it('30 times kill -9 of a client of PostgreSQL: nothing acknowledged is lost, nothing is half there', async () => {
  const { location, drop } = await freshStore('postgres')
  const app = await openApp({ location })
  let acknowledged = 0
  let ready = [start()]
  for (let round = 1; round <= 30; round++) {
    const writers = ready
    ready = round % 4 === 0 ? [start(), start()] : [start()]
    const heard = await Promise.all(writers.map(writer => writeUntilKilled(writer, location, 100)))
    for (const each of heard) {
      await expectKept(app, each)
      acknowledged += each.acknowledged.length
    }
  }
  await Promise.all(ready.map(writer => writer.end()))
  expect(acknowledged).toBeGreaterThan(60)
  expect((await callOn(app, 'check_records')).violations).toEqual([])
  await app.close()
  await drop()
})

it('a PostgreSQL server killed amid writing comes back with all it acknowledged, and its clients go on', async () => {
  const server = await startPostgres({ durable: true, revive: true })
  const writers = [start(), start()]
  const all = await Promise.all(
    writers.map(async writer => ({ writer, heard: await beginWriting(writer, server.url), refused: 0 })),
  )
  const listen = async (each: (typeof all)[number], until: () => boolean) => {
    while (!until()) {
      const line = await each.writer.next()
      if (line === undefined) throw new Error('A writer did not outlive the server.')
      if (line.refused) each.refused++
      if (line.refused === 'INTERNAL') expect(line.ref).toBe('lost-commit')
      hear(each.heard, line)
    }
  }
  const writesMore = (each: (typeof all)[number], more: number) => {
    const before = each.heard.acknowledged.length
    return listen(each, () => each.heard.acknowledged.length >= before + more)
  }
  for (let kills = 1; kills <= 2; kills++) {
    await Promise.all(all.map(each => writesMore(each, 20)))
    process.kill(await postmaster(server.url), 'SIGKILL')
    await Promise.all(all.map(each => listen(each, () => each.refused >= kills)))
    await Promise.all(all.map(each => writesMore(each, 20)))
  }
  for (const { writer, heard } of all) for (const line of await writer.kill()) hear(heard, line)

  const app = await openApp({ location: server.url })
  for (const { heard } of all) await expectKept(app, heard)
  expect((await callOn(app, 'check_records')).violations).toEqual([])
  await app.close()
  await server.stop()
})

/** The process id of the server itself. */
async function postmaster(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(`select pg_read_file('postmaster.pid') as text`)
    return Number(rows[0].text.split('\n')[0])
  } finally {
    await client.end()
  }
}
