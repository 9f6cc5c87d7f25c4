import { expect, it } from 'vitest'
import { type App, openApp } from '../../src/app.ts'
import { openDb } from '../../src/db/open.ts'
import { callOperation, createEmptyStore } from '../support/engines.ts'
import { recordCalls } from './record-calls.ts'

/** In all records, in more than half, in half, in a third, in two of them. */
const vocabulary = ['common', 'often', 'evenly', 'third', 'seldom']
const count = 42

it('search ranks words of any frequency as FTS5 does, equals by what changed last, whatever else is in the index', async () => {
  const { app } = await filled()
  const queries = vocabulary.flatMap(one => [`${one} `, one, ...vocabulary.map(other => `${one} ${other}`)])
  let unranked = 0
  for (const query of queries) {
    for (const project_id of ['default', 'orchard']) {
      const { results, total, match } = await callOperation(app, 'search_records', { query, project_id, limit: 100 })
      const expected = await plainRanking(app, query, match, project_id)
      expect([query, results.map((hit: Hit) => [hit.id, hit.relevance])]).toEqual([query, expected])
      expect(total).toBe(expected.length)
      if (results.every(({ relevance }: Hit) => relevance === 0.0001)) unranked++
      const page = await callOperation(app, 'search_records', { query, project_id, limit: 3, offset: 2 })
      expect(page.results.map(({ id }: Hit) => id)).toEqual(expected.slice(2, 5).map(([id]) => id))
    }
  }
  expect(unranked).toBeGreaterThan(4)
  expect(unranked).toBeLessThan(queries.length)
  await app.close()
})

it('search finds the same below a record, by state, by type and by metadata as without the words', async () => {
  const { app } = await filled()
  for (const filter of [
    { parent_id: 'R001' },
    { states: ['LATER'] },
    { types: ['question'] },
    { metadata: { rank: 1 } },
    { parent_id: 'R001', states: ['OPEN'], types: ['question'], metadata: { rank: 0 } },
  ]) {
    const listed = await callOperation(app, 'search_records', {
      query: '',
      limit: 100,
      project_id: 'default',
      ...filter,
    })
    const found = await callOperation(app, 'search_records', {
      query: 'common',
      limit: 100,
      project_id: 'default',
      ...filter,
    })
    expect(listed.total).toBeGreaterThan(0)
    expect([found.total, found.results.map(({ id }: Hit) => id)]).toEqual([
      listed.total,
      listed.results.map(({ id }: Hit) => id),
    ])
  }
  await app.close()
})

it('search works in a store that was made before there was an index for it', async () => {
  const { app, location } = await filled()
  const before = await callOperation(app, 'search_records', { query: 'third', project_id: 'default' })
  await app.db.write(async tx => {
    await tx.raw('drop index records_in_search')
    // What later versions added goes too, so that it can be added again.
    for (const column of ['expires', 'projects', 'role']) await tx.raw(`alter table tokens drop column ${column}`)
    await tx.raw('alter table room_workspaces drop column below_home')
    for (const index of ['records_by_successor', 'records_governing']) await tx.raw(`drop index ${index}`)
    for (const column of ['affects', 'superseded_by']) await tx.raw(`alter table records drop column ${column}`)
    await tx.raw('update daybook_schema set version = 6')
  })
  await app.close()
  await (await openDb({ location })).close()
  const again = await openApp({ location })
  expect(await callOperation(again, 'search_records', { query: 'third', project_id: 'default' })).toEqual(before)
  await again.close()
})

interface Hit {
  id: string
  relevance: number
}

async function filled(): Promise<{ app: App; location: string }> {
  const { location } = await createEmptyStore('sqlite')
  const app = await openApp({ location, log: line => console.error(line) })
  const { must } = recordCalls({ call: (name, args = {}) => callOperation(app, name, args) })
  await must('create_project', { name: 'Orchard', id: 'orchard' })
  const { session_id } = await must('create_record', { ...texts(0), project_id: 'default' })
  for (let n = 1; n < count; n++) {
    if (n % 7 === 0) await must('create_record', { ...texts(n), project_id: 'orchard' })
    else await must('create_record', { ...texts(n), session_id, ...(n % 4 > 1 && { parent_id: 'R001' }) })
  }
  for (const id of ['R005', 'R003', 'R012']) {
    await must('transition', { id, to_state: 'LATER', reason: 'Later', session_id })
  }
  await must('purge_record', { id: 'R007', confirm: 'R007' })
  return { app, location }
}

function texts(n: number) {
  const [common, often, evenly, third, seldom] = vocabulary
  const found = [
    common,
    ...(n % 5 > 1 ? [often] : []),
    ...(n % 2 === 0 ? [evenly] : []),
    ...(n % 3 === 0 ? [third, third] : []),
    ...(n % 20 === 1 ? [seldom] : []),
  ]
  return {
    type: n % 3 === 0 ? 'question' : 'note',
    title: `Title ${n % 4 === 0 ? found.at(-1) : 'plain'}`,
    summary: 'A summary.',
    body: `${found.join(' ')} ${'filler '.repeat(n % 6)}`,
    metadata: { rank: n % 3 },
  }
}

/** The ranking as the specification words it, over rows of the whole table. */
async function plainRanking(app: App, query: string, match: 'all' | 'any', project: string) {
  const isOpen = !query.endsWith(' ')
  const words = [...new Set(query.trim().split(' '))]
  const last = query.trim().split(' ').at(-1)
  const terms = words.map(word => (isOpen && word === last ? `("${word}" OR "${word}"*)` : `"${word}"`))
  // The one that may be a beginning comes last, since the sum of weights depends on the order in its last digits.
  const ordered = [...terms.filter(term => !term.endsWith('*)')), ...terms.filter(term => term.endsWith('*)'))]
  const rows = await app.db.read(tx =>
    tx.raw<{ id: string; s: number; modified_tick: number; seq: number }>(
      `select id, -bm25(record_terms, 8.0, 4.0, 1.0, 0.5) as s, modified_tick, seq from record_terms
        join records on records.seq = record_terms.rowid
        where record_terms match ? and project_id = ? and purged_ts is null`,
      [ordered.join(match === 'all' ? ' AND ' : ' OR '), project],
    ),
  )
  return rows
    .map(({ s, ...row }) => ({ ...row, relevance: Number((s / (s + 4)).toFixed(4)) }))
    .sort((a, b) => b.relevance - a.relevance || b.modified_tick - a.modified_tick || a.seq - b.seq)
    .map(({ id, relevance }) => [id, Math.max(0.0001, relevance)])
}
