import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { FileSyncs } from './file-syncs.ts'

it('waits for any number of files, and tells at the end of one that could not be synced', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'syncs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const syncs = new FileSyncs()
  const files = Array.from({ length: 20 }, (_, i) => openSync(join(folder, `${i}`), 'w'))
  for (const file of files) await syncs.add(file)
  await expect(syncs.settled()).resolves.toBeUndefined()
  // A device has nothing to be synced.
  await syncs.add(openSync('/dev/null', 'w'))
  await syncs.add(openSync(join(folder, 'last'), 'w'))
  await expect(syncs.settled()).rejects.toThrow('EINVAL')
})
