import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempHome } from '../../../test/support/tempdir.ts'
import { openJournal } from './journal.ts'
import { openEventWriter } from './round-work.ts'

function place() {
  const folder = tempHome()
  const file = join(folder, 'events.jsonl')
  const now = () => '2026-03-01T12:00:00.000Z'
  const open = () => openJournal({ file, lock: join(folder, 'locks', 'a.lock'), conferenceId: 'conf_1', now })
  return { file, open }
}

it('the journal of a conference numbers events in the order of all who write them', async () => {
  const { file, open } = place()
  const [one, other] = [open(), open()]
  await Promise.all(
    [one, other, one, other].map((journal, n) =>
      journal.add([
        { type: 'a', n },
        { type: 'b', n },
      ]),
    ),
  )
  const all = await open().all()
  expect(all.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect((await one.after(6)).map(({ seq, type, data }) => [seq, type, data])).toEqual([
    [7, 'a', all[6]],
    [8, 'b', all[7]],
  ])
  expect(readFileSync(file, 'utf8').split('\n')[0]).toMatch(/^\{"conferenceId":"conf_1","n":\d,"seq":1,"ts":"2026-/)
})

it('the journal of a conference goes on after an unfinished line and never shows it', async () => {
  const { file, open } = place()
  const journal = open()
  await journal.add([{ type: 'a' }])
  appendFileSync(file, '{"seq":2,"ty')
  expect(await journal.after(0)).toHaveLength(1)
  await journal.add([{ type: 'b' }])
  expect((await open().all()).map(({ seq, type }) => [seq, type])).toEqual([
    [1, 'a'],
    [2, 'b'],
  ])
  expect((await journal.all()).map(({ type }) => type)).toEqual(['a', 'b'])
})

it('the journal of a conference refuses a journal with a line that is not an event', async () => {
  const { file, open } = place()
  await open().add([{ type: 'a' }])
  writeFileSync(file, '{"seq":"1"}\n')
  await expect(open().all()).rejects.toMatchObject({ name: 'StoreCorrupt' })
})

it('the journal of a conference keeps text that is not well-formed readable', async () => {
  const { open } = place()
  await open().add([{ type: 'turn.accepted', content: 'broken \ud800 text' }])
  expect((await open().all())[0]).toMatchObject({ content: 'broken \ufffd text' })
})

it('the journal of a conference writes what comes close together in one go, in order', async () => {
  const batches: string[][] = []
  const events = openEventWriter({
    note: async events => {
      batches.push(events.map(({ type }) => type))
    },
    sync: async () => {
      batches.push(['synced'])
    },
  })
  for (const type of ['a', 'b', 'c']) events.add({ type })
  await events.synced()
  expect(batches).toEqual([['a', 'b', 'c'], ['synced']])
  const failing = openEventWriter({ note: () => Promise.reject(new Error('full')), sync: async () => {} })
  failing.add({ type: 'a' })
  await expect(failing.synced()).rejects.toThrow('full')
})
