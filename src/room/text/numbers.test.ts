import { describe, expect, it } from 'vitest'
import { amountText, median, numbersOf, roundTo, sameAmount, unitOf } from './numbers.ts'
import { isStopword, wordsOf } from './words.ts'

it.each([
  ['112 steps', [112]],
  ['1,902 gulls and 12,345,678 fish', [1902, 12345678]],
  ['zero, nineteen, twenty, ninety-eight', [0, 19, 20, 98]],
  ['two hundred and twelve', [212]],
  ['three thousand four hundred and five', [3405]],
  ['a hundred, a thousand, a dozen, half a dozen', [100, 1000, 12, 6]],
  ['five hundred thousand', [500000]],
  ['3.5 tons', []],
  ['a bell, a rope', []],
  ['ninety-twelve', []],
])('numbers in a text of %j', (text, expected) => {
  expect(numbersOf(text, wordsOf(text)).map(each => each.value)).toEqual(expected)
})

describe('amounts', () => {
  const amount = (count: number, word: string) => {
    const unit = unitOf(word)
    if (!unit) throw new Error(`${word} is a unit.`)
    return { count, unit }
  }

  it('amounts are equal across units of a family', () => {
    expect(sameAmount(amount(2, 'hours'), amount(120, 'minutes'))).toBe(true)
    expect(sameAmount(amount(1, 'month'), amount(30, 'days'))).toBe(true)
    expect(sameAmount(amount(1, 'mile'), amount(1760, 'yards'))).toBe(true)
    expect(sameAmount(amount(1, 'mile'), amount(1, 'minute'))).toBe(false)
    expect(sameAmount(amount(4, 'minutes'), amount(6, 'minutes'))).toBe(false)
  })

  it('amounts are written in the unit they were said in', () => {
    expect([amount(1, 'foot'), amount(6, 'minute'), amount(2, 'metres')].map(amountText)).toEqual([
      '1 foot',
      '6 minutes',
      '2 meters',
    ])
  })
})

it('words keep apostrophes and hyphens inside', () => {
  expect(wordsOf("Ines's gray-eyed cat didn’t—no").map(word => word.text)).toEqual([
    "Ines's",
    'gray-eyed',
    'cat',
    'didn’t',
    'no',
  ])
})

it('words of function are stopwords, and so are their contractions', () => {
  expect(['the', "she'd", 'won’t', "they're", 'bell', "bell's"].map(isStopword)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ])
})

it('rounding goes half up and has no trailing zeros', () => {
  expect([roundTo(0.125, 2), roundTo(1.005, 2), roundTo(12.25, 1), roundTo(2, 1)]).toEqual([0.13, 1.01, 12.3, 2])
  expect([median([3, 1, 2]), median([4, 1, 2, 3]), median([])]).toEqual([2, 2.5, 0])
})
