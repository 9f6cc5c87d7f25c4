import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { callOf, outcomeOf, rejectedCall, rejectedReply, resultOf, specOf } from '../../../test/room/turn-outcomes.ts'
import { tempHome } from '../../../test/support/tempdir.ts'
import { surfaces } from '../../receipts/receipt.ts'
import { rejectionReasons } from '../evidence/verdict.ts'
import { rejectionCodes, turnFailed } from '../protocol/rejection.ts'
import { TurnEnd } from '../schema.ts'
import { toolIds } from '../tools/tool.ts'
import type { TurnOutcome, TurnSpec } from '../turns/turn.ts'
import { addCounters, addScopes, type Counters, counters, noScopes } from './counters.ts'
import { overdueSessions, sessionStart, TelemetryConfig, telemetryConfig, telemetrySessionId } from './files.ts'
import { bucketOf, buckets, countReported, countToolRun, countTurn } from './observe.ts'
import { openTelemetry } from './recorder.ts'

const now = Date.parse('2026-03-01T12:00:00.000Z')

function openParts() {
  const control = join(tempHome(), '.control-room')
  mkdirSync(control)
  const lines: string[] = []
  return { control, clock: () => now, log: (line: string) => lines.push(line), lines }
}

it('telemetry counts a turn with everything it used', () => {
  const outcome = outcomeOf({
    modelCalls: [callOf({ usage: { input: 100, output: 7 } }), callOf(), callOf({ reply: null })],
    retries: ['missing', 'missing', 'format'],
    aliases: ['Read-File', 'read_file'],
    results: [
      resultOf({ receiptId: 'r1' }),
      resultOf({ receiptId: 'r2', ok: false, errorCode: 'file_not_found' }),
      resultOf({ receiptId: 'r3', toolId: 'search_issues', text: '{"issues":[{"id":4},{"id":9}]}' }),
    ],
  })
  const { totals, agents, surfaces, tools, conferences } = countTurn(specOf(), outcome)
  expect(totals).toEqual(
    counters({
      activations: 1,
      accepted: 1,
      model_calls: 3,
      tokens_in: 100 + 3 + 3,
      tokens_out: 7 + 2 + 0,
      tool_runs: 3,
      tool_errors: 1,
      errors: { file_not_found: 1 },
      issue_accesses: 2,
      retries: { missing: 2, format: 1 },
      alias_hits: { read_file: 2 },
    }),
  )
  expect(agents).toEqual({ critic: totals })
  expect(surfaces).toEqual({ chat: totals })
  expect(tools.file_reader).toMatchObject({ tool_runs: 2, tool_errors: 1, alias_hits: { read_file: 2 } })
  expect(tools.search_issues).toMatchObject({ tool_runs: 1, issue_accesses: 2 })
  expect(conferences).toEqual({})
})

it.each(rejectionReasons)('telemetry files a reply refused as %s under its bucket and its name', reason => {
  const { totals } = countTurn(specOf(), rejectedReply(reason))
  const expected = { [bucketOf(reason)]: 1, codes: { [reason]: 1 }, stop_hooks: { grounding_required: 1 } }
  expect(totals).toEqual(counters({ activations: 1, ...expected }))
})

it.each(rejectionCodes)('telemetry files a call refused as %s under its bucket and its name', code => {
  const { totals } = countTurn(specOf(), rejectedCall(code))
  const expected = { [bucketOf(code)]: 1, codes: { [code]: 1 }, stop_hooks: { tool_call_rejected: 1 } }
  expect(totals).toEqual(counters({ activations: 1, ...expected }))
})

it.each<[string, Partial<TurnOutcome>, Partial<Counters>]>([
  ['abstained', { state: 'abstained' }, { activations: 1, abstains: 1 }],
  [
    'stopped',
    { state: 'stopped', stopHook: { type: 'conflict', code: null } },
    { activations: 1, stop_hooks: { conflict: 1 } },
  ],
  [
    'failed',
    { state: 'error', ...turnFailed('provider_timeout') },
    { activations: 1, errors: { provider_timeout: 1 }, stop_hooks: { error: 1 } },
  ],
  ['cancelled', { state: 'cancelled' }, { activations: 1 }],
  ['skipped', { state: 'skipped' }, {}],
])('telemetry counts a turn that was %s as that', (_, outcome, expected) => {
  expect(countTurn(specOf(), outcomeOf(outcome)).totals).toEqual(counters(expected))
})

