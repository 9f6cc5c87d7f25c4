import { expect, it } from 'vitest'
import { type Answer, onBothEngines } from '../support/engines.ts'
import { acceptable, fieldsOf, recordsOperations } from './every-operation.ts'
import { codeOf, minimalRecord, recordCalls } from './record-calls.ts'
import { dumpStore } from './store-dump.ts'

onBothEngines('Bad input', store => {
  const { call } = store
  const { createRoot, must } = recordCalls(store)

  const paths = (answer: Answer): string[] => answer.error?.details.fields.map((each: Answer) => each.path) ?? []

  it('Bad input names every unknown key and the accepted ones, in every operation', async () => {
    const { session } = await createRoot()
    const before = await dumpStore(store.app)
    for (const [name, args] of Object.entries(acceptable(session))) {
      const answer = await call(name, { ...args, sumary: 1, Id: 2 })
      expect([name, codeOf(answer)]).toEqual([name, 'INVALID_INPUT'])
      const accepted = fieldsOf(name).map(({ field }) => field)
      expect(answer.error.details.fields).toEqual([
        { path: 'sumary', rule: 'known key', accepted },
        { path: 'Id', rule: 'known key', accepted },
      ])
      expect(answer.error.recovery_hint).toContain('unknown keys')
    }
    expect(await dumpStore(store.app)).toEqual(before)
  })

  it('Bad input with NUL or a lone surrogate is refused in every text of every operation, with the offset', async () => {
    const { session } = await createRoot()
    const before = await dumpStore(store.app)
    for (const [name, args] of Object.entries(acceptable(session))) {
      for (const { field, type, anyOf } of fieldsOf(name)) {
        const textual = type === 'string' || anyOf !== undefined
        for (const bad of ['R00\u0000', 'R00\ud83d', 'R00\ude00x']) {
          const value = textual ? bad : type === 'array' ? [bad] : type === 'object' ? { k: bad } : undefined
          if (value === undefined) continue
          const answer = await call(name, { ...args, [field]: value })
          expect([name, field, bad, codeOf(answer)]).toEqual([name, field, bad, 'INVALID_INPUT'])
          const [fault] = answer.error.details.fields
          expect(fault.path.split('.')[0].split(':')[0]).toBe(field)
          if (fault.rule.startsWith('no NUL')) expect([name, field, fault.offset]).toEqual([name, field, 3])
        }
      }
    }
    expect(await dumpStore(store.app)).toEqual(before)
  })

  it('Bad input of the wrong type is refused in every field of every operation', async () => {
    const { session } = await createRoot()
    const before = await dumpStore(store.app)
    for (const [name, args] of Object.entries(acceptable(session))) {
      for (const { field } of fieldsOf(name)) {
        for (const bad of [{ a: [] }, [[1]], [null], Number.NaN, 1.5]) {
          const anyObject = field === 'metadata' && name !== 'search_records'
          if (anyObject && !Array.isArray(bad) && typeof bad === 'object') continue
          const answer = await call(name, { ...args, [field]: bad })
          expect([name, field, codeOf(answer)]).toEqual([name, field, 'INVALID_INPUT'])
          expect(paths(answer)[0]?.split('.')[0]).toBe(field)
        }
      }
      for (const all of [[], 'text', 5, true])
        expect([name, codeOf(await call(name, all as object))]).toEqual([name, 'INVALID_INPUT'])
    }
    expect(await dumpStore(store.app)).toEqual(before)
  })

  it('Bad input is reported all at once', async () => {
    const answer = await call('create_record', {
      type: 5,
      title: ' ',
      summary: 'x'.repeat(2001),
      state: 'open',
      parent_id: 'null',
      related: 'R001',
      metadata: { k: 'x'.repeat(20_000) },
      reason: 'a\u0000',
      idempotency_key: 'ü',
      sumary: 'x',
    })
    expect(paths(answer).sort()).toEqual([
      'body',
      'idempotency_key',
      'metadata',
      'parent_id',
      'reason',
      'related',
      'state',
      'sumary',
      'summary',
      'title',
      'type',
    ])
    const rules = Object.fromEntries(answer.error.details.fields.map((each: Answer) => [each.path, each.rule]))
    expect(rules).toMatchObject({
      body: 'required',
      state: 'one of OPEN, LATER, RESOLVED, DISCARDED',
      type: 'type string',
      title: 'not blank',
      parent_id: 'use JSON null, not the text "null"',
    })
  })

  it('Bad input is judged before anything is looked up', async () => {
    expect(codeOf(await call('create_record', { ...minimalRecord, parent_id: 'R999', title: ' ' }))).toBe(
      'INVALID_INPUT',
    )
    expect(codeOf(await call('update_record', { id: 'R999', session_id: 'ses_x' }))).toBe('INVALID_INPUT')
    expect(codeOf(await call('transition', { id: 'R999', to_state: 'Later' }))).toBe('INVALID_INPUT')
    expect(codeOf(await call('create_record', { ...minimalRecord, resolved_by: 'R999' }))).toBe('INVALID_INPUT')
    expect(codeOf(await call('activate', { id: 'R999', override: 'yes' }))).toBe('INVALID_INPUT')
  })

  it('Bad input needs at least one thing to change in an update', async () => {
    const { id, session } = await createRoot()
    const answer = await call('update_record', { id, session_id: session, force: true })
    expect(answer.error.details.fields[0].rule).toContain(
      'at least one of title, summary, body, related, affects, metadata',
    )
  })

  it('Bad input leaves an unexpected failure in the log and only a reference with the caller', async () => {
    const { id, session } = await createRoot()
    await store.app.db.write(tx => tx.raw('alter table activity rename to elsewhere'))
    const logged: string[] = []
    const { log } = store.app
    store.app.log = line => logged.push(line)
    const answer = await call('update_record', { id, body: 'Lost canary', session_id: session })
    store.app.log = log
    await store.app.db.write(tx => tx.raw('alter table elsewhere rename to activity'))
    const { ref } = answer.error.details
    expect(answer).toEqual({
      error: {
        code: 'INTERNAL',
        message: expect.any(String),
        details: { ref: expect.stringMatching(/^err_/) },
        recovery_hint: expect.stringMatching(/^Report the reference/),
      },
    })
    expect(logged.join()).toContain(ref)
    expect(await must('get_record_ref', { id })).toMatchObject({ version: 1 })
    expect((await must('get_project')).tick).toBe(1)
  })
})

it('The operations under test are all there are', () => {
  expect(Object.keys(acceptable('')).sort()).toEqual(recordsOperations.map(operation => operation.name).sort())
})
