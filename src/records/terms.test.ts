import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../test/support/property-runs.ts'
import {
  bodyTermsOf,
  MAX_BODY_TERM_BYTES,
  MAX_BODY_TERMS,
  MAX_METADATA_TERM_BYTES,
  MAX_METADATA_TERMS,
  matchesTerm,
  metadataTermsOf,
  queryTerms,
  recordNumbersIn,
  recordTerms,
  termsOf,
} from './terms.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc
    .array(
      fc.constantFrom('queries', 'é', 'e\u0301', '日本語', 'ｶﾞ', 'ที่', '한글', '½', 'İ', 'ΣΑΣ', ' ', "'", '\ufdfa', '❤️'),
    )
    .map(parts => parts.join('')),
)

describe('termsOf', () => {
  test.each([
    ["what's open?", ['what', 's', 'open']],
    ['c++', ['c']],
    ['foo-bar', ['foo', 'bar']],
    ['snake_case v1.2', ['snake', 'case', 'v1', '2']],
    ['R7: x', ['r7', 'x']],
    ['"unbalanced', ['unbalanced']],
    ['a AND NEAR(', ['a', 'and', 'near']],
    ['*', []],
    ['', []],
    ['naïve NAÏVE nai\u0308ve naive', ['naive', 'naive', 'naive', 'naive']],
    ['Straße', ['straße']],
    ['İstanbul', ['istanbul']],
    ['ﬁle Ⅷ ½ x²', ['file', 'viii', '1', '2', 'x2']],
    ['ＡＢＣ', ['abc']],
    ['⑴ is one', ['1', 'is', 'one']],
    ['x⒈y', ['x1', 'y']],
    ['日本語', ['日本', '本語']],
    ['日', ['日']],
    ['食べる', ['食べ', 'べる']],
    ['カレー ｶﾚｰ', ['カレ', 'レー', 'カレ', 'レー']],
    ['ｶﾞｽ', ['ガス']],
    ['Windows10を使う', ['windows10', 'を使', '使う']],
    ['𠮷野家', ['𠮷野', '野家']],
    ['ภาษา', ['ภา', 'าษ', 'ษา']],
    ['ລາວ', ['ລາ', 'າວ']],
    ['한국어 검색', ['한국어', '검색']],
    ['한국', ['한국']],
    ['Привет й', ['привет', 'и']],
    ['😀 👩‍👩‍👧 🇩🇪', []],
    ['❤️', []],
    ['\u0301', []],
  ])('termsOf reads %j as %j', (text, terms) => {
    expect(termsOf(text)).toEqual(terms)
  })

  test.each([
    ['queries', 'query'],
    ['indexes', 'index'],
    ['boxes', 'box'],
    ['caches', 'cach'],
    ['cache', 'cach'],
    ['dishes', 'dish'],
    ['classes', 'class'],
    ['class', 'class'],
    ['buzzes', 'buzz'],
    ['status', 'status'],
    ['analysis', 'analysis'],
    ['edits', 'edit'],
    ['uses', 'use'],
    ['ties', 'ty'],
    ['axes', 'ax'],
    ['axe', 'axe'],
    ['its', 'its'],
    ['1990s', '1990'],
    ['cafés', 'cafe'],
    ['straßes', 'straßes'],
  ])('termsOf folds %s to %s', (word, folded) => {
    expect(termsOf(word)).toEqual([folded])
  })

  test('termsOf cuts a term at 64 code points before folding it', () => {
    expect(termsOf('a'.repeat(70))).toEqual(['a'.repeat(64)])
    expect(termsOf(`${'a'.repeat(63)}s${'b'.repeat(9)}`)).toEqual(['a'.repeat(63)])
    expect(termsOf('𝔘'.repeat(70))).toEqual(['u'.repeat(64)])
    expect(termsOf('𐐨'.repeat(70))).toEqual(['𐐨'.repeat(64)])
  })

  test('termsOf gives only letters, numbers and marks, so that terms can be stored joined by spaces', () => {
    fc.assert(
      fc.property(anyText, text => {
        const terms = termsOf(text)
        for (const term of terms) expect(term).toMatch(/^(?=.*[\p{L}\p{N}])[\p{L}\p{N}\p{M}]{1,64}$/u)
        expect(terms.join(' ').split(' ').filter(Boolean)).toEqual(terms)
      }),
      { numRuns: propertyRuns(500) },
    )
  })

  test('termsOf leaves terms as they are when it is applied to them again', () => {
    fc.assert(
      fc.property(anyText, text => {
        const terms = termsOf(text)
        expect(termsOf(terms.join(' '))).toEqual(terms)
      }),
      { numRuns: propertyRuns(500) },
    )
  })

  test('termsOf finds the same terms in a text whatever its case or normal form', () => {
    const words = fc.array(fc.constantFrom('Éclair', 'naïve', 'Queries', 'über', 'ガス', '한국어', 'Ångström'))
    fc.assert(
      fc.property(words, list => {
        const text = list.join(' ')
        const terms = termsOf(text)
        expect(termsOf(text.toUpperCase())).toEqual(terms)
        expect(termsOf(text.normalize('NFD'))).toEqual(terms)
        expect(termsOf(text.normalize('NFKC'))).toEqual(terms)
      }),
    )
  })

  test('termsOf reads a word of an English text the same beside non-English words', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), text => {
        expect(termsOf(`${text} ü`)).toEqual([...termsOf(text), 'u'])
      }),
      { numRuns: propertyRuns(500) },
    )
  })

  test('termsOf stays fast for long texts, also for endless rows of marks', () => {
    const texts = [
      'Queries, indexes and plain words. '.repeat(7_700),
      `a${'\u05b0\u0591\u05bc'.repeat(43_000)}`,
      `a${'\uff9e\u0316'.repeat(52_000)}`,
      '日本語'.repeat(29_000),
    ]
    const started = process.cpuUsage()
    for (const text of texts) termsOf(text)
    // In microseconds of this process, which a busy machine does not add to.
    expect(process.cpuUsage(started).user).toBeLessThan(10_000_000)
  })
})

