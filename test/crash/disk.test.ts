import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openApp } from '../../src/app.ts'
import { callOperation } from '../support/engines.ts'
import { canMount, mountSmallDisk } from '../support/small-disk.ts'
import { tempHome } from '../support/tempdir.ts'
import { beginWriting, expectKept, recordLine } from './acknowledged.ts'
import { type Worker, workers } from './processes.ts'

const start = workers()

interface Filled {
  location: string
  ref: string
  start(): Worker
  free(): void
}

it.each(waysToFill())(
  '$on: writes fail clearly, nothing acknowledged is lost, and freed space is enough',
  async ({ make }) => {
    const disk = make()
    const writer = disk.start()
    const output = await beginWriting(writer, disk.location)
    const refused: Array<{ refused: string; ref: string }> = []
    while (refused.length < 5) {
      const line = await writer.next()
      recordLine(output, line)
      if (line.refused) refused.push(line)
    }
    for (const line of await writer.kill()) recordLine(output, line)
    expect(refused).toEqual(refused.map(() => ({ refused: 'INTERNAL', ref: disk.ref })))
    expect(output.acknowledged.length).toBeGreaterThan(20)

    disk.free()
    const app = await openApp({ location: disk.location })
    await expectKept(app, output, 0)
    expect((await callOperation(app, 'check_records')).violations).toEqual([])
    const more = { type: 'note', title: 'More', summary: 'S', body: 'B'.repeat(100_000) }
    expect(await callOperation(app, 'create_record', more)).toHaveProperty('record.body', more.body)
    await app.close()
  },
)

function waysToFill(): Array<{ on: string; make: () => Filled }> {
  const limited = { on: 'At the largest size a file may have', make: fileSizeLimit }
  const mounted = { on: 'On a full disk', make: smallFileSystem }
  return canMount() ? [limited, mounted] : [limited]
}

/** Files of this process and its children may not grow beyond four megabytes; anybody may set that. */
function fileSizeLimit(): Filled {
  const limit = (command: string[]) => ['sh', '-c', 'ulimit -f 8192; exec "$@"', 'sh', ...command]
  return { location: join(tempHome(), 'daybook.db'), ref: 'disk-error', start: () => start(limit), free() {} }
}

function smallFileSystem(): Filled {
  const { folder } = mountSmallDisk(8 << 20)
  const ballast = join(folder, 'ballast')
  writeFileSync(ballast, Buffer.alloc(3_000_000))
  return {
    location: join(folder, 'daybook.db'),
    ref: 'disk-full',
    start: () => start(),
    free: () => rmSync(ballast),
  }
}

it('a database that may only be read says so and stays as it is', async () => {
  const location = join(tempHome(), 'daybook.db')
  const app = await openApp({ location })
  await callOperation(app, 'create_record', { type: 'note', title: 'T', summary: 'S', body: 'B' })
  await app.close()
  const before = readFileSync(location)
  chmodSync(location, 0o400)

  const worker = start(withoutPrivileges)
  expect(await worker.ask({ do: 'open', location })).toEqual({ opened: true })
  expect(await worker.ask({ do: 'call', name: 'get_record_ref', args: { id: 'R1' } })).toMatchObject({ id: 'R001' })
  const refused = await worker.ask({ do: 'call', name: 'activate', args: { id: 'R1' } })
  expect(refused.error).toMatchObject({ code: 'INTERNAL', details: { ref: 'read-only' } })
  await worker.end()
  expect(readFileSync(location)).toEqual(before)
  expect(statSync(location).mode & 0o777).toBe(0o400)
})

it('a read-only folder is reported, and nothing is created in it', async () => {
  const folder = join(tempHome(), 'closed')
  mkdirSync(folder)
  chmodSync(folder, 0o500)
  onTestFinished(() => chmodSync(folder, 0o700))
  const worker = start(withoutPrivileges)
  expect(await worker.ask({ do: 'open', location: join(folder, 'daybook.db') })).toMatchObject({ ref: 'cannot-open' })
  await worker.end()
})

/** Root may write anywhere; without its capabilities it is an ordinary user. */
function withoutPrivileges(command: string[]): string[] {
  if (process.getuid?.() !== 0) return command
  return ['setpriv', '--bounding-set=-all', '--inh-caps=-all', ...command]
}
