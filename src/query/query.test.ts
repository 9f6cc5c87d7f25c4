import { describe, expect, it } from 'vitest'
import { parseQuery, QueryProblem } from './query.ts'

const word = (...words: string[]) => ({ words, parts: words, isPrefix: false })

describe('A query', () => {
  it('A query asks for every word, and for one of those that OR joins', () => {
    expect(parseQuery('Rounding penny OR pennies tax')).toEqual({
      all: [[word('rounding')], [word('penny'), word('penny')], [word('tax')]],
      none: [],
      filters: [],
    })
  })

  it('A query takes quoted words, and a word with signs in it, as words that follow each other', () => {
    expect(parseQuery('"half a penny" src/kernel parse_instant').all).toEqual([
      [word('half', 'a', 'penny')],
      [word('src', 'kernel')],
      [word('parse', 'instant')],
    ])
  })

  it('A query takes a name in mixed case whole and in its parts', () => {
    expect(parseQuery('parseInstant HTTPServer').all).toEqual([
      [{ words: ['parseinstant'], parts: ['parse', 'instant'], isPrefix: false }],
      [{ words: ['httpserver'], parts: ['http', 'server'], isPrefix: false }],
    ])
  })

  it('A query leaves out what a minus precedes, and lets a star go on', () => {
    expect(parseQuery('till -"sales tax" -refund round*')).toEqual({
      all: [[word('till')], [{ ...word('round'), isPrefix: true }]],
      none: [word('sale', 'tax'), word('refund')],
      filters: [],
    })
  })

  it('A query knows its filters, quoted values and their opposites', () => {
    expect(
      parseQuery('x agent:claude -project:till file:"src/a b.ts" is:error role:user after:7d before:2025-03-01')
        .filters,
    ).toEqual([
      { key: 'agent', value: 'claude-code', isNot: false },
      { key: 'project', value: 'till', isNot: true },
      { key: 'file', value: 'src/a b.ts', isNot: false },
      { key: 'is', value: 'error', isNot: false },
      { key: 'role', value: 'user', isNot: false },
      { key: 'after', value: 7, isNot: false },
      { key: 'before', value: '2025-03-01', isNot: false },
    ])
  })

  it('a query reads what is not a filter as words', () => {
    expect(parseQuery('error: http://till.example OR').all).toEqual([
      [word('error')],
      [word('http', 'till', 'example')],
    ])
    expect(parseQuery('rule:a "rol:user" agen file').all).toEqual([
      [word('rule', 'a')],
      [word('rol', 'user')],
      [word('agen')],
      [word('file')],
    ])
    expect(parseQuery('projet:till ', { isTyping: true }).all).toEqual([[word('projet', 'till')]])
  })

  it.each([
    ['agent:nobody', 'agent: names no agent'],
    ['x before:2025-02-30', 'before: is not followed by a day'],
    ['x role:boss', 'role: knows no such word'],
    ['x is:done', 'is: knows no such word'],
    ['x file:', 'file: names nothing'],
    ['x projet:till', 'projet: is no filter'],
    ['x rol:user', 'rol: is no filter'],
    ['x tools:bash', 'tools: is no filter'],
    ['x flie:a.ts', 'flie: is no filter'],
    ['-tax', 'the query holds no word'],
    ['"" !', 'the query holds no word'],
    ['x -before:2025-01-01', '-before: says nothing'],
    [Array.from({ length: 40 }, (_, i) => `w${i}`).join(' '), 'the query has more than 31 words'],
  ])('A query refuses %s and says what to write instead', (query, message) => {
    const problem = problemOf(query)
    expect(problem.message).toBe(message)
    expect(problem.hint).not.toBe('')
  })

  it('A query may be filters alone', () => {
    expect(parseQuery('is:error after:yesterday')).toMatchObject({ all: [], filters: [{ key: 'is' }, { value: 1 }] })
  })
})

function problemOf(query: string): QueryProblem {
  try {
    parseQuery(query)
  } catch (error) {
    if (error instanceof QueryProblem) return error
  }
  throw new Error(`${query} was accepted.`)
}
