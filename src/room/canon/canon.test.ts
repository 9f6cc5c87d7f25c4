import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sampleContents } from '../../../test/room/tools-context.ts'
import { fieldErrors } from '../protocol/rejection.ts'
import { indexedCards } from '../tools/workspace-reader.ts'
import { categoryOf, titleOf } from '../workspace/describe.ts'
import { CanonEntry, type CardContent, entryTypes } from './entry.ts'
import { extractCard, keepGrounded } from './extract.ts'
import { compileIndex } from './files.ts'

const sample = sampleContents()

function cardOf(path: string, text = sample[path] ?? ''): Parameters<typeof extractCard>[0] {
  const lines = text.split('\n')
  return { path, category: categoryOf(path), title: titleOf(path.split('/').at(-1) ?? '', lines), lines }
}

function entryOf(path: string, content: Partial<CardContent> = {}): CanonEntry {
  const card = extractCard(cardOf(path))
  const proof = { sha256: 'a'.repeat(64), method: 'deterministic' as const, agentId: null }
  return { path, ...proof, ...card, ...content, extractedAt: '2026-03-01T12:00:00.000Z' }
}

it('reading a card by rules takes from a card of the sample what it defines and what it binds', () => {
  expect(extractCard(cardOf('Compendium/Lore/CONCEPT-fog-law.md'))).toEqual({
    type: 'lore',
    scope: ['project'],
    hardness: 'hard',
    topics: ['lamp', 'seen', 'rung', 'oldest', 'rule', 'kept'],
    defines: ['Fog Law', 'interval: every four minutes'],
    constraints: [
      'Interval: every four minutes',
      'When the lamp at the end of the mole cannot be seen from the fish hall, the bell must be rung at the fixed interval, and it must go on until the lamp can be seen again.',
      'It is never rung faster for a wedding or slower for a storm, because a pilot counts the silence as well as the stroke.',
      'It has only ever been read aloud at the naming of a new keeper, who answers that it is understood, and signs.',
    ],
    summary: 'The oldest rule still kept in Harrow Quay.',
  })
  expect(extractCard(cardOf('Compendium/Characters/CHAR-ines-varga.md'))).toMatchObject({
    type: 'character',
    hardness: 'hard',
    defines: ['Ines Varga', 'the keeper', 'eyes: gray', 'handedness: left-handed', 'age: 34'],
    summary: 'Ines rings the bell at Harrow Quay and lives alone under it.',
  })
})

it.each([
  ['Characters', 'character'],
  ['Locations', 'location'],
  ['Lore', 'lore'],
  ['Factions', 'faction'],
  ['Technology', 'technology'],
  ['Culture', 'culture'],
  ['Events', 'event'],
  ['Themes', 'theme'],
  ['Glossary', 'glossary'],
  ['Misc', 'misc'],
  ['Songs', 'misc'],
])('reading a card by rules reads the category %s as %s', (category, type) => {
  expect(extractCard({ path: 'x', category, title: 'X', lines: [] }).type).toBe(type)
})

it.each([
  ['Hardness: soft\n\nIt must ring.', 'soft'],
  ['It must ring.', 'hard'],
  ['They never sleep.', 'hard'],
  ['Always late.', 'hard'],
  ['Nobody cannot.', 'hard'],
  ['Only here.', 'hard'],
  ['Mustard and lonely evenings.', 'soft'],
])('reading a card by rules decides how hard a card is: %j', (text, hardness) => {
  expect(extractCard(cardOf('Compendium/Lore/x.md', text)).hardness).toBe(hardness)
})

it('reading a card by rules takes headings below the first as topics before frequent words, and bold terms as defined', () => {
  const text = [
    '# The Horn',
    '## How It Sounds',
    'A **deep tone** that carries. Carries far, and carries long; the horn itself is plain.',
    '- **Weight**: 40',
    '## Keepers',
    'Two people share it every 12 hours.',
  ].join('\n')
  expect(extractCard(cardOf('Compendium/Technology/TECH-horn.md', text))).toMatchObject({
    topics: ['how it sounds', 'keepers', 'carries', 'deep', 'tone', 'long'],
    defines: ['The Horn', 'deep tone', 'weight: 40'],
    constraints: ['Two people share it every 12 hours.'],
    summary: 'A deep tone that carries.',
  })
})

it('reading a card by rules gives an entry that fits its schema, whatever the card holds', () => {
  const word = fc.constantFrom(
    'must',
    'every',
    'six',
    'minutes',
    '**bold**',
    'Key:',
    '#',
    '- ',
    '|',
    '語'.repeat(60),
    '.',
  )
  const lines = fc.array(
    fc.array(word, { maxLength: 60 }).map(words => words.join(' ')),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(lines, fc.constantFrom('Lore', 'Events', 'x'), (given, category) => {
      const content = extractCard({ path: 'Compendium/a.md', category, title: 'A title', lines: given })
      const entry = { ...entryOf('Compendium/Lore/CONCEPT-fog-law.md'), ...content }
      expect(fieldErrors(CanonEntry, entry)).toEqual([])
      expect(extractCard({ path: 'Compendium/a.md', category, title: 'A title', lines: given })).toEqual(content)
    }),
    { numRuns: 100 },
  )
})

