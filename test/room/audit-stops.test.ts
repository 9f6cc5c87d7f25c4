import { describe, expect, it } from 'vitest'
import type { Db } from '../../src/db/db.ts'
import { disk } from '../../src/room/audit/disk.ts'
import { openAudit, openAuditReadOnly, type RoomAudit } from '../../src/room/audit/open.ts'
import { chat, factsOf, type OpenedAudit, openTestAudit } from './support/open-audit.ts'

const works: [name: string, work: (audit: RoomAudit) => Promise<unknown>][] = [
  ['minting', audit => audit.mint(factsOf(chat), 'The bell rang.')],
  ['linking', audit => audit.link({ sessionId: chat, issueId: 7 })],
  ['rotating the key', audit => audit.rotateKey()],
]

describe.each(works)('%s that stops before any of its writes', (_, work) => {
  it('a write that stops halfway leaves an audit that verifies, and can be done again after the next opening', async () => {
    let stops = 0
    for (let finished = false; !finished; stops++) {
      const opened = await openTestAudit()
      await opened.mint(chat, 2)
      finished = await stopsBefore(opened, stops + 1, work)
      expect((await opened.reopenReadOnly().verify()).status).toBe('ok')
      const audit = await openAudit(opened.settings)
      expect((await audit.verify()).status).toBe('ok')
      await work(audit)
      await audit.mint(factsOf(chat), 'Once more.')
      expect((await audit.verify()).status).toBe('ok')
      await opened.close()
    }
    expect(stops).toBeGreaterThan(3)
  })
})

it('the very first receipt, stopped before any of its writes, is whole or not there', async () => {
  let stops = 0
  for (let finished = false; !finished; stops++) {
    const opened = await openTestAudit()
    finished = await stopsBefore(opened, stops + 1, audit => audit.mint(factsOf(chat), 'x'))
    expect((await opened.reopenReadOnly().verifySession(chat)).problems).toEqual([])
    const audit = await openAudit(opened.settings)
    const { count } = await audit.verifySession(chat)
    expect((await audit.mint(factsOf(chat), 'x')).seq).toBe(count + 1)
    expect((await audit.verify()).status).toBe('ok')
    await opened.close()
  }
  expect(stops).toBeGreaterThan(6)
})

it('a receipt for which the disk has no room at any of its writes is not there', async () => {
  let fills = 0
  for (let finished = false; !finished; fills++) {
    const opened = await openTestAudit()
    await opened.mint(chat, 2)
    finished = await stopsBefore(opened, fills + 1, audit => audit.mint(factsOf(chat), 'The bell rang.'), noRoom)
    const audit = await openAudit(opened.settings)
    expect(await audit.verifySession(chat)).toMatchObject({ status: 'ok', count: finished ? 3 : 2, problems: [] })
    expect((await audit.mint(factsOf(chat), 'x')).seq).toBe(finished ? 4 : 3)
    await opened.close()
  }
  expect(fills).toBeGreaterThan(3)
})

it('the very first receipt is whole or not there when the disk is full at any of its writes', async () => {
  for (let fills = 1, finished = false; !finished; fills++) {
    const opened = await openTestAudit()
    finished = await stopsBefore(opened, fills, audit => audit.mint(factsOf(chat), 'x'), noRoom)
    expect((await opened.reopenReadOnly().verifySession(chat)).problems).toEqual([])
    const audit = await openAudit(opened.settings)
    expect((await audit.mint(factsOf(chat), 'x')).seq).toBe(finished ? 2 : 1)
    await opened.close()
  }
})

/** The disk is full at one write; a moment later there is room for what was there before. */
const noRoom = (writes: number, nth: number) => {
  if (writes === nth) throw Object.assign(new Error('stopped'), { code: 'ENOSPC' })
}

/** From there on nothing is written any more. */
const forGood = (writes: number, nth: number) => {
  if (writes >= nth) throw new Error('stopped')
}

/** Does the work on files and a store that fail at the nth write; answers whether it came to its end. */
async function stopsBefore(
  { settings }: OpenedAudit,
  nth: number,
  work: (audit: RoomAudit) => Promise<unknown>,
  fail = forGood,
) {
  let writes = 0
  const count = () => fail(++writes, nth)
  const stopping = {
    ...disk,
    async append(path: string, bytes: Uint8Array) {
      count()
      return disk.append(path, bytes)
    },
    async replace(path: string, bytes: Uint8Array) {
      count()
      return disk.replace(path, bytes)
    },
    async replaceAll(files: Parameters<typeof disk.replaceAll>[0]) {
      for (const file of files) {
        count()
        await disk.replaceAll([file])
      }
    },
  }
  const write: Db['write'] = async written => {
    count()
    return settings.db.write(written)
  }
  const audit = openAuditReadOnly({ ...settings, disk: stopping, db: { ...settings.db, write } })
  const said = await work(audit).then(
    () => 'done',
    error => error.message,
  )
  expect(['done', 'stopped']).toContain(said)
  return said === 'done'
}
