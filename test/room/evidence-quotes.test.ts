import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { normalForm, quoteForm } from '../../src/room/evidence/normal-form.ts'
import { splitLines } from '../../src/room/workspace/vfs.ts'
import { propertyRuns } from '../support/property-runs.ts'
import { openRoom } from './evidence-room.ts'

const path = 'Story/Scenes/SCN-a.md'

const words = fc.oneof(
  fc.constantFrom(
    'the',
    'Tide',
    'bell',
    "didn't",
    '*amber*',
    '_once_',
    '`rope`',
    'snake_case',
    '1902',
    '3.5',
    '–',
    '…',
  ),
  fc.constantFrom(
    '她的眼睛',
    '是深琥珀色的',
    '灯塔を',
    '見上げた',
    '안개가',
    '짙었다',
    'Über',
    'Fluß',
    'ΟΔΟΣ',
    'naïve',
  ),
  fc.constantFrom(
    '🌊',
    '👩‍🚀',
    '🇫🇷',
    '“Wait,”',
    '‘so’',
    '«oui»',
    '„nein“',
    'e\u0301te\u0301',
    '\u1112\u1161\u11ab',
    'a\u00adb',
  ),
  fc.stringMatching(/^[a-zA-Z]{1,9}$/),
)
const breaks = fc.constantFrom(' ', ' ', ' ', '  ', '\u00a0', '\n', '\r\n', '\n\n', '\r')
const contents = fc
  .array(fc.tuple(words, breaks), { minLength: 12, maxLength: 80 })
  .map(pieces => pieces.map(([word, end]) => word + end).join(''))

