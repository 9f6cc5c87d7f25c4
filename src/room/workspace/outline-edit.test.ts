import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editOutline, outlineChangeIssue, parseOutline, type WantedScene } from './outline.ts'

const text = [
  '# Story\n\n',
  '## Scene 1: One (POV: Ines)\n\nFirst  thing.\n\n',
  '## Two\n\n**POV:** Tobin\n\nSecond thing.\n\n',
  '## Three — Edda POV\nThird thing.',
].join('')
const outline = parseOutline(text)
const [one, two, three] = outline.scenes.map(({ number, title }) => ({ number, title }))
if (!one || !two || !three) throw new Error('The outline has three entries.')

function edited(scenes: WantedScene[]) {
  const result = editOutline(outline, scenes)
  if ('invalid' in result) throw new Error(result.invalid)
  return result
}

describe('Editing an outline', () => {
  it('Editing an outline changes no byte when nothing was changed', () => {
    expect(edited([one, two, three])).toEqual({ text, changes: { moved: [], edited: [], added: [], removed: [] } })
    const whole = outline.scenes.map(({ number, title, pov, summary, raw_body }) => ({
      number,
      title,
      pov,
      summary,
      raw_body,
    }))
    expect(edited(whole).text).toBe(text)
  })

  it('Editing an outline moves entries with their text, and ends the last line where another follows', () => {
    const { text: moved, changes } = edited([three, one, two])
    expect(moved).toBe(
      '# Story\n\n## Three — Edda POV\nThird thing.\n## Scene 1: One (POV: Ines)\n\nFirst  thing.\n\n## Two\n\n**POV:** Tobin\n\nSecond thing.\n\n',
    )
    expect(changes.moved).toEqual([
      { title: 'Three', from: 3, to: 1 },
      { title: 'One', from: 1, to: 2 },
      { title: 'Two', from: 2, to: 3 },
    ])
  })

  it('Editing an outline writes a new title, point of view or summary, and leaves the other parts of the entry alone', () => {
    const { text: renamed } = edited([{ number: 1, title: 'Uno' }, two, three])
    expect(renamed).toBe(text.replace('Scene 1: One', 'Scene 1: Uno'))
    const { text: seen } = edited([
      { ...one, pov: 'Edda' },
      { ...two, pov: 'Ines' },
      { ...three, pov: '' },
    ])
    expect(seen).toBe(
      text.replace('(POV: Ines)', '(POV: Edda)').replace('**POV:** Tobin', 'POV: Ines').replace(' — Edda POV', ''),
    )
    const { text: changed, changes } = edited([one, { ...two, summary: 'Another thing.' }, three])
    expect(changed).toBe(text.replace('Second thing.', 'Another thing.'))
    expect(changes.edited).toEqual([{ title: 'Two', number: 2, fields: ['summary'] }])
  })

  it('Editing an outline takes a body as it is given', () => {
    const { text: replaced } = edited([{ ...one, raw_body: 'new\n' }, two, three])
    expect(parseOutline(replaced).scenes[0]).toMatchObject({ raw_body: 'new\n', title: 'One', pov: 'Ines' })
  })

  it('Editing an outline adds and removes entries, and describes that for an issue', () => {
    const { text: written, changes } = edited([one, { title: 'Between', pov: 'Edda', summary: 'A thing.' }])
    expect(written).toBe(
      '# Story\n\n## Scene 1: One (POV: Ines)\n\nFirst  thing.\n\n## Between (POV: Edda)\n\nA thing.\n\n',
    )
    expect(outlineChangeIssue(changes)).toEqual({
      title: 'The outline was changed',
      body: '- Added at 2: Between\n- Removed 2: Two\n- Removed 3: Three',
      tags: ['outline-change'],
    })
  })

  it('Editing an outline keeps the line ends of the file', () => {
    const windows = parseOutline('## A\r\n\r\nx\r\n')
    const result = editOutline(windows, [{ number: 1, title: 'A', summary: 'y' }, { title: 'B' }])
    expect(result).toMatchObject({ text: '## A\r\n\r\ny\r\n\r\n## B\r\n\r\n' })
  })

  it.each<[WantedScene[], string]>([
    [[{ number: 9, title: 'x' }], 'scenes.number'],
    [[one, one], 'scenes.number'],
    [[{ title: 'a\nb' }], 'scenes.title'],
    [[{ title: 'a', pov: 'b\n' }], 'scenes.pov'],
    [[{ title: 'a', pov: 'b)' }], 'scenes.pov'],
    [[{ title: 'a', raw_body: 'x\n## b\n' }], 'scenes.raw_body'],
    [[{ title: 'a', summary: '## b' }], 'scenes.raw_body'],
    [[{ title: 'Scene 4: a' }], 'scenes'],
    [[{ title: 'a (POV: b)' }], 'scenes'],
  ])('Editing an outline refuses %j', (scenes, field) =>
    expect(editOutline(outline, scenes)).toEqual({ invalid: field }),
  )

  it('Editing an outline writes any order of the entries so that reading it gives that order', () => {
    const order = fc.shuffledSubarray([one, two, three])
    fc.assert(
      fc.property(order, scenes => {
        expect(parseOutline(edited(scenes).text).scenes.map(({ title }) => title)).toEqual(
          scenes.map(({ title }) => title),
        )
      }),
    )
  })
})
