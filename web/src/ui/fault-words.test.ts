import { expect, it } from 'vitest'
import { faultTable } from '../../../src/kernel/fault.ts'
import { roomFaults } from '../../../src/room/faults.ts'
import { CallFault } from '../api.ts'
import { faultText, mayRetry, wordsOf } from './fault-words.ts'

const forPrograms = /[a-z]_[a-z]|\(\)|\bdetails\b|\/api\/|\b[A-Z]+_[A-Z]+\b/

it('no hint of a fault names an operation, an address or a field to a person', () => {
  const codes = Object.keys(faultTable) as (keyof typeof faultTable)[]
  const words = codes.map(code => wordsOf({ code, message: 'It failed.', hint: faultTable[code].hint }))
  expect(words.filter(({ hint }) => forPrograms.test(hint))).toEqual([])
})

it('a refusal of the room says what happened, without its sentences for programs', () => {
  const texts = Object.values(roomFaults).map(
    ([, text]) => wordsOf({ code: 'REFUSED', message: text, hint: '' }).message,
  )
  expect(texts.filter(text => text === '' || /\bdetails\b|\/api\//.test(text))).toEqual([])
  expect(wordsOf({ code: 'REFUSED', message: roomFaults.phase_order[1], hint: '' }).message).toBe(
    roomFaults.phase_order[1],
  )
})

it('a failure that is said in one line says what to do, and nothing for programs', () => {
  const missing = new CallFault(
    'RECORD_NOT_FOUND',
    'No record R012. Find it with search_records.',
    'Use search_records.',
  )
  expect(faultText(missing)).toBe('No record R012. Check the number, or search for the record with Ctrl K.')
  expect(faultText(new Error('a_b is not a function'))).toBe('')
})

it('what only the owner of the machine may do is not promised to a role', () => {
  const refused = { code: 'FORBIDDEN', message: 'Only the owner may.', hint: '' } as const
  expect(wordsOf({ ...refused, details: { needed: 'owner' } }).hint).toBe(
    'Members see the decisions, the next chat and the room of their projects.',
  )
  expect(wordsOf({ ...refused, details: { needed: 'writer' } }).hint).toBe(
    'Ask an admin of the project for a role that may do this.',
  )
})

it('a refusal is not offered to be tried again, a failure is', () => {
  const codes = ['FORBIDDEN', 'RECORD_NOT_FOUND', 'INTERNAL', 'BUSY'] as const
  expect(codes.filter(mayRetry)).toEqual(['INTERNAL', 'BUSY'])
})
