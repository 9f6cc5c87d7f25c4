import { it } from 'vitest'
import { killBeforeStatements, killWhileImporting, killWhileOpening, killWhileWriting } from './kill-scenarios.ts'
import { workers } from './processes.ts'

const start = workers()

it.each(Array.from({ length: 8 }, (_, n) => n + 1))(
  '25 times kill -9 while writing, batch %i of 8: nothing acknowledged is lost, nothing is half there',
  async () => {
    await killWhileWriting(start, 25)
  },
)

it('a call killed before any of its statements leaves nothing, killed before its answer it is whole', async () => {
  await killBeforeStatements(start, 1)
})

it('30 times kill -9 during the first opening leaves a store that opens', async () => {
  await killWhileOpening(start, 30)
})

it('12 times kill -9 during an import leaves all of it or nothing', async () => {
  await killWhileImporting(start, 12)
})
