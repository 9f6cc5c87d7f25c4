import { expect, it } from 'vitest'
import { operations } from '../../src/operations.ts'
import { onEngine } from '../support/engines.ts'
import { acceptedBadInput } from './bad-input.ts'

onEngine('sqlite', 'Every operation', store => {
  it('every operation refuses unknown fields and values of the wrong type before it runs, and names the field', async () => {
    expect(await acceptedBadInput(store.app, operations)).toEqual([])
  })
})
