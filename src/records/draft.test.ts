import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesBetween, draftOf, readDraft, writeDraft } from './draft.ts'
import { applyMergePatch } from './field-diff.ts'
import type { Record } from './schema.ts'

const record: Record = {
  id: 'R007',
  type: 'note',
  title: 'A title',
  summary: 'A summary.',
  body: 'A body\n',
  state: 'OPEN',
  parent_id: null,
  created: '2025-02-10T08:00:00.000Z',
  modified: '2025-02-10T08:00:00.000Z',
  project_id: 'default',
  version: 3,
}

test('a record is written as a header and its body', () => {
  expect(writeDraft({ ...record, related: ['R001', 'R002'], affects: ['src/**', '*.md'], metadata: { a: 1 } })).toBe(
    [
      '---',
      '# R007 version 3, open note. Save and close to write it; leave it unchanged to do nothing.',
      'title: A title',
      'summary: A summary.',
      'related: R001, R002',
      'affects: src/**, *.md',
      'metadata: {"a":1}',
      '---',
      'A body',
      '',
    ].join('\n'),
  )
})

test('whatever a record holds, a draft left alone changes nothing', () => {
  const line = fc.string({ unit: 'grapheme', minLength: 1 })
  const lines = fc.array(fc.oneof(line, fc.constantFrom('---', '', '\r', '# x', '"')), { minLength: 1 })
  const text = lines.map(each => each.join('\n'))
  fc.assert(
    fc.property(line, text, text, fc.dictionary(line, fc.jsonValue()), (title, summary, body, metadata) => {
      const given = { ...record, title, summary, body, metadata: JSON.parse(JSON.stringify(metadata)) }
      const before = draftOf(given)
      expect(changesBetween(before, readDraft(writeDraft(given), before))).toEqual({})
    }),
  )
})

test('an editor that ends the last line has not changed the body', () => {
  const given = { ...record, body: 'no end of line' }
  const before = draftOf(given)
  expect(writeDraft(given).endsWith('no end of line\n')).toBe(true)
  expect(changesBetween(before, readDraft(writeDraft(given), before))).toEqual({})
})

test('changed metadata becomes a merge patch that leads to it', () => {
  const json = fc.dictionary(
    fc.constantFrom('a', 'b', 'c'),
    fc.oneof(fc.integer(), fc.string(), fc.dictionary(fc.constantFrom('x', 'y'), fc.boolean()), fc.array(fc.integer())),
  )
  fc.assert(
    fc.property(json, json, (old, wanted) => {
      const before = { ...draftOf(record), metadata: old }
      const { metadata = {} } = changesBetween(before, { ...before, metadata: wanted })
      expect(applyMergePatch(old, metadata)).toEqual(wanted)
    }),
  )
})

test('a removed header line leaves its field as it was', () => {
  const before = draftOf(record)
  const text = writeDraft(record).replace(/^summary.*\n/m, '')
  expect(changesBetween(before, readDraft(text, before))).toEqual({})
})
