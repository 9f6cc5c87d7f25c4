import { expect, test } from 'vitest'
import { tempHome } from '../support/tempdir.ts'
import { running } from './running.ts'

test.each(['SIGINT', 'SIGHUP'] as const)('%s ends a server with exit code 0 after one line', async signal => {
  const { url, stop } = running(['serve', '--port', '0'], tempHome())
  const address = await url()
  expect(await stop(signal)).toMatchObject({ code: 0, stdout: `Daybook listening on ${address}\n`, stderr: '' })
  await expect(fetch(address)).rejects.toThrow()
})
