import { expect, it } from 'vitest'
import { onBothEngines } from '../support/engines.ts'
import { codeOf, minimalRecord, recordCalls } from './record-calls.ts'

const wide = '😀'

onBothEngines('Limits', store => {
  const { call } = store
  const { createRoot, must } = recordCalls(store)

  it('Limits of texts hold at their edge, counted in code points or bytes, and name themselves one beyond', async () => {
    const { id, session: session_id } = await createRoot()
    const metadataOf = (bytes: number) => ({ k: 'x'.repeat(bytes - '{"k":""}'.length) })
    const texts: Array<[string, object, string, unknown, unknown, number, number]> = [
      ['create_record', minimalRecord, 'title', wide.repeat(300), wide.repeat(301), 300, 301],
      ['create_record', minimalRecord, 'type', wide.repeat(64), wide.repeat(65), 64, 65],
      ['create_record', minimalRecord, 'summary', wide.repeat(2000), wide.repeat(2001), 2000, 2001],
      ['create_record', minimalRecord, 'body', wide.repeat(65_536), `${wide.repeat(65_536)}x`, 262_144, 262_145],
      ['create_record', minimalRecord, 'reason', wide.repeat(2000), wide.repeat(2001), 2000, 2001],
      ['create_record', minimalRecord, 'metadata', metadataOf(16_384), metadataOf(16_385), 16_384, 16_385],
      ['create_record', minimalRecord, 'related', Array(100).fill(id), Array(101).fill(id), 100, 101],
      ['create_record', minimalRecord, 'idempotency_key', 'k'.repeat(128), 'k'.repeat(129), 128, 129],
      ['create_record', minimalRecord, 'conversation_id', wide.repeat(200), wide.repeat(201), 200, 201],
      ['update_record', { id, session_id }, 'title', wide.repeat(300), wide.repeat(301), 300, 301],
      ['update_record', { id, session_id }, 'metadata', metadataOf(16_384), metadataOf(16_385), 16_384, 16_385],
      ['save_session', { session_id }, 'summary', wide.repeat(4000), wide.repeat(4001), 4000, 4001],
      ['create_project', { name: 'x' }, 'description', wide.repeat(4000), wide.repeat(4001), 4000, 4001],
      ['create_project', {}, 'name', wide.repeat(200), wide.repeat(201), 200, 201],
      ['search_records', {}, 'query', `${'x '.repeat(500)}`, `${'x '.repeat(500)}x`, 1000, 1001],
      ['search_records', { query: '' }, 'types', Array(50).fill('t'), Array(51).fill('t'), 50, 51],
      ['search_records', { query: '' }, 'metadata', keys(10), keys(11), 10, 11],
      ['close_session', { session_id }, 'summary', wide.repeat(4000), wide.repeat(4001), 4000, 4001],
    ]
    for (const [name, base, field, edge, over, limit, actual] of texts) {
      const { error } = await call(name, { ...base, [field]: over })
      const fault = error?.details.fields[0]
      expect([name, error?.code, fault?.path, fault?.limit, fault?.actual]).toEqual([
        name,
        'INVALID_INPUT',
        field,
        limit,
        actual,
      ])
      await must(name, { ...base, [field]: edge })
    }
  })

  it('Limits of numbers are refused, never clamped', async () => {
    const { id, session: session_id } = await createRoot()
    const numbers: Array<[string, object, string, number[], unknown[]]> = [
      ['search_records', { query: '' }, 'limit', [1, 100], [0, 101, -1, 1.5, '5', null, true]],
      ['search_records', { query: '' }, 'offset', [0, 10_000], [-1, 10_001, 0.5]],
      ['list_records', {}, 'limit', [1, 1000], [0, 1001]],
      ['list_records', {}, 'offset', [0, 2 ** 53 - 1], [-1, 2 ** 53]],
      ['list_records', {}, 'depth', [1, 2 ** 53 - 1], [0, -1, 1.5, '1']],
      ['sync_session', { session_id }, 'limit', [1, 500], [0, 501]],
      ['get_record_history', { id }, 'limit', [1, 500], [0, 501]],
      ['get_record_history', { id }, 'before_version', [1, 2 ** 53 - 1], [0, -1]],
      ['get_recent_activity', {}, 'limit', [1, 500], [0, 501]],
      ['get_recent_activity', {}, 'before', [1, 2 ** 53 - 1], [0, -1]],
      ['update_record', { id, session_id, body: 'B' }, 'base_version', [1, 2 ** 53 - 1], [0, -1, 1.5, '1']],
    ]
    for (const [name, base, field, good, bad] of numbers) {
      for (const value of good) await must(name, { ...base, [field]: value })
      for (const value of bad) {
        const { error } = await call(name, { ...base, [field]: value })
        expect([name, field, value, error?.code, error?.details.fields?.[0].path]).toEqual([
          name,
          field,
          value,
          'INVALID_INPUT',
          field,
        ])
      }
    }
    expect((await call('search_records', { query: '', limit: 101 })).error.details.fields).toEqual([
      { path: 'limit', rule: 'at most', limit: 100, actual: 101 },
    ])
  })

  it('Limits of blankness and lines hold for every text that needs words', async () => {
    const { id, session: session_id } = await createRoot()
    for (const blank of ['', ' ', '\t\n', '\u3000\u00a0']) {
      for (const field of ['type', 'title', 'summary', 'body']) {
        const { error } = await call('create_record', { ...minimalRecord, [field]: blank })
        const faults = error?.details.fields ?? []
        expect([blank, field, faults.at(-1)]).toEqual([blank, field, { path: field, rule: 'not blank' }])
        if (field !== 'type')
          expect(codeOf(await call('update_record', { id, session_id, [field]: blank }))).toBe('INVALID_INPUT')
      }
      expect(codeOf(await call('create_record', { ...minimalRecord, conversation_id: blank }))).toBe('INVALID_INPUT')
    }
    for (const control of ['a\nb', 'a\rb', 'a\tb', 'a\u0007', 'a\u007f', 'a\u0085']) {
      for (const field of ['type', 'title', 'conversation_id']) {
        const { error } = await call('create_record', { ...minimalRecord, [field]: control })
        expect([control, field, error?.details.fields]).toEqual([
          control,
          field,
          [{ path: field, rule: expect.stringContaining('one line'), offset: 1 }],
        ])
      }
      await must('create_record', { ...minimalRecord, summary: control, body: control, reason: control })
    }
    for (const key of ['', 'ü', 'tab\there', 'line\n', '😀']) {
      expect([key, codeOf(await call('create_record', { ...minimalRecord, idempotency_key: key }))]).toEqual([
        key,
        'INVALID_INPUT',
      ])
    }
    await must('create_record', { ...minimalRecord, idempotency_key: ' ~' })
  })

  it('Limits of metadata hold for its depth, its keys and its values', async () => {
    const nested = (levels: number): object => (levels === 1 ? {} : { k: nested(levels - 1) })
    await must('create_record', { ...minimalRecord, metadata: nested(100) })
    const endless: unknown[] = []
    for (let level = 0, inner = endless; level < 100_000; level++) {
      const next: unknown[] = []
      inner.push(next)
      inner = next
    }
    const { id, session: session_id } = await createRoot()
    for (const metadata of [
      nested(101),
      { k: endless },
      { k: 'a\u0000' },
      { 'a\ud800': 1 },
      { k: ['\udc00'] },
      JSON.parse('{"__proto__": 1}'),
      JSON.parse('{"k": [{"__proto__": {}}]}'),
      [],
      'text',
      5,
      null,
    ]) {
      const created = await call('create_record', { ...minimalRecord, metadata })
      expect(created.error).toMatchObject({ code: 'INVALID_INPUT' })
      expect(created.error.details.fields[0].path).toMatch(/^metadata/)
      expect(codeOf(await call('update_record', { id, session_id, metadata }))).toBe('INVALID_INPUT')
      expect(codeOf(await call('search_records', { query: '', metadata }))).toBe('INVALID_INPUT')
    }
    for (const metadata of [{ k: [] }, { k: {} }]) {
      expect(codeOf(await call('search_records', { query: '', metadata }))).toBe('INVALID_INPUT')
    }
    await must('update_record', { id, session_id, metadata: { half: 'x'.repeat(9000) } })
    expect(await call('update_record', { id, session_id, metadata: { more: 'x'.repeat(9000) } })).toMatchObject({
      error: { code: 'INVALID_INPUT', details: { fields: [{ path: 'metadata', limit: 16_384 }] } },
    })
  })
})

function keys(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]))
}
