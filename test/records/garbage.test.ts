import fc from 'fast-check'
import { expect, it } from 'vitest'
import { faultTable } from '../../src/kernel/fault.ts'
import { type Answer, onBothEngines } from '../support/engines.ts'
import { acceptable, fieldsOf, recordsOperations } from './every-operation.ts'
import { scribe } from './scribe.ts'
import { dumpStore } from './store-dump.ts'

const seed = 20_250_211

/** Every text a caller sends here holds this word, so that it can be told from our own words. */
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
    confirm: records,
    related: [[id], [id, id], ['R999'], [canary], []],
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

onBothEngines('Garbage', bench => {
  const { call } = bench
  const { root, child, must } = scribe(bench)

  it('given to any operation is refused in our own words and changes nothing', async () => {
    const codes = new Set<string>()
    let refusedWrites = 0
    for (const { name, effect } of recordsOperations) {
      const { id, session } = await root({ title: canary, type: canary, body: canary })
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
      let before = await dumpStore(bench.app)
      for (const sent of fc.sample(args, { numRuns: 30, seed })) {
        const answer = await call(name, sent as object)
        const failed = answer.error !== undefined
        if (failed) judge(name, sent, answer.error)
        if (failed) codes.add(answer.error.code)
        if (failed && effect !== 'read') {
          refusedWrites++
          expect([name, sent, await dumpStore(bench.app)]).toEqual([name, sent, before])
        } else if (!failed) before = await dumpStore(bench.app)
      }
      expect(await dumpStore(bench.app)).toEqual(before)
    }
    // Otherwise the test would have shown nothing.
    expect(codes.size).toBeGreaterThan(7)
    expect(refusedWrites).toBeGreaterThan(150)
    expect((await must('check_records')).violations).toEqual([])
  })

  function judge(name: string, sent: unknown, error: Answer) {
    expect([name, sent, Object.keys(faultTable)]).toEqual([name, sent, expect.arrayContaining([error.code])])
    expect([name, sent, error.code]).not.toEqual([name, sent, 'INTERNAL'])
    const own = `${error.message} ${error.recovery_hint}`.toLowerCase()
    expect([name, sent, own.includes(canary.toLowerCase())]).toEqual([name, sent, false])
  }

  it('made of a true export is refused whole', async () => {
    const { id, session } = await root({ metadata: { k: 'v', evidence: [{ kind: 'file', ref: 'a' }] }, related: [] })
    const inner = await child(id, session, { related: [id] })
    await must('transition', { id: inner, to_state: 'RESOLVED', resolved_by: id, session_id: session })
    await must('update_record', { id, body: 'Second', session_id: session })
    const { jsonl } = await must('export_records')
    await must('create_project', { name: 'Target', id: 'target' })
    const load = (text: string, dry_run = false) =>
      call('import_records', { project_id: 'target', jsonl: text, dry_run })
    expect(await load(jsonl, true)).toMatchObject({ imported: 2 })

    const before = await dumpStore(bench.app)
    const leaf = /"[^"\\]*"(?!:)|\d+|true|false|null/g
    const places = [...jsonl.matchAll(leaf)]
    const junk = fc.constantFrom('"\\u0000"', '"\\ud800"', '-1', '1e9', 'null', '[]', '{}', '"R999"', '"x"', '0', '""')
    for (const [at, by] of fc.sample(fc.tuple(fc.nat(places.length - 1), junk), { numRuns: 120, seed })) {
      const { index = 0, 0: leafText = '' } = places[at] ?? { index: 0 }
      const damaged = jsonl.slice(0, index) + by + jsonl.slice(index + leafText.length)
      const answer = await load(damaged, true)
      if (answer.error) {
        const place = jsonl.slice(index - 20, index)
        expect([place, by, answer.error.code]).toEqual([
          place,
          by,
          expect.stringMatching(/INVALID_INPUT|DEPTH_EXCEEDED/),
        ])
      }
    }
    for (const cut of [1, 100, jsonl.indexOf('\n') + 50, jsonl.length - 2]) {
      expect((await load(jsonl.slice(0, cut))).error?.code).toBe('INVALID_INPUT')
    }
    expect(await dumpStore(bench.app)).toEqual(before)
  })
})
