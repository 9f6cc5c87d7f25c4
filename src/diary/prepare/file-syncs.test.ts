import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { FileSyncs } from './file-syncs.ts'

it('waits for any number of files, and tells at the end of one that could not be synced', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'syncs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const syncs = new FileSyncs()
  const written = (name: string) => {
    writeFileSync(join(folder, name), name)
    return join(folder, name)
  }
  for (let i = 0; i < 20; i++) await syncs.add(written(`${i}`))
  await expect(syncs.settled()).resolves.toBeUndefined()
  // A device has nothing to be synced.
  await syncs.add('/dev/null')
  await syncs.add(written('last'))
  await expect(syncs.settled()).rejects.toThrow('EINVAL')
})
