import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressOf, addressParts } from './resource.ts'

const template = 'daybook://receipts/{project}/{id}'

describe('addresses of resources', () => {
  it('addresses of resources name their parts again, whatever is in these', () => {
    const part = fc.string({ minLength: 1, unit: 'grapheme' })
    fc.assert(
      fc.property(part, part, (project, id) => {
        expect(addressParts(template, addressOf(template, { project, id }))).toEqual({ project, id })
      }),
    )
  })

  it.each([
    'daybook://receipts/a',
    'daybook://receipts/a/',
    'daybook://receipts/a/b/c',
    'other://receipts/a/b',
    'daybook://receipts/a/%',
    '',
  ])('%s is not described by another template', uri => expect(addressParts(template, uri)).toBeUndefined())
})
