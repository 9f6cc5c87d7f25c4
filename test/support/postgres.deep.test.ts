import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createPostgresDatabase, startPostgres, testPostgresUrl } from './postgres.ts'

test('two fresh databases share nothing', async () => {
  const one = await createPostgresDatabase()
  const two = await createPostgresDatabase()
  await rows(one.url, 'create table notes (body text)')

  expect(await rows(two.url, `select to_regclass('notes') as found`)).toEqual([{ found: null }])
  await one.drop()
  await two.drop()
})

test('a dropped database is gone even while a client is connected to it', async () => {
  const database = await createPostgresDatabase()
  const client = new pg.Client({ connectionString: database.url })
  client.on('error', () => {})
  await client.connect()
  await database.drop()

  const name = new URL(database.url).pathname.slice(1)
  expect(await rows(await testPostgresUrl(), `select datname from pg_database where datname = '${name}'`)).toEqual([])
})

test('the server lowers letters outside ASCII, as full-text search needs', async () => {
  expect(await rows(await testPostgresUrl(), `select lower('ÉÖЖ') as low`)).toEqual([{ low: 'éöж' }])
})

test('a durable server syncs its writes, and the ordinary one does not', async () => {
  const durable = await startPostgres({ durable: true })
  expect(await rows(durable.url, 'show fsync')).toEqual([{ fsync: 'on' }])
  expect(await rows(await testPostgresUrl(), 'show fsync')).toEqual([{ fsync: 'off' }])
  await durable.stop()
})

test('a stopped server of the embedded binaries leaves no folder and no listener', async () => {
  const server = await startPostgres({ source: 'embedded' })
  const folder = await dataFolder(server.url)
  await server.stop()

  expect(existsSync(folder)).toBe(false)
  await expect(rows(server.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
})

test('the server and its folder go away when their owner is killed with SIGKILL', async () => {
  const owner = spawn(process.execPath, ['scripts/run-ts.mjs', 'test/support/hold-postgres.ts'])
  const [url] = await once(createInterface(owner.stdout), 'line')
  const folder = await dataFolder(url)
  owner.kill('SIGKILL')

  await expect.poll(() => existsSync(folder)).toBe(false)
  await expect(rows(url, 'select 1')).rejects.toThrow('ECONNREFUSED')
})

async function dataFolder(url: string): Promise<string> {
  const [setting] = await rows(url, 'show data_directory')
  return setting.data_directory
}

async function rows(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
