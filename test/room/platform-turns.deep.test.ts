import { it } from 'vitest'
import { expectCounted } from './turn-counts.ts'

it('counts 500 turns on every surface as an independent count does', async () => {
  await expectCounted(500)
})
