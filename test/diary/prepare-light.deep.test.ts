import { expect, it } from 'vitest'
import { expectSameDamaged, fixtures } from './light-reading.ts'

it('reading 600 damaged sessions while they are copied gives the same facts and chains as reading all of them', () => {
  expect(fixtures.length).toBeGreaterThan(20)
  expectSameDamaged(600)
})
