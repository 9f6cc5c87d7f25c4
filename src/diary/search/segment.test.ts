import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { termRow } from '../../query/identifier-terms.ts'
import { PlainMachine } from './count-terms/machine.ts'
import { TermCounter } from './count-terms/term-counter.ts'
import {
  type Block,
  BlockWriter,
  eachTermIn,
  mergeSegments,
  mostPerByte,
  postingsIn,
  postingsOf,
  readPostings,
} from './segment.ts'
import { SegmentBuilder, withSegmentBuilder } from './segment-builder.ts'

/** Which documents have each term, and how often. */
function contentOf(blocks: readonly Block[], base = 0): Map<string, [number, number][]> {
  const found = new Map<string, [number, number][]>()
  for (const { first, data } of blocks) {
    let isFirst = true
    eachTermIn(data, (term, postings) => {
      if (isFirst) expect(term).toBe(first)
      isFirst = false
      const documents: [number, number][] = []
      const list = postingsOf(postings.length)
      const size = readPostings(postings, list)
      for (let i = 0; i < size; i++) documents.push([base + (list.documents[i] ?? 0), list.counts[i] ?? 0])
      found.set(term, documents)
    })
  }
  return found
}

function segmentOf(texts: readonly string[]): Block[] {
  const builder = new SegmentBuilder()
  for (const text of texts) builder.add(text)
  return builder.blocks()
}

const someText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        'parseInstant',
        'parse_instant',
        'files',
        'Größe',
        '済み',
        'HTTPServer2',
        'x',
        'a'.repeat(80),
        '𝒳y',
        'é',
      ),
    )
    .map(words => words.join(' ')),
)

describe('A segment', () => {
  it('A segment gives the postings of one term without reading the others, and none for a term it does not have', () => {
    fc.assert(
      fc.property(fc.array(someText, { maxLength: 12 }), fc.array(someText), (texts, others) => {
        for (const { data } of segmentOf(texts)) {
          const found = new Map<string, Uint8Array>()
          eachTermIn(data, (term, postings) => found.set(term, postings))
          const asked = [...found.keys()].flatMap(term => [term, term.slice(0, -1).toWellFormed(), `${term}x`])
          for (const term of [...asked, ...others]) expect(postingsIn(data, term)).toEqual(found.get(term))
        }
      }),
    )
  })

  it('A segment has every word of every document, and every part of a name, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(someText, { maxLength: 12 }), texts => {
        const content = contentOf(segmentOf(texts))
        const wanted = texts.map(text => {
          const { words, parts } = termRow(text)
          return new Set([...words, ...parts])
        })
        const found = texts.map(
          (_, document) =>
            new Set(
              [...content].flatMap(([term, documents]) =>
                documents.some(([each]) => each === document) ? [term] : [],
              ),
            ),
        )
        expect(found).toEqual(wanted)
      }),
    )
  })

  it('A segment counts how often a document has a word', () => {
    expect(contentOf(segmentOf(['tax Tax taxes', 'no tax'])).get('tax')).toEqual([
      [0, 3],
      [1, 1],
    ])
  })

  it('A segment has its terms in the order of their bytes, over many blocks', () => {
    const words = Array.from({ length: 3000 }, (_, i) => `w${i}`)
    const blocks = segmentOf([words.join(' '), '𝒳 豈 zz'])
    expect(blocks.length).toBeGreaterThan(3)
    const names = [...contentOf(blocks).keys()]
    expect(names).toEqual([...names].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))))
  })

  it('A segment keeps every list of documents, however far apart they are and however often they have the term', () => {
    const steps = fc.array(
      fc.tuple(fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 70_000 })), fc.integer({ min: 1, max: 255 })),
      {
        minLength: 1,
        maxLength: 300,
      },
    )
    fc.assert(
      fc.property(fc.array(steps, { minLength: 1, maxLength: 4 }), lists => {
        const writer = new BlockWriter()
        const wanted = lists.map((list, i) => {
          let document = -1
          const postings = list.map(([step, count]): [number, number] => {
            document += step
            return [document, count]
          })
          const documents = Int32Array.from(postings, ([each]) => each)
          writer.add(
            `t${i}`,
            documents,
            Uint8Array.from(postings, ([, count]) => count),
          )
          return [`t${i}`, postings]
        })
        const blocks = writer.finish()
        expect([...contentOf(blocks)]).toEqual(wanted)
        for (const { data } of blocks) {
          eachTermIn(data, (term, postings) => {
            const list = lists[Number(term.slice(1))] ?? []
            expect(list.length).toBeLessThanOrEqual(postings.length * mostPerByte)
          })
        }
      }),
    )
  })

  it('A segment has the same terms where WebAssembly cannot be run', () => {
    fc.assert(
      fc.property(fc.array(someText, { maxLength: 12 }), texts => {
        const counters = [new TermCounter(), new TermCounter(new PlainMachine())]
        const counted = counters.map(counter =>
          texts.map((text, document) => {
            counter.begin(document + 1)
            const from = counter.pairCount
            const words = counter.text(text)
            const pairs = [...counter.pairs().subarray(from)]
            return { words, terms: pairs.map(pair => [counter.names[pair >>> 8], pair & 255]) }
          }),
        )
        expect(counted[0]).toEqual(counted[1])
      }),
    )
  })

  it('A segment has the words of long texts and of many, after it was used for others', async () => {
    const texts = Array.from({ length: 5 }, (_, i) =>
      Array.from({ length: 1200 }, (_, j) => `w${i * j}x${'long'.repeat(j % 25)}é`.slice(0, 3 + (j % 90))).join(' '),
    )
    const first = await withSegmentBuilder(async builder => {
      for (const text of texts) builder.add(text)
      return contentOf(builder.blocks())
    })
    const second = await withSegmentBuilder(async builder => {
      for (const text of texts.slice(3, 5)) builder.add(text)
      return contentOf(builder.blocks())
    })
    const missing = texts.flatMap((text, document) =>
      [...new Set(termRow(text).words)].filter(word => !first.get(word)?.some(([each]) => each === document)),
    )
    expect(missing).toEqual([])
    expect(second).toEqual(contentOf(segmentOf(texts.slice(3, 5))))
  })

  it('A segment forgets documents that are dropped', () => {
    const builder = new SegmentBuilder()
    builder.add('kept tax')
    builder.add('dropped tax')
    builder.dropFrom(1)
    builder.add('new tax')
    expect(Object.fromEntries(contentOf(builder.blocks()))).toEqual({
      kept: [[0, 1]],
      tax: [
        [0, 1],
        [1, 1],
      ],
      new: [[1, 1]],
    })
  })

  it('A segment says after a merge what the segments said, without documents that are gone', () => {
    fc.assert(
      fc.property(fc.array(fc.array(someText, { maxLength: 5 }), { maxLength: 5 }), fc.nat(7), (groups, gone) => {
        let base = 3
        const segments = groups.map(texts => {
          const segment = { base, blocks: segmentOf(texts).map(({ data }) => data) }
          base += texts.length
          return segment
        })
        const isLive = (document: number) => document % 8 !== gone
        const one = contentOf(segmentOf(groups.flat()), 3)
        const wanted = [...one].flatMap(([term, documents]) => {
          const live = documents.filter(([document]) => isLive(document))
          return live.length > 0 ? [[term, live] as const] : []
        })
        expect(new Map(contentOf(mergeSegments(segments, 3, isLive), 3))).toEqual(new Map(wanted))
      }),
    )
  })
})
