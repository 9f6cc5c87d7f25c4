import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkPath } from './resolve.ts'

const outcome = (path: unknown) => {
  const checked = checkPath(path)
  return 'fault' in checked ? checked.fault.code : checked.path
}

describe('A path from a caller', () => {
  it.each([[undefined], [null], [7], [['x.md']], [{}], [''], ['a'.repeat(1025)], ['\ud800.md'], ['é'.repeat(513)]])(
    'a path from a caller must be a text of 1 to 1024 bytes: %j',
    path => expect(outcome(path)).toBe('path_invalid'),
  )

  it.each([
    [' \t\r\nStory/x.md \v\f', 'Story/x.md'],
    ['./Story/x.md', 'Story/x.md'],
    ['Story/e\u0301.md', 'Story/\u00e9.md'],
    ['%2e%2e/none.md', '%2e%2e/none.md'],
    ['Story/a b.md', 'Story/a b.md'],
    ['Story/content.md', 'Story/content.md'],
    ['Story/com0.md', 'Story/com0.md'],
    ['Story/x..md', 'Story/x..md'],
    [`Story/${'a'.repeat(255)}`, `Story/${'a'.repeat(255)}`],
  ])('%j is looked up as %j', (path, wanted) => expect(outcome(path)).toBe(wanted))

  it.each([
    ...[
      '././x.md',
      '..',
      '.',
      '../x.md',
      'a/../x.md',
      'a/./x.md',
      'a//x.md',
      '/x.md',
      '//x.md',
      '~/x.md',
      '~',
      'x.md/',
      ' ',
    ],
    ...['a\\x.md', 'C:x.md', 'x.md:ads', 'a\0.md', 'a\u0007.md', 'a\nb.md', 'a\u007f.md', 'a\u0085.md', 'a\u2028.md'],
    ...['a\u2029.md', 'a\u202a.md', 'a\u202e.md', 'a\u2066.md', 'a\u2069.md', '.git/config', 'a/.x.md', 'a/x.md.'],
    ...['a /x.md', 'a./x.md', 'con', 'CON.md', 'Story/con.txt.md', 'prn.md', 'aux', 'Nul.md', 'com1.md', 'LPT9.md'],
    ...['con .md', `a/${'é'.repeat(128)}`],
  ])('the path %j of a caller is denied', path => expect(outcome(path)).toBe('path_denied'))

  it('A path from a caller that passes has plain segments only, whatever was sent', () => {
    const piece = fc.constantFrom('..', '.', '/', '\\', ' ', ':', '~', 'con', '\u202e', 'a', 'x.md', '\0', '\u0301')
    const path = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece).map(pieces => pieces.join('')),
    )
    fc.assert(
      fc.property(path, given => {
        const checked = checkPath(given)
        if ('fault' in checked) return true
        const segments = checked.path.split('/')
        return segments.every(
          each => each !== '' && !each.startsWith('.') && !/[. ]$/.test(each) && !/[\\:\0]/.test(each),
        )
      }),
      { numRuns: 5000 },
    )
  })
})
