import { describe, expect, it } from 'vitest'
import { openRoom } from '../../../test/room/evidence-room.ts'
import { openCitedFiles } from './citation.ts'
import { evidenceLines, parsedEvidence, parseEvidence } from './parse-evidence.ts'

const outline = 'Story/SCN-outline.md'
const one = 'Story/Scenes/SCN-01-the-keeper.md'
const two = "Story/Scenes/SCN-02-the keeper's door.md"
const loose = 'Story/Scenes/interlude.md'
const card = 'Compendium/Characters/CHAR-ines.md'
const { snapshot } = openRoom({
  [outline]: '# Bell\n\n## Scene 1: The Keeper\n\n## Scene 2: The Door\n\n## Scene 3: Interlude\n',
  [one]: 'One.\n',
  [two]: '---\nscene: 7\n---\nTwo.\n',
  [loose]: 'Three.\n',
  [card]: '# Ines\n',
  'Canon.md': '# Canon\n',
  'Story/Twice/a.md': 'x\n',
  'Compendium/Twice/a.md': 'x\n',
})

it.each([
  ['receipt_id: rcpt_0a1b2c3d4e5f, rcpt_x1.', ['rcpt_0a1b2c3d4e5f', 'rcpt_x1']],
  ['receipt-id=abc receiptid "q7" receipt rcpt_1', ['abc', 'q7', 'rcpt_1']],
  ['the receipt shows nothing', []],
  ['receipt: shown', ['shown']],
  ['"he kept the receipt: paid, of 1902"', []],
  ['(`rcpt_0a1b2c3d4e5f`)', ['rcpt_0a1b2c3d4e5f']],
])('the line is read for receipts: %s', async (body, receipts) => {
  expect((await read(body)).receipts).toEqual(receipts)
})

it.each([
  [one, [[one, 'path']]],
  [one.toUpperCase(), [[one, 'path']]],
  ['SCN-01-the-keeper.md', [[one, 'basename']]],
  [`see ${two} line 2`, [[two, 'path']]],
  ["the `SCN-02-the keeper's door.md`", [[two, 'quoted']]],
  ['"Canon.md"', [['Canon.md', 'quoted']]],
  ['Elsewhere/Canon.md', [['Canon.md', 'basename']]],
  ['../Canon.md', [['path_denied', 'basename']]],
  ['xCanon.md', [['file_not_found', 'token']]],
  ['my-Canon.md', [['file_not_found', 'token']]],
  ['a.md', [['path_ambiguous', 'basename']]],
  ['Story/Twice/a.md', [['Story/Twice/a.md', 'path']]],
  ['nowhere.txt', [['file_not_found', 'token']]],
  ['Story/Scenes/', [[null, 'folder']]],
  ['the outline', [[outline, 'word']]],
  ['canon', [['Canon.md', 'word']]],
  ['scene 1', [[one, 'word']]],
  ['scene 7', [[two, 'word']]],
  ['scene 3', [[loose, 'word']]],
  ['scene 2', [['file_not_found', 'word']]],
  ['the manuscript', [[null, 'word']]],
  ['the skyline and timelines', []],
  ['"a quote that names Canon.md in passing"', []],
])('the line is read for sources: %s', async (body, sources) => {
  const found = (await read(body)).sources
  expect(found.map(({ path, error, via }) => [path ?? error ?? null, via])).toEqual(sources)
})