describe('bodyTermsOf', () => {
  test('bodyTermsOf keeps the first 60,000 terms', () => {
    const terms = bodyTermsOf(Array.from({ length: 60_005 }, (_, index) => index.toString(36)).join(' '))
    expect(terms).toHaveLength(MAX_BODY_TERMS)
    expect(terms.slice(0, 3)).toEqual(['0', '1', '2'])
  })

  test('bodyTermsOf keeps at most 393,216 bytes of terms', () => {
    const terms = bodyTermsOf(`${'ﷺ '.repeat(60_000)}`)
    const bytes = Buffer.byteLength(terms.join(''))
    expect(bytes).toBeLessThanOrEqual(MAX_BODY_TERM_BYTES)
    expect(bytes).toBeGreaterThan(MAX_BODY_TERM_BYTES - 64)
    const wide = bodyTermsOf('𠮷𠮷'.repeat(65_000))
    expect(Buffer.byteLength(wide.join(''))).toBeLessThanOrEqual(MAX_BODY_TERM_BYTES)
    expect(wide).toHaveLength(MAX_BODY_TERM_BYTES / 8)
  })
})

describe('recordTerms', () => {
  test('recordTerms keeps the fields apart and reads nested string values of metadata in document order', () => {
    const metadata = {
      owner: 'Ada',
      tags: ['red', { deep: 'Blue boxes' }],
      count: 7,
      on: true,
      none: null,
      last: 'end',
    }
    expect(recordTerms({ title: 'A title', summary: 'Sums', body: 'Body', metadata })).toEqual({
      title: ['a', 'title'],
      summary: ['sum'],
      body: ['body'],
      metadata: ['ada', 'red', 'blue', 'box', 'end'],
    })
  })

  test('recordTerms never joins neighbouring values of metadata into one term', () => {
    expect(metadataTermsOf({ a: '日', b: '本', c: 'x', d: 'y' })).toEqual(['日', '本', 'x', 'y'])
  })

  test('recordTerms bounds the terms of metadata and survives deep nesting', () => {
    let deep: unknown = 'bottom'
    for (let level = 0; level < 20_000; level += 1) deep = [deep]
    expect(metadataTermsOf({ deep })).toEqual(['bottom'])
    expect(metadataTermsOf({ many: 'x '.repeat(9_000) })).toHaveLength(MAX_METADATA_TERMS)
    const wide = metadataTermsOf({ a: 'ﷺ '.repeat(3_000), b: 'late' })
    expect(Buffer.byteLength(wide.join(''))).toBeLessThanOrEqual(MAX_METADATA_TERM_BYTES)
    expect(wide).not.toContain('late')
  })
})

