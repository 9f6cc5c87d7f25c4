import fc from 'fast-check'
import { expect, it } from 'vitest'
import { onBothEngines } from '../support/engines.ts'
import { giveGarbage } from './give-garbage.ts'
import { recordCalls } from './record-calls.ts'
import { dumpStore } from './store-dump.ts'

onBothEngines('Garbage', (store, engine) => {
  const { call } = store
  const { createRoot, createChild, must } = recordCalls(store)

  it('given to any operation is refused in our own words and changes nothing', () =>
    giveGarbage(store, engine === 'sqlite' ? 12 : 5))

  it('made of a true export is refused whole', async () => {
    const { id, session } = await createRoot({
      metadata: { k: 'v', evidence: [{ kind: 'file', ref: 'a' }] },
      related: [],
    })
    const inner = await createChild(id, session, { related: [id] })
    await must('transition', { id: inner, to_state: 'RESOLVED', resolved_by: id, session_id: session })
    await must('update_record', { id, body: 'Second', session_id: session })
    const { jsonl } = await must('export_records')
    await must('create_project', { name: 'Target', id: 'target' })
    const load = (text: string, dry_run = false) =>
      call('import_records', { project_id: 'target', jsonl: text, dry_run })
    expect(await load(jsonl, true)).toMatchObject({ imported: 2 })

    const before = await dumpStore(store.app)
    const leaf = /"[^"\\]*"(?!:)|\d+|true|false|null/g
    const places = [...jsonl.matchAll(leaf)]
    const junk = fc.constantFrom('"\\u0000"', '"\\ud800"', '-1', '1e9', 'null', '[]', '{}', '"R999"', '"x"', '0', '""')
    for (const [at, by] of fc.sample(fc.tuple(fc.nat(places.length - 1), junk), { numRuns: 120, seed: 20_250_211 })) {
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
    expect(await dumpStore(store.app)).toEqual(before)
  })
})
