import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished, test } from 'vitest'
import { makeBackup } from '../../src/backup/make-backup.ts'
import { restoreBackup, verifyRestored } from '../../src/backup/restore.ts'
import { listZip } from '../../src/files/unzip.ts'
import { Fault } from '../../src/kernel/fault.ts'
import { runDaybook } from '../support/binary.ts'
import { borrowPostgresStore } from '../support/postgres-pool.ts'
import { canMount, mountSmallDisk } from '../support/small-disk.ts'
import { tempHome } from '../support/tempdir.ts'
import { fullHome, openHome, settingsOf } from './full-home.ts'

const told = { progress: () => {} }

async function backUp(place: { home: string; location: string }, file: string) {
  const app = await openHome(place)
  try {
    return await makeBackup({ app, settings: settingsOf(place), env: {}, version: '0', file, ...told })
  } finally {
    await app.close()
  }
}

function restore(
  file: string,
  home: string,
  { replace = false, location }: { replace?: boolean; location?: string } = {},
) {
  return restoreBackup({ file, home, location, replace, now: new Date(), ...told })
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const fault = await work.then(
    () => undefined,
    error => error,
  )
  return fault instanceof Fault ? fault.code : String(fault)
}

describe('a restore', () => {
  let whole: string
  let home: string
  beforeAll(async () => {
    home = tempHome()
    await fullHome(join(home, 'daybook.db'), home, { diary: false })
    whole = join(tempHome(), 'whole.zip')
    await backUp({ home, location: join(home, 'daybook.db') }, whole)
  })

  test('a restore refuses a file with any byte of its content changed, and puts nothing in place', async () => {
    const file = await open(whole, 'r')
    const entries = await listZip(file)
    await file.close()
    const copy = join(tempHome(), 'damaged.zip')
    const target = join(tempHome(), 'home')
    for (const { offset, name, packed } of entries) {
      copyFileSync(whole, copy)
      const damaged = await open(copy, 'r+')
      // Behind the header, its name and its numbers of 64 bits.
      const at = offset + 30 + Buffer.byteLength(name) + 20 + Math.floor(packed / 2)
      const { buffer } = await damaged.read(Buffer.alloc(1), 0, 1, at)
      await damaged.write(Buffer.from([buffer.readUInt8(0) ^ 0x10]), 0, 1, at)
      await damaged.close()
      expect([name, await refusalOf(restore(copy, target))]).toEqual([name, 'UNPROCESSABLE'])
      expect(existsSync(target) ? readdirSync(target) : []).toEqual([])
    }
  })

  test('a restore refuses a file that is cut off, has more behind it, or is something else', async () => {
    const { length } = readFileSync(whole)
    const target = join(tempHome(), 'home')
    for (const size of [0, 10, 100, length >> 1, length - 60, length - 1]) {
      const copy = join(tempHome(), 'cut.zip')
      copyFileSync(whole, copy)
      truncateSync(copy, size)
      expect([size, await refusalOf(restore(copy, target))]).toEqual([size, 'UNPROCESSABLE'])
    }
    const longer = join(tempHome(), 'longer.zip')
    writeFileSync(longer, Buffer.concat([readFileSync(whole), Buffer.alloc(8)]))
    expect(await refusalOf(restore(longer, target))).toBe('UNPROCESSABLE')
    expect(await refusalOf(restore(join(home, 'prompts.md'), target))).toBe('UNPROCESSABLE')
    expect(await refusalOf(restore(join(home, 'none'), target))).toBe('INVALID_INPUT')
    expect(existsSync(target)).toBe(false)
  })

  test('a restore leaves a home that is not empty alone unless it is to be replaced, and then keeps what was there', async () => {
    const target = tempHome()
    writeFileSync(join(target, 'prompts.md'), 'theirs')
    expect(await refusalOf(restore(whole, target))).toBe('REFUSED')
    expect(readdirSync(target)).toEqual(['prompts.md'])

    const { kept, location } = await restore(whole, target, { replace: true })
    expect(readFileSync(join(kept ?? '', 'prompts.md'), 'utf8')).toBe('theirs')
    expect(readFileSync(join(target, 'prompts.md'), 'utf8')).toBe('# Mine\n')
    const app = await openHome({ home: target, location })
    onTestFinished(() => app.close())
    const verified = await verifyRestored(app, () => {})
    expect(verified).toMatchObject({ ok: true, rooms: [{ status: 'ok', receipts: 3 }, { status: 'ok' }] })
  })

  test('a restore says when something that was put in place does not verify', async () => {
    const target = join(tempHome(), 'home')
    const { location } = await restore(whole, target)
    const sessions = join(target, 'rooms/default/.control-room/audit/sessions')
    for (const session of readdirSync(sessions)) writeFileSync(join(sessions, session, 'tool_receipts.jsonl'), '')
    const app = await openHome({ home: target, location })
    onTestFinished(() => app.close())
    const verified = await verifyRestored(app, () => {})
    expect(verified).toMatchObject({ ok: false, rooms: [{ project: 'default', status: 'tampered' }, { status: 'ok' }] })
  })

  test('a restore refuses the other kind of database, and a database that is in use', async () => {
    const { url, drop } = await borrowPostgresStore()
    onTestFinished(drop)
    const target = join(tempHome(), 'home')
    expect(await refusalOf(restore(whole, target, { location: url }))).toBe('INVALID_INPUT')
    const used = join(tempHome(), 'used.db')
    writeFileSync(used, '')
    expect(await refusalOf(restore(whole, target, { location: used }))).toBe('REFUSED')

    const server = tempHome()
    const file = join(tempHome(), 'server.zip')
    await backUp({ home: server, location: url }, file)
    expect(await refusalOf(restore(file, target))).toBe('INVALID_INPUT')
    expect(await refusalOf(restore(file, target, { location: url }))).toBe('REFUSED')
    expect(existsSync(target)).toBe(false)
  })

  // Without root there is no small disk.
  it.runIf(canMount())(
    'a restore finds no file after a backup that filled the disk, and the same word as everywhere',
    async () => {
      const disk = mountSmallDisk(2 << 20)
      mkdirSync(join(disk.folder, 'backups'))
      const { code, stderr } = await runDaybook(['backup', join(disk.folder, 'backups', 'full.zip')], {
        home: await largeHome(),
      })
      expect([code, stderr]).toEqual([1, expect.stringContaining('disk-full')])
      expect(readdirSync(join(disk.folder, 'backups'))).toEqual([])
    },
  )
})

async function largeHome(): Promise<string> {
  const home = tempHome()
  writeFileSync(join(home, 'large.bin'), randomBytes(4 << 20))
  return home
}