it('telemetry does not count again what a turn was only shown', () => {
  const shown = resultOf()
  const { totals } = countTurn(specOf({ kind: 'phase2', results: [shown] }), outcomeOf({ results: [shown] }))
  expect(totals.tool_runs).toBe(0)
})

const anyTurn = fc.record({
  surface: fc.constantFrom(...surfaces),
  agent: fc.constantFrom('chief', 'writer', '__proto__'),
  conference: fc.constantFrom(undefined, 'conf_1', 'conf_2'),
  state: fc.constantFrom(...TurnEnd.options),
  tools: fc.array(fc.record({ toolId: fc.constantFrom(...toolIds), ok: fc.boolean() }), { maxLength: 4 }),
  calls: fc.array(fc.nat(999), { maxLength: 4 }),
  aliases: fc.array(fc.constantFrom('read_file', 'List Files', 'constructor'), { maxLength: 3 }),
})

it('telemetry comes to the same sum over surfaces, over agents and over tools as in all', () => {
  fc.assert(
    fc.property(fc.array(anyTurn, { maxLength: 12 }), turns => {
      const sum = turns
        .map(asTurn)
        .reduce((all, [spec, outcome]) => addScopes(all, countTurn(spec, outcome)), noScopes())
      const total = (scope: { [id: string]: Counters }) => Object.values(scope).reduce(addCounters, counters())
      expect(total(sum.surfaces)).toEqual(sum.totals)
      expect(total(sum.agents)).toEqual(sum.totals)
      expect(total(sum.tools).tool_runs).toBe(sum.totals.tool_runs)
      expect(total(sum.tools).tool_errors).toBe(sum.totals.tool_errors)
      for (const [id, agents] of Object.entries(sum.conferenceAgents))
        expect(total(agents)).toEqual(sum.conferences[id])
    }),
    { numRuns: 60 },
  )
})

type Turn = typeof anyTurn extends fc.Arbitrary<infer T> ? T : never

function asTurn({ surface, agent, conference, state, tools, calls, aliases }: Turn): [TurnSpec, TurnOutcome] {
  const spec = specOf({ surface, agent: { ...specOf().agent, id: agent } })
  const results = tools.map((tool, at) => resultOf({ ...tool, receiptId: `r${at}` }))
  const modelCalls = calls.map(bytes => callOf({ prompt: { sha256: '', bytes } }))
  return [
    conference === undefined ? spec : { ...spec, conferenceId: conference },
    outcomeOf({ state, results, modelCalls, aliases }),
  ]
}

it('telemetry adds up what several processes counted, each with a file of its own', async () => {
  const parts = openParts()
  const ids: string[] = []
  for (const count of [3, 4]) {
    const telemetry = openTelemetry(parts)
    ids.push(telemetry.id)
    for (let n = 0; n < count; n++) telemetry.count(countTurn(specOf(), outcomeOf()))
    await telemetry.flush()
  }
  const summary = await openTelemetry(parts).summary()
  expect([summary.totals.accepted, summary.session.totals.accepted]).toEqual([7, 0])
  const files = readdirSync(join(parts.control, 'telemetry', 'sessions'))
  expect(files.sort()).toEqual(ids.map(id => `${id}.json`).sort())
  const first = JSON.parse(readFileSync(join(parts.control, 'telemetry', 'sessions', `${ids[0]}.json`), 'utf8'))
  expect(first).toMatchObject({ id: ids[0], startedAt: '2026-03-01T12:00:00.000Z', totals: { accepted: 3 } })
})

it('telemetry writes by itself soon after something was counted', async () => {
  const parts = openParts()
  const telemetry = openTelemetry(parts)
  telemetry.count(countTurn(specOf(), outcomeOf()))
  const totals = join(parts.control, 'telemetry', 'totals.json')
  await expect.poll(() => JSON.parse(readFileSync(totals, 'utf8')).totals.accepted).toBe(1)
})

it('telemetry counts nothing while it is switched off', async () => {
  const parts = openParts()
  const telemetry = openTelemetry(parts)
  await telemetryConfig(parts.control).change(before => ({ next: { ...before, enabled: false }, result: null }))
  telemetry.count(countTurn(specOf(), outcomeOf()))
  expect((await telemetry.summary()).totals).toEqual(counters())
})

