import { describe, expect, it } from 'vitest'
import { partOnLine, placeOf } from './places.ts'
import { frontMatterOf } from './scene-head.ts'
import { readBlock } from './sentences.ts'
import { structureOf } from './structure.ts'

const blocksOf = (text: string) => structureOf(text.split('\n')).blocks

describe('the structure of a file', () => {
  it('the structure of a file joins the lines of a paragraph and ends it at headings, items, rows and breaks', () => {
    const blocks = blocksOf('# Title\nOne line\nand another.\n- an item\nAfter it.\n| a | b |\n***\nLast.')
    expect(blocks.map(({ kind, startLine, endLine, text }) => [kind, startLine, endLine, text])).toEqual([
      ['heading', 1, 1, 'Title'],
      ['paragraph', 2, 3, 'One line and another.'],
      ['item', 4, 4, 'an item'],
      ['paragraph', 5, 5, 'After it.'],
      ['row', 6, 6, 'a | b |'],
      ['paragraph', 8, 8, 'Last.'],
    ])
  })

  it('the structure of a file leaves out fenced code, also when the fence is never closed', () => {
    expect(blocksOf('Before.\n```\nher green eyes\n```\nAfter.').map(block => block.text)).toEqual([
      'Before.',
      'After.',
    ])
    expect(blocksOf('Before.\n~~~\ncode\n```\nmore').map(block => block.text)).toEqual(['Before.'])
  })

  it('the structure of a file takes off emphasis at word edges and backticks, and keeps marks inside of words', () => {
    expect(blocksOf('*You* will **know** `better` than snake_case, a*b and _we_.')[0]?.text).toBe(
      'You will know better than snake_case, a*b and we.',
    )
  })

  it('the structure of a file leads from the analysis text back to line and column', () => {
    const [block] = blocksOf('The *old*\n  **bell** rang.')
    if (!block) throw new Error('There is a block.')
    expect(block.text).toBe('The old bell rang.')
    expect(placeOf(block, block.text.indexOf('old'))).toEqual({ line: 1, column: 5 })
    expect(placeOf(block, block.text.indexOf('bell'))).toEqual({ line: 2, column: 4 })
    expect(partOnLine(block, 0, block.text.length, block.text.indexOf('rang'))).toEqual({ line: 2, start: 4, end: 16 })
  })

  it('the structure of a file composes letters for analysis and finds the decomposed ones in the file', () => {
    const line = 'Ine\u0301s saw Rene\u0301e leave.'
    const [block] = blocksOf(line)
    if (!block) throw new Error('There is a block.')
    expect(block.text).toBe('Inés saw Renée leave.')
    const at = block.text.indexOf('Renée')
    const part = partOnLine(block, at, at + 'Renée'.length, at)
    expect(line.slice(part.start, part.end)).toBe('Rene\u0301e')
  })
})

describe('front matter', () => {
  it('front matter is a closed block of pairs, and lists among them', () => {
    expect(frontMatterOf(['---', 'scene: 4', 'aliases: [the keeper, "Ines"]', '---', 'Text: not here'])).toEqual({
      endLine: 4,
      fields: [
        { key: 'scene', value: '4', line: 2 },
        { key: 'aliases', value: '[the keeper, "Ines"]', list: ['the keeper', 'Ines'], line: 3 },
      ],
    })
  })

  it.each([[['---', 'scene: 4']], [['---', 'a line of prose', '---']], [['', '---', 'scene: 4', '---']]])(
    'front matter is nothing else: %j',
    lines => {
      expect(frontMatterOf(lines)).toBeNull()
    },
  )
})

it.each([
  ['It rang. She slept.', ['It rang.', 'She slept.']],
  ['"Will it ring?" the boy asked. Nobody spoke.', ['"Will it ring?" the boy asked.', 'Nobody spoke.']],
  ['Mr. Ash met Dr. Quill at St. Ives. They left.', ['Mr. Ash met Dr. Quill at St. Ives.', 'They left.']],
  ['J. R. Varga signed. So did I. Then rain.', ['J. R. Varga signed.', 'So did I.', 'Then rain.']],
  ['It weighed 3.5 tons… and fell.', ['It weighed 3.5 tons… and fell.']],
  ['"Go!" She went. (It was late.) He stayed', ['"Go!"', 'She went.', '(It was late.)', 'He stayed']],
  ['... --- ...', []],
])('the sentences of %j are found', (text, expected) => {
  const [block] = blocksOf(text)
  if (!block) throw new Error('There is a block.')
  expect(readBlock(block).sentences.map(({ start, end }) => block.text.slice(start, end))).toEqual(expected)
})
