import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { snippetOf } from './search.ts'
import { matchesTerm, queryTerms, termsOf } from './terms.ts'

const blank = { title: 'Untitled', summary: 'Nothing here.', body: '.' }
const inBody = (body: string, query: string) => snippetOf({ ...blank, body }, query)
const marked = ({ snippet, snippet_matches }: ReturnType<typeof snippetOf>) =>
  snippet_matches.map(([start, end]) => snippet.slice(start, end))

describe('snippetOf', () => {
  test('snippetOf marks the words of the title as in the specification', () => {
    const record = { title: 'How do we merge offline edits?', summary: 'Merge or not.', body: 'Later.' }
    expect(snippetOf(record, 'merge edits?')).toEqual({
      snippet: 'How do we merge offline edits?',
      snippet_field: 'title',
      snippet_matches: [
        [10, 15],
        [24, 29],
      ],
    })
  })

  test('snippetOf takes the field with most distinct terms, and of equal ones title, summary, body, metadata', () => {
    const record = {
      title: 'red',
      summary: 'red green',
      body: 'green red red',
      metadata: { note: ['red green', 'blue'] },
    }
    expect(snippetOf(record, 'red').snippet_field).toBe('title')
    expect(snippetOf(record, 'red green').snippet_field).toBe('summary')
    expect(snippetOf(record, 'green blue')).toEqual({
      snippet: 'red green blue',
      snippet_field: 'metadata',
      snippet_matches: [
        [4, 9],
        [10, 14],
      ],
    })
    expect(snippetOf({ ...blank, body: 'green' }, 'red green.').snippet_field).toBe('body')
  })

  test('snippetOf names evidence as a person would, without hashes', () => {
    const diary = 'diary:2025-02-13/sample-till-d6e20a641d6c'
    const evidence = [
      { kind: 'work_item', ref: `${diary}/W0001` },
      { kind: 'transcript', ref: `${diary}/S0001`, lines: '4-4', sha256: 'b4'.repeat(32) },
      { kind: 'file', ref: 'src/money.ts', lines: '2-4', sha256: 'c5'.repeat(32) },
      { kind: 'file', ref: 'commit:405259c832' },
      { kind: 'file', ref: 'issue:12' },
    ]
    const record = { ...blank, summary: 'As banks do.', metadata: { owner: 'ada', evidence } }
    expect(snippetOf(record, 'money')).toMatchObject({
      snippet:
        'ada Evidence: work item W0001, sample-till on 2025-02-13; line 4 of session S0001, sample-till on 2025-02-13; src/money.ts, lines 2-4; commit 405259c832; issue #12',
      snippet_field: 'metadata',
    })
    expect(snippetOf(record, 'b4'.repeat(32))).toMatchObject({ snippet: 'As banks do.', snippet_field: 'summary' })
    const odd = { ...blank, metadata: { evidence: ['an old note', { kind: 3 }] } }
    expect(snippetOf(odd, 'note').snippet).toBe('an old note')
  })

  test('snippetOf shows the summary cut to 200 code points when no text matches or nothing is asked', () => {
    const summary = `${'😀'.repeat(150)}\n  ${'x'.repeat(100)}`
    const expected = { snippet: [...summary].slice(0, 200).join(''), snippet_field: 'summary', snippet_matches: [] }
    expect(snippetOf({ ...blank, summary }, 'R7')).toEqual(expected)
    expect(snippetOf({ ...blank, summary }, '')).toEqual(expected)
    expect(snippetOf({ ...blank, summary }, '*')).toEqual(expected)
  })

  test('snippetOf collapses white space of every kind and keeps other characters', () => {
    expect(inBody('  one\r\n\r\n\ttwo\u2028 <b>three</b>\u00a0$& ', 'three')).toEqual({
      snippet: 'one two <b>three</b> $&',
      snippet_field: 'body',
      snippet_matches: [[11, 16]],
    })
  })

  test('snippetOf cuts a long text around its matches and says so', () => {
    const words = Array.from({ length: 100 }, (_, index) => `w${index}`)
    expect(inBody(words.join(' '), 'w50.')).toEqual({
      snippet: `…${words.slice(36, 66).join(' ')}…`,
      snippet_field: 'body',
      snippet_matches: [[57, 60]],
    })
    expect(inBody(words.join(' '), 'w2.').snippet).toBe(`${words.slice(0, 30).join(' ')}…`)
    expect(inBody(words.join(' '), 'w99').snippet).toBe(`…${words.slice(70).join(' ')}`)
  })

  test('snippetOf prefers the window with most distinct terms, then with most of them', () => {
    const filler = ' x'.repeat(40)
    expect(marked(inBody(`red red red${filler} red green${filler} red`, 'red green.'))).toEqual(['red', 'green'])
    expect(marked(inBody(`red${filler} red so red${filler} red`, 'red.'))).toEqual(['red', 'red'])
    expect(inBody(`red one${filler} red two${filler}`, 'red.').snippet.startsWith('red one')).toBe(true)
  })

  test.each([
    ['the whole word for a prefix', 'an Indexing tool', 'index', ['Indexing']],
    ['the plural for the singular', 'many queries', 'query.', ['queries']],
    ['accents', 'so naïve and nai\u0308ve', 'naive', ['naïve', 'nai\u0308ve']],
    ['a word that is longer when normalised', 'the ﬁle İs', 'file is', ['ﬁle', 'İs']],
    ['one range for overlapping pairs', '私は日本語を話す', '日本語', ['日本語']],
    ['pairs apart from each other', '日本と日本', '日本', ['日本', '日本']],
    ['half-width kana', 'ｶﾞｽ会社', '会社', ['会社']],
    ['wide letters beside kana', 'ＡＢＣを使う', 'abc', ['ＡＢＣ']],
    ['a part of a run', 'x⒈y', 'y', ['y']],
    ['Thai', 'ภาษาไทยง่าย', 'ไทย', ['ไทย']],
    ['characters outside the basic plane', '😀𠮷野家😀', '𠮷野', ['𠮷野']],
    ['both an equal and a longer word', 'ind index', 'index ind', ['ind', 'index']],
  ])('snippetOf marks %s', (_, body, query, words) => {
    expect(marked(inBody(body, query))).toEqual(words)
  })

  test('snippetOf marks the whole run where its parts cannot be distinguished', () => {
    expect(marked(inBody('日本ΆΣ', '日本'))).toEqual(['日本ΆΣ'])
  })

  test('snippetOf keeps a text without spaces short', () => {
    expect([...inBody('日本語'.repeat(1_000), '本語').snippet].length).toBeLessThanOrEqual(61)
    expect(inBody(`${'='.repeat(50_000)} red ${'='.repeat(50_000)}`, 'red').snippet.length).toBeLessThanOrEqual(1_202)
    expect(marked(inBody('a'.repeat(5_000), 'a'.repeat(64)))).toEqual(['a'.repeat(1_200)])
  })

  test('snippetOf takes time linear in the text', () => {
    const bodies = [
      'red and green boxes '.repeat(13_000),
      '日本語'.repeat(29_000),
      '日本Ά'.repeat(29_000),
      '日本ΆΣ'.repeat(20_000),
      'é'.repeat(130_000),
    ]
    const started = process.cpuUsage()
    for (const body of bodies) inBody(body, 'red boxes 日本語 é')
    // In microseconds of this process, which a busy machine does not add to.
    expect(process.cpuUsage(started).user).toBeLessThan(15_000_000)
  })

  const part = fc.constantFrom(
    'red',
    'Reds',
    'réd',
    'x',
    '日本語',
    'ｶﾞ',
    '𠮷野',
    '😀',
    '\n',
    ' ',
    '  ',
    '-',
    '…',
    'ﷺ',
    '½',
    'ΣΑΣ',
  )
  const text = fc.array(part, { maxLength: 150 }).map(parts => parts.join(''))
  const query = fc.constantFrom('red', 're', 'reds x', '日本', '本', '𠮷野 red', '1 2', 'ガ', 'σας', '語 x red')

  test('snippetOf shows an excerpt of at most 30 words with all of its matches marked and nothing else', () => {
    fc.assert(
      fc.property(text, text, query, (title, body, asked) => {
        const found = snippetOf({ title, summary: '', body, metadata: { body } }, asked)
        fc.pre(found.snippet_matches.length > 0)
        const { snippet, snippet_field } = found
        const terms = queryTerms(asked)
        const source = snippet_field === 'title' ? title : body
        const shown = [snippet, snippet.slice(1), snippet.slice(0, -1), snippet.slice(1, -1)]
        const collapsed = source.trim().replace(/\s+/g, ' ')
        expect(shown.some(excerpt => collapsed.includes(excerpt))).toBe(true)
        expect(snippet.split(' ').length).toBeLessThanOrEqual(30)
        expect(snippet.isWellFormed()).toBe(true)
        let previous = -1
        for (const [start, end] of found.snippet_matches) {
          expect(start).toBeGreaterThan(previous)
          expect(end).toBeGreaterThan(start)
          previous = end
        }
        for (const word of marked(found)) {
          expect(word.isWellFormed()).toBe(true)
          expect(termsOf(word).some(term => terms.some(wanted => matchesTerm(wanted, term)))).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('snippetOf finds a snippet with a match exactly when a stored term matches', () => {
    fc.assert(
      fc.property(text, query, (body, asked) => {
        const expected = termsOf(body).some(term => queryTerms(asked).some(wanted => matchesTerm(wanted, term)))
        expect(snippetOf({ title: '', summary: '', body }, asked).snippet_matches.length > 0).toBe(expected)
      }),
      { numRuns: 500 },
    )
  })
})
