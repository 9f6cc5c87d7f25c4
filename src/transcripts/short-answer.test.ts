import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shortText } from './short-answer.ts'

describe('A long answer of a tool', () => {
  it('A long answer of a tool is found by its beginning, the lines that speak of errors, and its end', () => {
    const filler = Array.from({ length: 200 }, (_, n) => `plain words on line ${n}`)
    const lines = [
      'The beginning',
      ...filler,
      '  TypeError: "x" is not \\n here',
      ...filler,
      'It FAILED at last',
      ...filler,
      'The end',
    ]
    const short = shortText(lines.join('\n'))
    expect(short.length).toBeLessThan(1000)
    expect(short.startsWith('The beginning\nplain words on line 0\n')).toBe(true)
    expect(short.endsWith('\nplain words on line 199\nThe end')).toBe(true)
    expect(short.split('\n')).toEqual(expect.arrayContaining(['  TypeError: "x" is not \\n here', 'It FAILED at last']))
  })

  it('A long answer of a tool stays whole when it is short, and when it is one long word', () => {
    expect(shortText('An error\nand no more')).toBe('An error\nand no more')
    expect(shortText('x'.repeat(5000))).toBe('x'.repeat(5000))
  })

  it('A long answer of a tool keeps whole lines of the answer, whatever signs it has', () => {
    const piece = fc.constantFrom(
      'word',
      ' ',
      ' ',
      '\n',
      '\\',
      '\\n',
      '"',
      '\t',
      'é',
      '済み',
      '😀',
      '\u2028',
      'fail',
      'Error',
      'panic: ',
    )
    fc.assert(
      fc.property(fc.array(piece, { minLength: 400, maxLength: 1500 }), pieces => {
        const text = pieces.join('')
        const short = shortText(text)
        for (const line of short.split('\n')) expect(text).toContain(line)
        for (const word of ['error', 'fail', 'panic']) {
          if (short !== text && !text.toLowerCase().includes(word)) expect(short.toLowerCase()).not.toContain(word)
        }
      }),
      { numRuns: 60 },
    )
  })
})
