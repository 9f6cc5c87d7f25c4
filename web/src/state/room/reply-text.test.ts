import { expect, it } from 'vitest'
import { placesIn, withoutEvidence } from './reply-text.ts'

it('a reply is shown without its Evidence line', () => {
  const raw = '[content] a.md line 3: "gray" receipt_id: rcpt_1'
  expect(withoutEvidence(`Two.\n- one\nEvidence: ${raw}`, raw)).toBe('Two.\n- one')
  expect(withoutEvidence(`Gray.\n\n**Evidence:** ${raw}\n`, raw)).toBe('Gray.')
  expect(withoutEvidence(`Evidence: ${raw}`, raw)).toBe('')
})

it('a reply without an Evidence line is shown whole', () => {
  expect(withoutEvidence('Evidence: of nothing', undefined)).toBe('Evidence: of nothing')
  expect(withoutEvidence('Evidence: of nothing', 'else')).toBe('Evidence: of nothing')
})

it('a reply links places in existing files, each once', () => {
  const text = 'One (Story/a b.md:17) and (Story/a b.md:17), (b.md:6) (nowhere.md:2) (b.md:x)'
  expect(placesIn(text, ['Story/a b.md', 'b.md'])).toEqual([
    { path: 'Story/a b.md', line: 17 },
    { path: 'b.md', line: 6 },
  ])
})
