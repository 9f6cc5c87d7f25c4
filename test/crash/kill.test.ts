import { it } from 'vitest'
import { killBeforeStatements, killWhileImporting, killWhileOpening, killWhileWriting } from './kill-scenarios.ts'
import { workers } from './processes.ts'

const start = workers()

it('20 times kill -9 while writing: nothing acknowledged is lost, nothing is half there', async () => {
  await killWhileWriting(start, 20)
})

it('a call killed before a statement leaves nothing, killed before its answer it is whole', async () => {
  await killBeforeStatements(start, 4)
})

it('3 times kill -9 during the first opening leaves a store that opens', async () => {
  await killWhileOpening(start, 3)
})

it('3 times kill -9 during an import leaves all of it or nothing', async () => {
  await killWhileImporting(start, 3)
})
