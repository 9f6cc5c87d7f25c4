import { it } from 'vitest'
import { expectLinear, expectLongScene } from './tools-long-scenes.ts'

it('a scene may have 250,000 lines', async () => {
  await expectLongScene(250_000)
})

it('ten times the text of a long scene is ten times the words, read in about ten times the work', async () => {
  await expectLinear(32)
})
