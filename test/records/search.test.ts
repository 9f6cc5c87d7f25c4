import { expect, it } from 'vitest'
import { type Answer, onBothEngines } from '../support/engines.ts'
import { searchLongTexts } from './long-texts.ts'
import { codeOf, ids, recordCalls } from './record-calls.ts'

onBothEngines('Search', store => {
  const { call } = store
  const { createRoot, createChild, update, transition, must } = recordCalls(store)

  const find = (query: string, args: object = {}) => must('search_records', { query, ...args })
  const found = async (query: string, args: object = {}) => ids((await find(query, args)).results).sort()

  it('Search takes every query as plain words', async () => {
    const { id, session } = await createRoot({ title: "What's open?", summary: 'c++ and C', body: 'foo-bar baz' })
    const second = await createChild(id, session, {
      title: '日本語の検索',
      summary: 'naïve café',
      body: 'All queries and indexes',
    })
    const third = await createChild(id, session, { title: 'unbalanced near and', summary: 'x', body: 'y' })
    const expected: Array<[string, string[], string]> = [
      ["what's open?", [id], 'all'],
      ['c++', [id], 'all'],
      ['foo-bar', [id], 'all'],
      ['bar foo', [id], 'all'],
      ['"unbalanced', [third], 'all'],
      ['a AND', [id, second, third], 'any'],
      ['NEAR(', [third], 'all'],
      ['*', [], 'none'],
      ['"', [], 'none'],
      ['- : ( ) ^', [], 'none'],
      ['日本語', [second], 'all'],
      ['本語', [second], 'all'],
      ['日語', [], 'any'],
      ['naive', [second], 'all'],
      ['NAÏVE', [second], 'all'],
      ['query', [second], 'all'],
      ['queries', [second], 'all'],
      ['index', [second], 'all'],
      ['INDEXES', [second], 'all'],
      ['ope', [id], 'all'],
      ['ope ', [], 'any'],
      ['zebra', [], 'any'],
      ['zebra foo', [id], 'any'],
    ]
    for (const [query, hits, match] of expected) {
      const answer = await find(query)
      expect([query, ids(answer.results).sort(), answer.total, answer.match]).toEqual([query, hits, hits.length, match])
    }
  })

  it('Search puts a record the query names first, wherever its text is', async () => {
    const { id, session } = await createRoot({ title: 'First', body: 'x marks' })
    const other = await createChild(id, session, { title: 'About R1', body: 'R001: x' })
    const far = await createChild(id, session, { title: 'Third', body: 'nothing' })
    for (const query of ['R1: x', 'r001: x', 'x (R0001)']) {
      const { results } = await find(query)
      expect([query, results[0].id, results[0].relevance]).toEqual([query, id, 1])
    }
    expect(await find('R3')).toMatchObject({ results: [{ id: far, relevance: 1 }], total: 1, match: 'all' })
    expect(ids((await find('R3 about')).results)).toEqual([far, other])
    expect((await find('R7: x')).results.map((hit: Answer) => hit.relevance)).not.toContain(1)
    expect(await found('R1', { parent_id: far })).toEqual([])
  })

  it('Search answers in the documented shape', async () => {
    const { id } = await createRoot({ title: 'How do we merge offline edits?', type: 'question' })
    const { modified } = await must('get_record_ref', { id })
    expect(await find('merge edits?', { states: ['OPEN'] })).toEqual({
      results: [
        {
          id,
          type: 'question',
          title: 'How do we merge offline edits?',
          summary: 'A summary.',
          state: 'OPEN',
          parent_id: null,
          children_count: 0,
          open_children_count: 0,
          depth: 1,
          version: 1,
          modified,
          relevance: expect.any(Number),
          snippet: 'How do we merge offline edits?',
          snippet_field: 'title',
          snippet_matches: [
            [10, 15],
            [24, 29],
          ],
        },
      ],
      total: 1,
      match: 'all',
      project_id: 'default',
    })
  })

  it('Search ranks title over summary over body over metadata, between 0 and 1', async () => {
    const { id: meta, session } = await createRoot({ metadata: { note: { deep: ['needle'] } } })
    const body = await createChild(meta, session, { body: 'needle' })
    const summary = await createChild(meta, session, { summary: 'needle' })
    const title = await createChild(meta, session, { title: 'needle' })
    const { results } = await find('needle')
    expect(ids(results)).toEqual([title, summary, body, meta])
    for (const { relevance } of results) {
      expect(relevance).toBeGreaterThan(0)
      expect(relevance).toBeLessThan(1)
      expect(Math.round(relevance * 10_000) / 10_000).toBe(relevance)
    }
  })

  it('search filters by state, type, subtree and metadata, each alone and together', async () => {
    const { id, session } = await createRoot({ type: 'Question', metadata: { team: 'red', n: 1, ok: true, list: [1] } })
    const a = await createChild(id, session, { type: 'note', metadata: { team: 'red', n: '1' } })
    const b = await createChild(a, session, { type: 'NOTE', state: 'LATER', metadata: { team: 'blue', none: null } })
    const other = (await createRoot({ type: 'note', session_id: session })).id
    const all = [id, a, b, other]
    expect(await found('')).toEqual(all)
    expect(await found('', { states: [], types: [], metadata: {} })).toEqual(all)
    expect(await found('', { states: ['LATER'] })).toEqual([b])
    expect(await found('', { types: ['nOtE '] })).toEqual([a, b, other])
    expect(await found('', { parent_id: a })).toEqual([a, b])
    expect(await found('', { metadata: { team: 'red' } })).toEqual([id, a])
    expect(await found('', { metadata: { team: 'red', n: 1 } })).toEqual([id])
    expect(await found('', { metadata: { n: '1' } })).toEqual([a])
    expect(await found('', { metadata: { ok: true } })).toEqual([id])
    expect(await found('', { metadata: { none: null } })).toEqual([b])
    expect(await found('', { metadata: { list: '[1]' } })).toEqual([])
    expect(await found('title', { types: ['note'], states: ['OPEN'], parent_id: id })).toEqual([a])
    expect(await find('***', { states: ['LATER'] })).toMatchObject({ total: 1, match: 'filter' })
    expect(codeOf(await call('search_records', { query: '', parent_id: 'R999' }))).toBe('RECORD_NOT_FOUND')
  })

  it('Search lists by filters alone, latest change first, showing the summary', async () => {
    const { id, session } = await createRoot({ summary: '😀'.repeat(250) })
    const second = await createChild(id, session)
    await update(id, session, { body: 'B' })
    const answer = await find('  ')
    expect(answer).toMatchObject({ match: 'filter', total: 2, results: [{ relevance: 0 }, { relevance: 0 }] })
    expect(ids(answer.results)).toEqual([id, second])
    expect(answer.results[0]).toMatchObject({
      snippet: '😀'.repeat(200),
      snippet_field: 'summary',
      snippet_matches: [],
    })
  })

  it('search pages, with an exact total', async () => {
    const { id, session } = await createRoot({ title: 'needle' })
    for (let n = 0; n < 24; n++) await createChild(id, session, { title: `needle ${n}` })
    const seen = new Set<string>()
    for (const offset of [0, 10, 20]) {
      const page = await find('needle', { limit: 10, offset })
      expect(page.total).toBe(25)
      for (const hit of page.results) seen.add(hit.id)
    }
    expect(seen.size).toBe(25)
    expect(await find('needle', { offset: 10_000 })).toMatchObject({ results: [], total: 25 })
    expect((await find('needle')).results).toHaveLength(20)
    expect((await find('R3 needle', { limit: 1, offset: 1 })).results[0].id).not.toBe('R003')
  })

  it('Search knows a write at once, and nothing of what was overwritten or purged', async () => {
    const { id, session } = await createRoot({ title: 'aardvark', metadata: { pet: 'badger' } })
    expect(await found('aardvark')).toEqual([id])
    await update(id, session, { title: 'civet', metadata: { pet: 'dingo' } })
    expect(await found('aardvark')).toEqual([])
    expect(await found('badger')).toEqual([])
    expect(await found('dingo civet')).toEqual([id])
    await transition(id, session, 'LATER', { reason: 'ermine' })
    expect(await found('ermine')).toEqual([])
    expect(await found('civet', { states: ['LATER'] })).toEqual([id])
    await must('purge_record', { id, confirm: id })
    expect(await found('civet')).toEqual([])
    expect(await found('')).toEqual([])
    expect(await found(id)).toEqual([])
  })

  it('Search uses the first 32 distinct terms and stays within its project', async () => {
    await must('create_project', { name: 'Orchard', id: 'orchard' })
    const terms = Array.from({ length: 32 }, (_, n) => `term${n}`)
    const { id } = await createRoot({ body: terms.join(' ') })
    await createRoot({ body: terms.join(' '), project_id: 'orchard' })
    expect(await find([...terms, ...terms, 'beyond '].join(' '))).toMatchObject({ total: 1, match: 'all' })
    expect(await found('term0')).toEqual([id])
    expect(await found('R002')).toEqual([])
  })

  it('Search takes long texts of every kind of writing, and finds what they begin with', () =>
    searchLongTexts(store, 20_000))
})