it('telemetry keeps counting beside a file that is not what it should be, and leaves the file alone', async () => {
  const parts = openParts()
  const telemetry = openTelemetry(parts)
  const totals = join(parts.control, 'telemetry', 'totals.json')
  mkdirSync(join(parts.control, 'telemetry'))
  writeFileSync(totals, '{"totals":{"accepted":"many"}}')
  telemetry.count(countTurn(specOf(), outcomeOf()))
  await telemetry.flush()
  expect(readFileSync(totals, 'utf8')).toBe('{"totals":{"accepted":"many"}}')
  expect(parts.lines).toEqual(['room telemetry: the counts could not be written (StoreCorrupt)'])
  writeFileSync(totals, '{}')
  expect((await telemetry.summary()).totals.accepted).toBe(1)
})

it('telemetry counts tools that were run directly, and no unknown names', async () => {
  const parts = openParts()
  const telemetry = openTelemetry(parts)
  countToolRun({ telemetry }, { toolId: 'file_reader', ok: true, text: '', surface: 'mcp', requested: 'Read-File' })
  countToolRun({ telemetry }, { toolId: 'rm_all', ok: false, text: '', surface: 'rest', errorCode: 'unknown-tool' })
  const { totals, surfaces, tools, agents } = await telemetry.summary()
  expect(totals).toMatchObject({ activations: 0, tool_runs: 2, tool_errors: 1, alias_hits: { read_file: 1 } })
  expect(surfaces.mcp?.tool_runs).toBe(1)
  expect(Object.keys(tools)).toEqual(['file_reader', 'unknown'])
  expect(agents).toEqual({})
})

it.each([
  ...buckets.map(bucket => ({ type: bucket, counted: { [bucket]: 1 } })),
  ...[...rejectionReasons, ...rejectionCodes].map(code => ({
    type: code,
    counted: { [bucketOf(code)]: 1, codes: { [code]: 1 } },
  })),
])('telemetry takes a report of $type in a conference', ({ type, counted }) => {
  const expected = counters({ ...counted, client_reported: { [type]: 1 } })
  expect(countReported({ conferenceId: 'conf_1', agentId: 'critic', type })).toMatchObject({
    totals: counters(),
    conferences: { conf_1: expected },
    conferenceAgents: { conf_1: { critic: expected } },
  })
})

it('telemetry refuses a report of an unknown type', () => {
  expect(countReported({ conferenceId: 'conf_1', type: 'constructor' })).toBeUndefined()
})

it('telemetry names a session after the second it began in', () => {
  const id = telemetrySessionId(now, Uint8Array.of(0xab, 0x01))
  expect(id).toBe('20260301_120000_ab01')
  expect(sessionStart(id)).toBe(now)
  expect(sessionStart('20260301_120000_ABCD')).toBeUndefined()
  expect(sessionStart('20261301_120000_abcd')).toBeUndefined()
})

const day = 86_400_000
const mb = 1_048_576
const aged = (days: number, bytes = 10) => ({
  id: telemetrySessionId(now - days * day, Uint8Array.of(0, 0)),
  begun: now - days * day,
  bytes,
})

it.each([
  ['too old', [aged(91), aged(90), aged(1)], {}, [91]],
  ['too many', [aged(3), aged(2), aged(1)], { maxSessions: 2 }, [3]],
  ['together too large', [aged(3, mb), aged(2, mb), aged(1, mb)], { maxTotalMb: 2 }, [3]],
  ['nothing', [aged(3), aged(2)], {}, []],
])('telemetry prunes the oldest sessions: %s', (_, files, config, gone) => {
  const overdue = overdueSessions(files, TelemetryConfig.parse(config), { now, own: 'none' })
  expect(overdue.map(({ begun }) => (now - begun) / day)).toEqual(gone)
})

it('telemetry never prunes the session that is counting', () => {
  const own = aged(400)
  expect(overdueSessions([own], TelemetryConfig.parse({ maxSessions: 1 }), { now, own: own.id })).toEqual([])
})

it('telemetry says what it keeps, and removes what it should not', async () => {
  const parts = openParts()
  const telemetry = openTelemetry(parts)
  expect(await telemetry.status()).toEqual({ enabled: true, files: 0, bytes: 0, oldest: null })
  telemetry.count(countTurn(specOf(), outcomeOf()))
  await telemetry.flush()
  const old = aged(200).id
  writeFileSync(join(parts.control, 'telemetry', 'sessions', `${old}.json`), '{}')
  expect(await telemetry.status()).toMatchObject({ files: 3, oldest: '2025-08-13T12:00:00.000Z' })
  expect(await telemetry.prune()).toMatchObject({ removed: 1, files: 1 })
  expect(readdirSync(join(parts.control, 'telemetry', 'sessions'))).toEqual([`${telemetry.id}.json`])
})