it.each([
  [`${one} line 3`, [['line', 3, 3]]],
  [`${one} lines 3–5`, [['line', 3, 5]]],
  [`${one} lines 3 to 5`, [['line', 3, 5]]],
  [`${one} ln #3 through 5`, [['line', 3, 5]]],
  [`${one}:12-14`, [['line', 12, 14]]],
  [`${one}#L12`, [['line', 12, 12]]],
  [`${one} L12-L14`, [['line', 12, 14]]],
  [`${one} paragraphs 2-3`, [['paragraph', 2, 3]]],
  [`${one} section 2`, [['section', 2, 2]]],
  [`${one} section "The Keeper"`, [['section', 0, 0, 'The Keeper']]],
  ['outline entry 3', [['entry', 3, 3]]],
  ['outline scenes 1–2', [['entry', 1, 2]]],
  ['scene 1', []],
  ['skyline 3, deadline 4, timeline 5', []],
  [`${one} line 3rd`, []],
])('the line is read for places: %s', async (body, places) => {
  const { locations } = await read(body)
  expect(
    locations.map(({ type, start, end, label }) => [type, start, end, ...(label === undefined ? [] : [label])]),
  ).toEqual(places)
})

it('the line is read for the source each place belongs to: the nearest before it, else after it', async () => {
  const { sources, locations } = await read(`line 1 of ${one}, ${card} line 2, outline entry 3`)
  expect(locations.map(({ source }) => sources[source ?? -1]?.path)).toEqual([one, card, outline])
})

it('the line is read for quotes of eight characters and terms of two', async () => {
  const { quotes, terms } = await read('"x", "one", "eight...", "*eight* chars"')
  expect(quotes).toEqual([{ text: '*eight* chars' }])
  expect(terms).toEqual(['one', 'eight...', '*eight* chars'])
})

it.each([
  ['#4, issue 5 and issue #6', [4, 5, 6]],
  [`${one} line #4`, []],
  ['a#4', []],
])('the line is read for issues: %s', async (body, issues) => {
  expect((await read(body)).issues).toEqual(issues)
})

it.each([
  ['[content] x', 'content'],
  ['[Structural] x', 'structural'],
  ['[absence] x', 'absence'],
  ['[access] x', 'access'],
  ['x [access]', undefined],
])('the line is read for a tag at its beginning: %s', async (body, tag) => {
  expect((await read(body)).tag).toBe(tag)
})

it.each([
  ['all scenes', [one, two, loose, 'Story/Twice/a.md']],
  ['each of the scenes', [one, two, loose, 'Story/Twice/a.md']],
  ['scenes 1, 3 and 7', [one, loose, two]],
  ['the whole outline', [outline]],
  ['all compendium cards', [card, 'Compendium/Twice/a.md']],
  ['all canon files', ['Canon.md', card, 'Compendium/Twice/a.md']],
  ['Compendium/Characters/', [card]],
  [`${one} and ${card}`, [one, card]],
  ['scenes 1–3', []],
  ['the manuscript', null],
])('the line is read for a scope: %s', async (body, files) => {
  const { scope } = await read(`I checked ${body} and found nothing`)
  expect(scope?.files ?? null).toEqual(files)
})

async function read(body: string) {
  return parsedEvidence(await parseEvidence(body, openCitedFiles(snapshot)), 'content')
}

describe('An Evidence line', () => {
  it.each([
    'Evidence: x',
    '**Evidence:** x',
    '**Evidence**: x',
    '__Evidence:__ x',
    '- Evidence: x',
    '12) evidence: x',
    '> > * EVIDENCE – x',
    'Evidence — x',
    'Evidence - x',
    '\t Evidence : x',
    '**Evidence: x**',
  ])('An Evidence line is %s', line => {
    expect(evidenceLines(`Before.\r\n${line}\nAfter.`)).toEqual({ bodies: ['x'], rest: 'Before.\nAfter.' })
  })

  it.each(['Evidence-based x', 'Evidence -x', 'The Evidence: x', 'Evidences: x', '### Evidence: x', 'Evidence x'])(
    'An Evidence line is not %s',
    line => expect(evidenceLines(line)).toEqual({ bodies: [], rest: line }),
  )

  it('An Evidence line counts inside a code block too, and after every kind of line break', () => {
    const { bodies } = evidenceLines('a\n```\nEvidence: x\n```\rEvidence: y\u2028Evidence: z')
    expect(bodies).toEqual(['x', 'y', 'z'])
  })
})