/** A content and a cut of it between two whole words, as someone who copies a passage makes it. */
const cuts = contents
  .chain(content => {
    const bounds = [...content.matchAll(/\S+/g)].map(({ index, 0: word }) => ({ from: index, to: index + word.length }))
    return fc.record({
      content: fc.constant(content),
      bounds: fc.constant(bounds),
      first: fc.nat({ max: bounds.length - 1 }),
      length: fc.integer({ min: 1, max: 14 }),
      reflow: fc.boolean(),
    })
  })
  .map(({ content, bounds, first, length, reflow }) => {
    const from = bounds[first]?.from ?? 0
    const to = bounds[Math.min(bounds.length, first + length) - 1]?.to ?? content.length
    const cut = content.slice(from, to)
    return {
      content,
      from,
      to,
      quote: (reflow ? cut.replace(/[*`\u00ad]/g, '') : cut).replace(/\r\n|[\n\r]/g, ' '),
      first: lineOf(content, from),
      last: lineOf(content, to - 1),
    }
  })
  .filter(({ quote }) => [...quoteForm(quote)].length >= 8 && pairFor(quote) !== undefined)

it('A quote that was cut from a file is accepted with its lines, and the verdict holds the very bytes', async () => {
  await fc.assert(
    fc.asyncProperty(cuts, async ({ content, quote, first, last }) => {
      const [open, close] = pairFor(quote) ?? ['', '']
      const room = openRoom({ [path]: content })
      const { status, detail, spans } = await room.check(
        `Evidence: [content] ${path} lines ${first}-${last}: ${open}${quote}${close}`,
      )
      expect({ status, detail }).toEqual({ status: 'accepted', detail: undefined })
      for (const span of spans) {
        const bytes = Buffer.from(content).subarray(span.start_byte, span.end_byte)
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(span.sha256)
        expect(quoteForm(bytes.toString())).toBe(quoteForm(span.quote))
        expect(span.start_line).toBeGreaterThanOrEqual(first)
        expect(span.end_line).toBeLessThanOrEqual(last)
        expect(lineOf(content, Buffer.from(content).subarray(0, span.start_byte).toString().length)).toBe(
          span.start_line,
        )
      }
    }),
    { numRuns: propertyRuns(400) },
  )
})

it('A quote in which one letter or digit was altered is rejected', async () => {
  const altered = fc
    .tuple(cuts, fc.nat(), fc.constantFrom(...'qxz7', '光', 'й'))
    .map(([cut, place, put]) => {
      const points = [...cut.quote]
      const letters = points.flatMap((point, index) => (/[\p{L}\p{N}]/u.test(point) ? [index] : []))
      const at = letters[place % Math.max(1, letters.length)] ?? 0
      return { ...cut, altered: points.with(at, put).join('') }
    })
    .filter(({ content, altered }) => !normalForm(content).text.includes(quoteForm(altered)))
  await fc.assert(
    fc.asyncProperty(altered, async ({ content, altered, first, last }) => {
      const [open, close] = pairFor(altered) ?? ['', '']
      const room = openRoom({ [path]: content })
      const { status, reason } = await room.check(
        `Evidence: [content] ${path} lines ${first}-${last}: ${open}${altered}${close}`,
      )
      expect({ status, reason }).toEqual({ status: 'rejected', reason: 'quote-not-found' })
    }),
    { numRuns: propertyRuns(400) },
  )
})

it('A quote is refused on lines that do not contain it', async () => {
  const room = openRoom({ [path]: 'One line.\n\nHer eyes were dark amber.\nHer eyes were dark amber.\n' })
  const verdictAt = (lines: string) => room.check(`Evidence: SCN-a.md ${lines}: "eyes were dark amber"`)
  expect(await verdictAt('line 1')).toMatchObject({ reason: 'quote-not-found', detail: 'outside-lines:3' })
  expect(await verdictAt('line 4')).toMatchObject({ status: 'accepted', spans: [{ start_line: 4 }] })
  expect(await verdictAt('lines 1-3')).toMatchObject({ status: 'accepted', spans: [{ start_line: 3 }] })
  expect(await verdictAt('lines 4-3')).toMatchObject({ reason: 'quote-not-found' })
})

it('A quote counts bytes of the file, byte order mark and foreign letters included', async () => {
  const room = openRoom({ [path]: '\ufeffÜber dem Fluß\r\nlag das Boot im Schilf.\r\n' })
  const { spans } = await room.check('Evidence: SCN-a.md: "Boot im Schilf"')
  const file = Buffer.from('\ufeffÜber dem Fluß\r\nlag das Boot im Schilf.\r\n')
  expect(spans).toMatchObject([{ start_byte: file.indexOf('Boot'), end_byte: file.indexOf('.'), start_line: 2 }])
  expect(spans[0]?.match).toBe('exact')
})

it('A quote does not begin or end within a number', async () => {
  const room = openRoom({ [path]: 'There were 112 steps, and 3.5 miles to go by 1902.\n' })
  const verdictOf = async (quote: string) => (await room.check(`Evidence: SCN-a.md: "${quote}"`)).status
  expect(await verdictOf('112 steps, and 3.5 miles')).toBe('accepted')
  expect(await verdictOf('12 steps, and 3.5 miles')).toBe('rejected')
  expect(await verdictOf('5 miles to go by')).toBe('rejected')
  expect(await verdictOf('There were 112 steps, and 3')).toBe('rejected')
  expect(await verdictOf('miles to go by 1902')).toBe('accepted')
})

it('A quote with speech inside is one quote', async () => {
  const room = openRoom({ [path]: '"That bell is gold to us," she said, "and we have let one woman carry it."\n' })
  const verdictOf = (quote: string) => room.check(`Evidence: SCN-a.md line 1: "${quote}"`)
  expect(await verdictOf('"That bell is gold to us," she said')).toMatchObject({ status: 'accepted' })
  expect(await verdictOf('"That bell is lead to us," she said')).toMatchObject({ status: 'rejected' })
  expect(await verdictOf('gold to us," she said, "and we have')).toMatchObject({ status: 'accepted' })
})

it('A quote is looked up in the lines named beside it when an Evidence line holds several', async () => {
  const room = openRoom({ [path]: 'The first passage.\nNothing.\nThe other passage.\n' })
  const verdictOf = async (body: string) => (await room.check(`Evidence: SCN-a.md ${body}`)).status
  expect(await verdictOf('line 1: "The first passage" and line 3: "The other passage"')).toBe('accepted')
  expect(await verdictOf('line 3: "The first passage" and line 1: "The other passage"')).toBe('rejected')
  expect(await verdictOf('"The first passage" (line 1), "The other passage" (line 3)')).toBe('accepted')
  expect(await verdictOf('"The first passage" (line 3), "The other passage" (line 1)')).toBe('rejected')
  expect(await verdictOf('lines 1-3: "The first passage", "The other passage"')).toBe('accepted')
})

it('A quote is looked up in the source before it, then in the other cited files', async () => {
  const room = openRoom({ [path]: 'Her eyes were dark amber.\n', 'Story/Scenes/SCN-b.md': 'The tide went out.\n' })
  const verdictOf = (body: string) => room.check(`Evidence: ${body}`)
  expect(await verdictOf('SCN-a.md and SCN-b.md: "Her eyes were dark"')).toMatchObject({ spans: [{ path }] })
  expect(await verdictOf('SCN-b.md: "Her eyes were dark"')).toMatchObject({ detail: 'absent' })
})

it('A quote that a receipt once saw in another version of the file is reported so', async () => {
  const room = openRoom({ [path]: 'Her eyes were green.\n' })
  const { receipt_id } = room.receipt({
    file_refs: [{ path, sha256: '', excerpt: '', file_sha256: 'of another version' }],
  })
  const verdict = await room.check(`Evidence: SCN-a.md: "eyes were dark amber" receipt_id: ${receipt_id}`)
  expect(verdict).toMatchObject({ reason: 'quote-not-found', detail: 'file-changed' })
})

function lineOf(content: string, position: number): number {
  return splitLines(`${content.slice(0, position)}x`).length
}

/** Marks that do not occur in the text, as someone chooses who takes care. */
function pairFor(quote: string): readonly [string, string] | undefined {
  const pairs = [
    ['"', '"'],
    ['“', '”'],
    ['«', '»'],
  ] as const
  return pairs.find(([open, close]) => !quote.includes(open) && !quote.includes(close) && !quote.includes('„'))
}
