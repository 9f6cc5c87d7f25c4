import { expect, test } from 'vitest'
import { placeOf, placeWords, transcriptEvidence } from './evidence.ts'

test('the address of selected lines is evidence, and no other address is', () => {
  const ref = 'diary:2026-05-12/ledger-d7579830878a/S0001'
  const path = '/diary/2026-05-12/ledger-d7579830878a/S0001'
  const lines = (text: string) => ({ kind: 'transcript', ref, lines: text })
  expect(transcriptEvidence(`http://127.0.0.1:4470${path}?turn=T0001#L2-L11`)).toEqual(lines('2-11'))
  expect(transcriptEvidence(`${path}#L7`)).toEqual(lines('7-7'))
  expect(transcriptEvidence(path)).toBeUndefined()
  expect(transcriptEvidence('/p/till/records/R001#L7')).toBeUndefined()
})

test('places are named as the parts name them', () => {
  const words = (kind: 'file' | 'receipt' | 'work_item' | 'transcript', ref: string, lines?: string) =>
    placeWords(placeOf({ kind, ref, ...(lines && { lines }) }))
  expect(words('file', 'src/till.ts', '12-15')).toBe('src/till.ts:12-15')
  expect(words('file', `commit:${'ab'.repeat(20)}`)).toBe('ababababab')
  expect(words('file', 'issue:7')).toBe('Issue #7')
  expect(words('receipt', 'rcpt_0123456789ab')).toBe('rcpt_0123456789ab')
  expect(words('work_item', 'diary:2026-05-12/ledger-1/W0001')).toBe('W0001, 12 May')
  expect(words('transcript', 'diary:2026-05-12/ledger-1/S0001', '3-3')).toBe('line 3, 12 May')
})
