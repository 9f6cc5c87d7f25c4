import { it } from 'vitest'
import { killBeforeStatements, killWhileImporting, killWhileOpening, killWhileWriting } from './kill-scenarios.ts'
import { workers } from './processes.ts'

const start = workers()

it('8 times kill -9 while writing: nothing acknowledged is lost, nothing is half there', async () => {
  await killWhileWriting(start, 8)
})

it('a call killed before a statement leaves nothing, killed before its answer it is whole', async () => {
  await killBeforeStatements(start, 8)
})

it('kill -9 during the first opening leaves a store that opens', async () => {
  await killWhileOpening(start, 1)
})

it('kill -9 during an import leaves all of it or nothing', async () => {
  await killWhileImporting(start, 1)
})
