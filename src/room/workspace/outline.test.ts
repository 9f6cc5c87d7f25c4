import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseOutline, renderOutline } from './outline.ts'

const sample = readFileSync(new URL('../../../assets/room-sample/Story/SCN-outline.md', import.meta.url), 'utf8')

describe('An outline', () => {
  it('An outline is rendered to the very text it was read from, whatever that text is', () => {
    const piece = fc.constantFrom(
      '## ',
      '##\t',
      '# ',
      'Scene 3: ',
      '(POV: ',
      ')',
      'POV: x',
      '\n',
      '\r\n',
      '\r',
      '— ',
      'é',
    )
    const text = fc.array(fc.oneof(piece, fc.string())).map(pieces => pieces.join(''))
    fc.assert(
      fc.property(text, text => renderOutline(parseOutline(text)) === text),
      { numRuns: 2000 },
    )
  })

  it('An outline covers every line once: the preamble, then entry after entry', () => {
    const { preamble, scenes } = parseOutline('# T\r\nwords\r\n## A\r\nbody\r\n## B\r\n')
    expect(preamble).toBe('# T\r\nwords\r\n')
    expect(scenes.map(({ start_line, end_line }) => [start_line, end_line])).toEqual([
      [3, 4],
      [5, 5],
    ])
    expect(scenes[0]).toMatchObject({ raw_heading: '## A', heading_end: '\r\n', raw_body: 'body\r\n' })
  })

  it('An outline reads number, title and point of view from a heading', () => {
    const read = (heading: string) => {
      const [{ declared_number, title, pov } = { title: 'none' }] = parseOutline(`${heading}\n`).scenes
      return [declared_number, title, pov]
    }
    expect(read('## Scene 1: The Keeper (POV: Ines)')).toEqual([1, 'The Keeper', 'Ines'])
    expect(read('## Scene 12 - The Door [POV: Ines Varga]')).toEqual([12, 'The Door', 'Ines Varga'])
    expect(read('## scene 2 – The Door')).toEqual([2, 'The Door', undefined])
    expect(read('##\tScene 3 — The Door — Ines POV')).toEqual([3, 'The Door', 'Ines'])
    expect(read('## The Door (POV: Ines) at night')).toEqual([undefined, 'The Door at night', 'Ines'])
    expect(read('## Scene 7')).toEqual([7, '', undefined])
    expect(read('## Scenery')).toEqual([undefined, 'Scenery', undefined])
    expect(read('## Scene 4th: x')).toEqual([undefined, 'Scene 4th: x', undefined])
  })

  it('An outline opens an entry at two hashes and a blank only', () => {
    expect(parseOutline('### a\n ## b\n##c\n#\n').scenes).toEqual([])
    expect(parseOutline('## ').scenes).toMatchObject([{ title: '', start_line: 1, end_line: 1 }])
  })

  it.each(['POV: Ines', '**POV:** Ines', '**POV**: Ines', '**POV: Ines**', '  pov:Ines'])(
    'An outline takes the point of view from the first body line %j and leaves that line out of the summary',
    line => {
      const [scene] = parseOutline(`## A\n\nOne.\n${line}\n  Two.\nPOV: Tobin\n`).scenes
      expect(scene).toMatchObject({ pov: 'Ines', summary: 'One. Two. POV: Tobin' })
    },
  )

  it('An outline prefers the point of view of the heading', () => {
    expect(parseOutline('## A (POV: Ines)\nPOV: Tobin\nx\n').scenes).toMatchObject([{ pov: 'Ines', summary: 'x' }])
  })

  it('An outline of the sample has seven entries, one without a point of view and one without a summary', () => {
    const { scenes } = parseOutline(sample)
    expect(scenes.map(({ declared_number, title, pov }) => [declared_number, title, pov])).toEqual([
      [1, 'The Keeper', 'Ines'],
      [2, 'The Missed Ferry', 'Tobin'],
      [3, 'The Council Room', 'Tobin'],
      [4, 'The Causeway', undefined],
      [5, 'The Crack', 'Tobin'],
      [6, 'The Low Bell', 'Ines'],
      [7, 'The Inquest', 'Edda'],
    ])
    const words = scenes.map(({ summary }) => summary.split(/\s+/).filter(Boolean).length)
    expect(words[4]).toBe(0)
    for (const count of words.filter((_, index) => index !== 4)) {
      expect(count).toBeGreaterThanOrEqual(20)
      expect(count).toBeLessThanOrEqual(40)
    }
  })
})
