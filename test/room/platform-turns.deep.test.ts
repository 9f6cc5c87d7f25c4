import { it } from 'vitest'
import { expectCounted } from './turn-counts.ts'

it.each([1, 2])('a room counts 250 turns on every surface as an independent count does, part %i of 2', async () => {
  await expectCounted(250)
})
