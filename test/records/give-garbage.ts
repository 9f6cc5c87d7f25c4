import fc from 'fast-check'
import { expect } from 'vitest'
import { faultTable } from '../../src/kernel/fault.ts'
import type { Answer, TestStore } from '../support/engines.ts'
import { acceptable, fieldsOf, recordsOperations } from './every-operation.ts'
import { recordCalls } from './record-calls.ts'
import { dumpStore } from './store-dump.ts'

/** Every operation is given so many kinds of garbage, refuses them in our own words and changes nothing. */
export async function giveGarbage(store: TestStore, each: number): Promise<void> {
  const { call } = store
  const { createRoot, must } = recordCalls(store)
  const codes = new Set<string>()
  let refusedWrites = 0
  for (const { name, effect } of recordsOperations) {
    const { id, session } = await createRoot({ title: canary, type: canary, body: canary })
    const likely = likelyValues(id, session)
    const fields = fieldsOf(name).map(({ field }) => field)
    const wrong = fc.dictionary(fc.constantFrom(...fields, canary), anyJson, { maxKeys: 2 })
    const thinkable = fc.record(
      Object.fromEntries(fields.map(field => [field, fc.constantFrom(...(likely[field] ?? [undefined]))])),
      { requiredKeys: [] },
    )
    const start = acceptable(session, id)[name] ?? {}
    const args = fc.oneof(
      thinkable.map(some => ({ ...start, ...some })),
      fc.tuple(thinkable, wrong).map(([some, other]) => ({ ...start, ...some, ...other })),
      wrong,
      anyJson,
    )
    let before = await dumpStore(store.app)
    for (const sent of fc.sample(args, { numRuns: each, seed })) {
      const answer = await call(name, sent as object)
      const failed = answer.error !== undefined
      if (failed) judge(name, sent, answer.error)
      if (failed) codes.add(answer.error.code)
      if (failed && effect !== 'read') {
        refusedWrites++
        expect([name, sent, await dumpStore(store.app)]).toEqual([name, sent, before])
      } else if (!failed) before = await dumpStore(store.app)
    }
    expect(await dumpStore(store.app)).toEqual(before)
  }
  // Otherwise the test would have shown nothing.
  expect(codes.size).toBeGreaterThan(each / 4)
  expect(refusedWrites).toBeGreaterThan(each * 5)
  expect((await must('check_records')).violations).toEqual([])
}

function judge(name: string, sent: unknown, error: Answer) {
  expect([name, sent, Object.keys(faultTable)]).toEqual([name, sent, expect.arrayContaining([error.code])])
  expect([name, sent, error.code]).not.toEqual([name, sent, 'INTERNAL'])
  const own = `${error.message} ${error.recovery_hint}`.toLowerCase()
  expect([name, sent, own.includes(canary.toLowerCase())]).toEqual([name, sent, false])
}

const seed = 20_250_211

/** Every text a caller sends here holds this word, so that it can be recognized among our own words. */
const canary = 'cAnArY'

const anyString = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }).map(text => canary + text),
  fc.constantFrom(canary, `${canary}\u0000`, `\ud800${canary}`, `${canary}\n`, canary.repeat(60), ''),
)
const anyJson = fc.oneof(
  { weight: 3, arbitrary: anyString },
  { weight: 1, arbitrary: fc.oneof(fc.integer(), fc.double(), fc.boolean(), fc.constant(null)) },
  { weight: 1, arbitrary: fc.array(anyString, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.dictionary(anyString, fc.oneof(anyString, fc.integer()), { maxKeys: 3 }) },
)

/** Values of the right kind that are right, unknown, or right elsewhere. */
function likelyValues(id: string, session: string): Record<string, unknown[]> {
  const records = [id, 'R1', 'R999', canary, '']
  const sessions = [session, session, canary, undefined]
  const selectors = ['v1', 'v9', 'first', 'activation', 'last_save', 'tick:0', '2025-02-10', canary]
  const versions = [1, 2, 99]
  return {
    id: records,
    parent_id: [...records, null],
    record_id: records,
    resolved_by: records,
    superseded_by: [...records, null],
    confirm: records,
    related: [[id], [id, id], ['R999'], [canary], []],
    affects: [['src/db'], [canary], ['../up'], []],
    files: [['src/db/sqlite.ts'], [canary], ['/'], ['../up']],
    ref: ['README.md', canary, '../up', 'commit:0', 'issue:1', 'diary:2026-05-12'],
    place: ['diary:2026-05-12', canary, '', '%'],
    session_id: sessions,
    parent_session: sessions,
    conversation_id: [canary, undefined],
    project_id: ['default', canary, undefined],
    to_state: ['OPEN', 'LATER', 'RESOLVED', 'DISCARDED'],
    state: ['OPEN', 'LATER', 'RESOLVED', 'DISCARDED'],
    from: selectors,
    to: selectors,
    at: selectors,
    reason: [canary, '', undefined],
    body: [canary, 'Body'],
    force: [true, false],
    override: [true, false],
    base_version: versions,
    before_version: versions,
    metadata: [{ k: canary }, { evidence: [] }, { evidence: canary }, { k: 'x'.repeat(20_000) }, {}],
    idempotency_key: [canary, 'another', undefined],
    query: [canary, id, '', '*'],
  }
}
