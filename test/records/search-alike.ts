import fc from 'fast-check'
import { expect } from 'vitest'
import { type App, openApp } from '../../src/app.ts'
import { search } from '../../src/records/search.ts'
import { type Answer, callOperation, createEmptyStore } from '../support/engines.ts'
import { minimalRecord } from './record-calls.ts'

const point = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0x20, max: 0x7e }) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 0x24ff }) },
  { weight: 2, arbitrary: fc.integer({ min: 0x2500, max: 0xd7ff }) },
  { weight: 1, arbitrary: fc.integer({ min: 0xe000, max: 0xffff }) },
  { weight: 1, arbitrary: fc.integer({ min: 0x10000, max: 0x10ffff }) },
)
const anyText = (max: number) =>
  fc.array(point, { maxLength: max, size: 'max' }).map(points => String.fromCodePoint(...points))
const syntax = fc.constantFrom(
  'AND',
  'OR',
  'NOT',
  'NEAR(',
  '"',
  "'",
  ':*',
  '*',
  '(',
  '<->',
  '&',
  '|',
  '!',
  '^',
  '\\',
  '-',
)

/** So many texts search alike on both engines, and none fails; seeded, so that a failure can be run again. */
export async function searchAlike(count: number, seed: number): Promise<void> {
  const stores = await Promise.all((['sqlite', 'postgres'] as const).map(createEmptyStore))
  const logged: string[] = []
  const apps = await Promise.all(
    stores.map(({ location }) => openApp({ location, clock: () => 0, log: line => logged.push(line) })),
  )
  const corpus = fc.sample(fc.tuple(anyText(20), anyText(60), anyText(10)), { numRuns: 10, seed })
  for (const app of apps) await write(app, corpus)

  const known = fc.constantFrom(...corpus.flatMap(texts => texts.join(' ').split(/\s+/)).filter(Boolean))
  const query = fc.oneof(
    { weight: 1, arbitrary: anyText(1000) },
    { weight: 9, arbitrary: anyText(12) },
    { weight: 10, arbitrary: fc.array(fc.oneof(known, known, syntax, anyText(3)), { maxLength: 6 }).map(join) },
  )
  let found = 0
  for (const batch of chunks(fc.sample(query, { numRuns: count, seed }), 200)) {
    const [left, right] = await Promise.all(apps.map(app => searchAll(app, batch)))
    expect(left).toEqual(right)
    found += left?.filter(answer => answer.total > 0).length ?? 0
  }
  expect(logged).toEqual([])
  // A test in which nothing is ever found would pass with a search that finds nothing.
  expect(found).toBeGreaterThan(count / 5)
  await Promise.all(apps.map(app => app.close()))
  await Promise.all(stores.map(store => store.drop()))
}

const join = (parts: string[]) => parts.join(' ').slice(0, 900).toWellFormed()

async function write(app: App, corpus: Array<[string, string, string]>): Promise<void> {
  const { session_id } = await callOperation(app, 'create_record', {
    ...minimalRecord,
    title: '#',
    summary: '…',
    body: '#',
  })
  for (const [title, body, value] of corpus) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a title is one line
    const oneLine = title.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ')
    const answer = await callOperation(app, 'create_record', {
      ...minimalRecord,
      title: `# ${oneLine}`,
      summary: '…',
      body: `# ${body}`,
      metadata: { value },
      session_id,
    })
    if (answer.error) throw new Error(JSON.stringify(answer))
  }
}

function chunks<T>(all: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, n * size + size))
}

/** Each batch begins at the door; the rest of it runs in one transaction, since opening one is most of the time. */
async function searchAll(app: App, [first = '', ...rest]: string[]) {
  const answer = await callOperation(app, 'search_records', { query: first, limit: 100 })
  const others = await app.db.read(async tx => {
    const found = []
    for (const query of rest) found.push(await search(tx, 'default', undefined, { query, limit: 100, offset: 0 }))
    return found
  })
  return [answer, ...others].map(each => comparable(each))
}

/** What must be equal on both engines: everything but relevance and the order it makes. */
function comparable({ results, total, match }: Answer) {
  const hits = results.map((hit: Answer) => [hit.id, hit.snippet, hit.snippet_field, ...hit.snippet_matches.flat()])
  return { total, match, hits: hits.sort() }
}
