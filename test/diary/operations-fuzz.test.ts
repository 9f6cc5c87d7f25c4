import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Card, Envelope } from '../../src/diary/schema.ts'
import { propertyRuns } from '../support/property-runs.ts'
import { chainFor, claudeLines, itemFor, ledger, readJson } from './build-workspace.ts'
import { openTestDiary } from './test-diary.ts'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

const strange = fc.oneof(
  fc.constantFrom<Json>(
    null,
    '',
    ' ',
    '1-1',
    '2-1',
    'T0001',
    'W0001',
    [],
    {},
    [[]],
    [null],
    0,
    -1,
    1.5,
    true,
    '\ud800',
    '__proto__',
  ),
  fc.jsonValue({ maxDepth: 2 }).map(value => value as Json),
)
const keys = fc.constantFrom('__proto__', 'constructor', 'toString', 'lines', 'citations', 'x', '')

/** One place in the arguments, chosen by numbers, is replaced, removed or given an unknown key. */
function spoiled(value: Json, steps: number[], how: (at: Json) => Json | undefined): Json | undefined {
  const [step = 0, ...rest] = steps
  if (rest.length === 0 || typeof value !== 'object' || value === null) return how(value)
  const entries = Object.entries(value)
  if (entries.length === 0) return how(value)
  const chosen = step % entries.length
  const changed = entries.flatMap(([key, each], index) => {
    const next = index === chosen ? spoiled(each, rest, how) : each
    return next === undefined ? [] : [[key, next] as const]
  })
  return Array.isArray(value) ? changed.map(([, each]) => each) : Object.fromEntries(changed)
}

const steps = fc.array(fc.nat(20), { minLength: 2, maxLength: 7 })
const change = fc.oneof(
  strange.map(value => () => value),
  fc.constant(() => undefined),
  fc.tuple(keys, strange).map(([key, value]) => (at: Json) => {
    if (typeof at !== 'object' || at === null || Array.isArray(at)) return value
    return JSON.parse(
      `{${JSON.stringify(key)}:${JSON.stringify(value)},${JSON.stringify(at).slice(1)}`.replace(/,}$/, '}'),
    )
  }),
)

describe('Whatever is sent', () => {
  it.each<[name: string, args: Json, accepted: string]>([
    [
      'write_evidence',
      { project_key: ledger, session_ref: 'S0001', evidence_chain: chainFor('T0001', 1) } as Json,
      'appended',
    ],
    ['write_work_item', { project_key: ledger, work_item: itemFor('W0001', [['S0001', 'T0002']]) } as Json, 'appended'],
    [
      'read_session_lines',
      { project_key: ledger, session_ref: 'S0001', start_line: 1, end_line: 2, mode: 'full' },
      'ok',
    ],
    ['diary_next', { project_key: ledger, phase: 'evidence', limit: 2 }, 'ok'],
    ['diary_chains', { project_key: ledger, session_ref: 'S0001', cursor: 'S0001/T0001' }, 'ok'],
    [
      'write_report_title',
      { title: { text: 'x', citations: [{ project_key: ledger, session_ref: 'S0001', turn_ref: 'T0001' }] } },
      'written',
    ],
  ])('%s answers, and what it accepts is sound', async (name, args, accepted) => {
    const testDiary = await openTestDiary({
      projects: [
        {
          sessions: [
            {
              lines: claudeLines(6),
              turns: [
                [1, 2],
                [3, 6],
              ],
            },
          ],
        },
      ],
    })
    const chain = chainFor('T0002', 3)
    await testDiary.call('write_evidence', { project_key: ledger, session_ref: 'S0001', evidence_chain: chain })
    const folder = join(testDiary.root, 'projects', ledger)
    await fc.assert(
      fc.asyncProperty(steps, change, async (where, how) => {
        const answer = await testDiary.call(name, spoiled(args, where, how))
        expect([accepted, 'invalid']).toContain(answer.status)
        for (const problem of answer.errors ?? []) {
          const { path = problem.field, message, hint } = problem
          expect(path && message && hint).toBeTruthy()
          expect(path).not.toBe('request')
        }
        if (answer.status === 'appended') {
          Card.parse(readJson(join(folder, 'evidence', 'S0001.json')))
          if (name === 'write_work_item') Envelope.parse(readJson(join(folder, 'project-synthesis.json')))
        }
      }),
      { numRuns: propertyRuns(250) },
    )
  })
})
