import pg from 'pg'
import { expect } from 'vitest'
import { openApp } from '../../src/app.ts'
import { callOperation, createEmptyStore } from '../support/engines.ts'
import { startPostgres } from '../support/postgres.ts'
import { beginWriting, expectKept, recordLine, writeUntilKilled } from './acknowledged.ts'
import type { Worker } from './processes.ts'

type Start = () => Worker

export async function killClients(start: Start, rounds: number): Promise<void> {
  const { location, drop } = await createEmptyStore('postgres')
  const app = await openApp({ location })
  let acknowledged = 0
  let ready = [start()]
  for (let round = 1; round <= rounds; round++) {
    const writers = ready
    if (round < rounds) ready = round % 4 === 0 ? [start(), start()] : [start()]
    const killing = { isFirstAwaited: round % 2 === 0, atMostMs: 100 }
    const outputs = await Promise.all(writers.map(writer => writeUntilKilled(writer, location, killing)))
    for (const each of outputs) {
      await expectKept(app, each)
      acknowledged += each.acknowledged.length
    }
  }
  // On average each of them wrote more than its root.
  expect(acknowledged).toBeGreaterThan(1.25 * rounds)
  expect((await callOperation(app, 'check_records')).violations).toEqual([])
  await app.close()
  await drop()
}

export async function killServer(start: Start, { kills, writesBetween }: { kills: number; writesBetween: number }) {
  const server = await startPostgres({ durable: true, revive: true })
  const writers = [start(), start()]
  const all = await Promise.all(
    writers.map(async writer => ({ writer, output: await beginWriting(writer, server.url), refused: 0 })),
  )
  const listen = async (each: (typeof all)[number], until: () => boolean) => {
    while (!until()) {
      const line = await each.writer.next()
      if (line === undefined) throw new Error('A writer did not outlive the server.')
      if (line.refused) each.refused++
      if (line.refused === 'INTERNAL') expect(line.ref).toBe('lost-commit')
      recordLine(each.output, line)
    }
  }
  const writesMore = (each: (typeof all)[number], more: number) => {
    const before = each.output.acknowledged.length
    return listen(each, () => each.output.acknowledged.length >= before + more)
  }
  for (let killed = 1; killed <= kills; killed++) {
    await Promise.all(all.map(each => writesMore(each, writesBetween)))
    process.kill(await postmaster(server.url), 'SIGKILL')
    await Promise.all(all.map(each => listen(each, () => each.refused >= killed)))
    await Promise.all(all.map(each => writesMore(each, writesBetween)))
  }
  for (const { writer, output } of all) for (const line of await writer.kill()) recordLine(output, line)

  const app = await openApp({ location: server.url })
  for (const { output } of all) await expectKept(app, output)
  expect((await callOperation(app, 'check_records')).violations).toEqual([])
  await app.close()
  await server.stop()
}

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