describe('what a model extracted', () => {
  const lines = (sample['Compendium/Lore/CONCEPT-fog-law.md'] ?? '').split('\n')
  const content: CardContent = {
    type: 'lore',
    scope: ['project'],
    hardness: 'hard',
    topics: ['law'],
    defines: ['fog  LAW', 'Salt Law', '…'],
    constraints: [
      'The bell must be rung at the fixed interval',
      'A pilot counts silence and stroke twice daily',
      'The council must vote every spring',
      'It is as it is',
    ],
    summary: 'A law.',
  }

  it('what a model extracted keeps what the card says and counts what it does not', () => {
    const kept = keepGrounded(content, lines)
    expect(kept.content.defines).toEqual(['fog  LAW'])
    expect(kept.content.constraints).toEqual([
      'The bell must be rung at the fixed interval',
      'A pilot counts silence and stroke twice daily',
    ])
    expect(kept.dropped).toBe(4)
  })

  it.each([
    ['three of five words', 'pilot counts silence yearly weekly', true],
    ['two of four words', 'pilot counts yearly weekly', false],
  ])('what a model extracted asks for three fifths of the words in one sentence: %s', (_, constraint, kept) => {
    expect(keepGrounded({ ...content, constraints: [constraint] }, lines).content.constraints.length === 1).toBe(kept)
  })
})

it('the closed shape of an entry names every field that is missing, wrong or unknown', () => {
  const { path: _, ...entry } = entryOf('Compendium/Lore/CONCEPT-fog-law.md')
  const wrong = { ...entry, type: 'song', scope: [], topics: ['x'.repeat(41)], extra: 1 }
  expect(fieldErrors(CanonEntry, wrong)).toEqual([
    'extra:invalid',
    'path:missing',
    'scope:invalid',
    'topics[0]:invalid',
    'type:invalid',
  ])
})

it('the closed shape of an entry counts bytes, not characters', () => {
  expect(fieldErrors(CanonEntry, entryOf('Compendium/Lore/CONCEPT-fog-law.md', { topics: ['語'.repeat(14)] }))).toEqual(
    ['topics[0]:invalid'],
  )
})

it('the compiled index has the layout people and tools rely on', () => {
  const entry = entryOf('Compendium/Lore/CONCEPT-fog-law.md', {
    topics: ['Fog', 'bell'],
    constraints: ['Ring | twice\nin fog'],
    defines: ['a|b', 'c'],
    summary: 'One\r\nline.',
  })
  const other = entryOf('Compendium/Characters/CHAR-x.md', {
    type: 'character',
    hardness: 'soft',
    scope: ['a', 'b'],
    topics: ['bell'],
    constraints: [],
    defines: [],
    summary: 'X.',
  })
  expect(compileIndex([entry, other])).toBe(
    [
      '# Canon Index',
      '> Generated from 2 cards. Do not edit: rebuild with the canon index.',
      '',
      '## Routing Table',
      '| Type | Count |',
      '|---|---|',
      '| character | 1 |',
      '| lore | 1 |',
      '',
      '## Topics',
      '- bell: Compendium/Characters/CHAR-x.md, Compendium/Lore/CONCEPT-fog-law.md',
      '- fog: Compendium/Lore/CONCEPT-fog-law.md',
      '',
      '## Constraints',
      '- [hard] Ring | twice in fog (Compendium/Lore/CONCEPT-fog-law.md)',
      '',
      '## File Catalog',
      '| Path | Type | Scope | Hardness | Key Terms | Summary |',
      '|---|---|---|---|---|---|',
      '| Compendium/Characters/CHAR-x.md | character | a, b | soft | bell | X. |',
      '| Compendium/Lore/CONCEPT-fog-law.md | lore | project | hard | a\\|b, c | One line. |',
      '',
    ].join('\n'),
  )
})

it('the compiled index is an index of nothing when there are no cards', () => {
  expect(compileIndex([])).toContain('> Generated from 0 cards.')
})

it('the compiled index has the same bytes for the same entries in any order, and gives each path and hardness back', () => {
  const piece = fc.array(fc.constantFrom('a', 'b', '|', '\\|', '\n', ' ', 'Ä', '| hard |', '語'), {
    minLength: 1,
    maxLength: 6,
  })
  const text = piece.map(parts => parts.join('')).filter(each => each.trim() !== '')
  const content = fc.record({
    type: fc.constantFrom(...entryTypes),
    hardness: fc.constantFrom('hard' as const, 'soft' as const),
    topics: fc.array(text, { maxLength: 4 }),
    defines: fc.array(text, { maxLength: 4 }),
    constraints: fc.array(text, { maxLength: 4 }),
    summary: text,
  })
  const shuffled = fc
    .array(content, { maxLength: 8 })
    .map(contents => contents.map((each, n) => entryOf(`Compendium/Lore/card|${n % 2}-${n}.md`, each)))
    .chain(entries => fc.tuple(fc.constant(entries), fc.shuffledSubarray(entries, { minLength: entries.length })))
  fc.assert(
    fc.property(shuffled, ([entries, other]) => {
      const index = compileIndex(entries)
      expect(compileIndex(other)).toBe(index)
      const lines = index.split('\n')
      const cards = indexedCards({ path: 'Canon.md', content: index, lines, sha256: '', size_bytes: index.length })
      expect(Object.fromEntries(cards)).toEqual(Object.fromEntries(entries.map(each => [each.path, each.hardness])))
    }),
    { numRuns: 150 },
  )
})