describe('queryTerms', () => {
  test.each([
    ['merge edits?', [{ term: 'merge' }, { term: 'edit' }]],
    ['merge edits', [{ term: 'merge' }, { term: 'edit', prefix: 'edits' }]],
    ['ind', [{ term: 'ind', prefix: 'ind' }]],
    ['queries', [{ term: 'query', prefix: 'queries' }]],
    ['ind ', [{ term: 'ind' }]],
    ['x', [{ term: 'x' }]],
    ['c++', [{ term: 'c' }]],
    ['foo bar foo', [{ term: 'bar' }, { term: 'foo', prefix: 'foo' }]],
    ['query queries', [{ term: 'query', prefix: 'queries' }]],
    ['日本語', [{ term: '日本' }, { term: '本語', prefix: '本語' }]],
    ['love ❤️', [{ term: 'love' }]],
    ['nai\u0308', [{ term: 'nai', prefix: 'nai' }]],
    ['*', []],
    ['', []],
  ])('queryTerms reads %j as %j', (query, terms) => {
    expect(queryTerms(query)).toEqual(terms)
  })

  test('queryTerms uses the first 32 distinct terms, without prefix when the last is not among them', () => {
    const words = Array.from({ length: 40 }, (_, index) => `w${index}`)
    expect(queryTerms(words.join(' '))).toEqual(words.slice(0, 32).map(term => ({ term })))
    expect(queryTerms(`${words.join(' ')} w5`).at(-1)).toEqual({ term: 'w5', prefix: 'w5' })
  })

  test('queryTerms matches every term of a text that is its own query', () => {
    fc.assert(
      fc.property(anyText, text => {
        const stored = termsOf(text)
        for (const wanted of queryTerms(text)) expect(stored.some(term => matchesTerm(wanted, term))).toBe(true)
      }),
    )
  })
})

describe('matchesTerm', () => {
  const matches = (query: string, text: string) =>
    queryTerms(query).every(wanted => termsOf(text).some(term => matchesTerm(wanted, term)))

  test.each([
    ['ind', 'index', true],
    ['queries', 'query', true],
    ['query', 'queries', true],
    ['indexes', 'an index', true],
    ['boxe', 'boxes', true],
    ['ind.', 'index', false],
    ['dex', 'index', false],
    ['naive', 'naïve', true],
    ['ind foo', 'index foo', false],
    ['日本', '日本語', true],
    ['本日', '日本語', false],
  ])('matchesTerm says of query %j and text %j: %s', (query, text, expected) => {
    expect(matches(query, text)).toBe(expected)
  })
})

describe('recordNumbersIn', () => {
  test.each([
    ['R7: x', [7]],
    ['see r007, R1000 and (R7)', [7, 1000]],
    ['R0 R R7a aR7 7', []],
    ['R1234567890', []],
    ['R999999999', [999_999_999]],
    ['ä R7', [7]],
    ['Ｒ７', []],
  ])('recordNumbersIn finds in %j the records %j', (query, ids) => {
    expect(recordNumbersIn(query)).toEqual(ids)
  })
})
