import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chainFor, claudeLines, ledger, readJson, spanHash } from './build-workspace.ts'
import { openTestDiary } from './test-diary.ts'

const lines = claudeLines(14)
const day = {
  projects: [{ sessions: [{ lines, turns: [[2, 11] as [number, number], [12, 13] as [number, number]] }] }],
}
const place = { project_key: ledger, session_ref: 'S0001' }
const cite = (...spans: string[]) => spans.map(span => ({ lines: span }))
const chain = (parts = {}) => chainFor('T0001', 2, parts)
const call = (parts = {}, more = {}) => ({ ...place, evidence_chain: chain(parts), ...more })
const token = `gh${'p_'}${'Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3d'}`

describe('write_evidence', () => {
  it('write_evidence creates the card on the first chain and appends to it afterwards', async () => {
    const testDiary = await openTestDiary(day)
    const first = chain({ observed_checks: undefined })
    expect(await testDiary.call('write_evidence', { ...place, evidence_chain: first })).toEqual({
      status: 'appended',
      ...place,
      turn_ref: 'T0001',
    })
    const second = chainFor('T0002', 12, { agent_reactions: undefined, outcomes: [], materiality: 'none' })
    const quiet = { ...second, terminal_state: { type: 'no_material', summary: 'Nothing.', citations: cite('13-13') } }
    expect((await testDiary.call('write_evidence', { ...place, evidence_chain: quiet })).status).toBe('appended')
    const card = join(testDiary.root, 'projects', ledger, 'evidence', 'S0001.json')
    expect(readJson(card)).toEqual({
      schema_version: 1,
      ...place,
      evidence_chains: [
        { ...chain(), observed_checks: [] },
        { ...quiet, agent_reactions: [] },
      ],
    })
  })

  it('write_evidence writes keys in their order, strings as submitted, and lone surrogates as replacement characters', async () => {
    const testDiary = await openTestDiary(day)
    const { materiality, turn_ref, ...rest } = chain()
    const odd = { materiality, ...rest, turn_ref }
    odd.trigger.summary = ' “Ünïcode”\u2028\ud800 <b> '
    await testDiary.call('write_evidence', { evidence_chain: odd, ...place })
    const card = readJson(join(testDiary.root, 'projects', ledger, 'evidence', 'S0001.json')) as never
    expect(JSON.stringify(card)).toBe(
      JSON.stringify({
        schema_version: 1,
        ...place,
        evidence_chains: [{ ...chain(), trigger: { ...chain().trigger, summary: ' “Ünïcode”\u2028\ufffd <b> ' } }],
      }),
    )
  })

  it.each<[what: string, args: object, ...paths: string[]]>([
    [
      'an outcome that rests on the trigger alone',
      call({ outcomes: [{ category: 'other', summary: 'x', citations: cite('2-2') }] }),
      'evidence_chain.outcomes[0].citations[0].lines',
    ],
    [
      'a citation before the turn',
      call({ terminal_state: { type: 'other', summary: 'x', citations: cite('3-3', '1-3') } }),
      'evidence_chain.terminal_state.citations[1].lines',
    ],
    [
      'a citation of the next turn',
      call({ observed_checks: [{ type: 'other', summary: 'x', citations: cite('11-12') }] }),
      'evidence_chain.observed_checks[0].citations[0].lines',
    ],
    [
      'a verification status',
      call({ observed_checks: [{ type: 'other', summary: 'x', citations: cite('3-3'), verification_status: 'ok' }] }),
      'evidence_chain.observed_checks[0].verification_status',
    ],
    ['outcomes that are no list', call({ outcomes: 'x' }), 'evidence_chain.outcomes'],
    [
      'lists that are null',
      call({ outcomes: null, agent_reactions: null }),
      'evidence_chain.agent_reactions',
      'evidence_chain.outcomes',
    ],
    ['a result without outcomes', call({ outcomes: [] }), 'evidence_chain.outcomes'],
    ['a result whose outcomes are absent', call({ outcomes: undefined }), 'evidence_chain.outcomes'],
    [
      'a token in a quote',
      call({ trigger: { ...chain().trigger, quoted_messages: [{ text: `use ${token}`, citations: cite('2-2') }] } }),
      'evidence_chain.trigger.quoted_messages[0].text',
    ],
    [
      'an absolute path in a summary',
      call({ agent_reactions: [{ summary: 'Read /home/al/x.', citations: cite('3-3') }] }),
      'evidence_chain.agent_reactions[0].summary',
    ],
    [
      'blank texts',
      call({
        trigger: { ...chain().trigger, summary: ' \n', quoted_messages: [{ text: '', citations: cite('2-2') }] },
      }),
      'evidence_chain.trigger.summary',
      'evidence_chain.trigger.quoted_messages[0].text',
    ],
    [
      'values outside the enums',
      call({
        trigger: { ...chain().trigger, type: 'asked' },
        outcomes: [{ category: 'completed', summary: 'x', citations: cite('3-3') }],
        observed_checks: [{ type: 'verified', summary: 'x', citations: cite('3-3') }],
        terminal_state: { type: 'done', summary: 'x', citations: cite('3-3') },
        materiality: 'high',
      }),
      'evidence_chain.trigger.type',
      'evidence_chain.outcomes[0].category',
      'evidence_chain.observed_checks[0].type',
      'evidence_chain.terminal_state.type',
      'evidence_chain.materiality',
    ],
    [
      'lines of another form',
      call({
        trigger: {
          ...chain().trigger,
          citations: [
            { lines: '2' },
            { lines: 2 },
            { lines: '3-2' },
            { lines: ' 2-3' },
            { lines: '02-3' },
            { lines: '+2-3' },
            { lines: '2-3 ' },
            {},
            null,
            { lines: '2-2', why: 1 },
          ],
        },
      }),
      ...[0, 1, 2, 3, 4, 5, 6, 7].map(n => `evidence_chain.trigger.citations[${n}].lines`),
      'evidence_chain.trigger.citations[8]',
      'evidence_chain.trigger.citations[9].why',
    ],
    [
      'missing citations',
      call({
        trigger: { type: 'implicit_context', summary: 'x', citations: [] },
        agent_reactions: [{ summary: 'x', citations: [] }],
        outcomes: [{ category: 'other', summary: 'x' }],
        terminal_state: { type: 'other', summary: 'x', citations: [] },
      }),
      'evidence_chain.trigger.citations',
      'evidence_chain.agent_reactions[0].citations',
      'evidence_chain.outcomes[0].citations',
      'evidence_chain.terminal_state.citations',
    ],
    [
      'an ending without citations key',
      call({ terminal_state: { type: 'blocked', summary: 'x' } }),
      'evidence_chain.terminal_state.citations',
    ],
    [
      'no trigger and no ending',
      call({ trigger: undefined, terminal_state: [], materiality: undefined }),
      'evidence_chain.trigger',
      'evidence_chain.terminal_state',
      'evidence_chain.materiality',
    ],
    ['a turn of another form', call({ turn_ref: 'T1' }), 'evidence_chain.turn_ref'],
    ['a turn that is not there', call({ turn_ref: 'T0003' }), 'evidence_chain.turn_ref'],
    ['no arguments', {}, 'project_key', 'session_ref', 'evidence_chain'],
    ['blank names', { project_key: ' ', session_ref: 4, evidence_chain: chain() }, 'project_key', 'session_ref'],
    [
      'a whole card',
      { ...place, evidence_chain: { schema_version: 1, ...place, evidence_chains: [chain()] } },
      'evidence_chain.turn_ref',
      'evidence_chain.trigger',
      'evidence_chain.terminal_state',
      'evidence_chain.materiality',
      'evidence_chain.schema_version',
      'evidence_chain.project_key',
      'evidence_chain.session_ref',
      'evidence_chain.evidence_chains',
    ],
    ['an unknown argument', call({}, { path: 'x' }), 'path'],
    ['an unknown project', call({}, { project_key: 'nowhere' }), 'project_key'],
    ['a project that is a path', call({}, { project_key: '../ledger' }), 'project_key'],
    ['an unknown session', call({}, { session_ref: 'S0009' }), 'session_ref'],
    [
      'a bad argument and an unknown project',
      call({ materiality: 'x' }, { project_key: 'nowhere' }),
      'evidence_chain.materiality',
    ],
    ['another span', call({}, { span_sha256: '0'.repeat(64) }), 'span_sha256'],
    ['a span of another form', call({}, { span_sha256: 'abc' }), 'span_sha256'],
    ['a day that is none', call({}, { date: '2026-02-30' }), 'date'],
    ['a day that is not prepared', call({}, { date: '2026-05-11' }), 'date'],
    [
      'more entries than anybody means',
      call({ agent_reactions: Array.from({ length: 501 }, () => ({ summary: 'x', citations: cite('3-3') })) }),
      'evidence_chain.agent_reactions',
    ],
    [
      'more than a mebibyte',
      call({ trigger: { ...chain().trigger, summary: 'x'.repeat(1024 * 1024) } }),
      'evidence_chain',
    ],
  ])('write_evidence refuses %s, naming where', async (_, args, ...paths) => {
    const testDiary = await openTestDiary(day)
    expect((await testDiary.refused('write_evidence', args)).sort()).toEqual(paths.sort())
  })

  it('write_evidence refuses a second chain for a turn', async () => {
    const testDiary = await openTestDiary(day)
    await testDiary.call('write_evidence', call())
    expect(await testDiary.refused('write_evidence', call())).toEqual(['evidence_chain.turn_ref'])
  })

  it('write_evidence accepts an outcome that also cites a reaction', async () => {
    const testDiary = await openTestDiary(day)
    const wide = { category: 'other', summary: 'x', citations: cite('2-2', '3-3', '9-10') }
    expect((await testDiary.call('write_evidence', call({ outcomes: [wide] }))).status).toBe('appended')
  })

  const outcomeOn = (...lines: string[]) => ({ category: 'other', summary: 'x', citations: cite(...lines) })
  const reactionOn = (...lines: string[]) => ({ summary: 'x', citations: cite(...lines) })
  const ended = (type: string) => ({ type, summary: 'x', citations: cite('3-3') })
  it.each<[what: string, parts: object, path: string]>([
    ['no reaction at all', { agent_reactions: [] }, 'agent_reactions'],
    ['lines that no reaction cites', { outcomes: [outcomeOn('9-10')] }, 'outcomes[0].citations[0].lines'],
    [
      'the part of a reaction that is the trigger',
      { agent_reactions: [reactionOn('2-4')], outcomes: [outcomeOn('2-2')] },
      'outcomes[0].citations[0].lines',
    ],
    [
      'a reaction that cites only the trigger',
      { agent_reactions: [reactionOn('2-2')], outcomes: [outcomeOn('2-2')] },
      'agent_reactions[0].citations[0].lines',
    ],
  ])('write_evidence refuses outcomes that rest on %s', async (_, parts, path) => {
    const testDiary = await openTestDiary(day)
    expect(await testDiary.call('write_evidence', call(parts))).toEqual({
      status: 'invalid',
      errors: [{ path: `evidence_chain.${path}`, message: expect.any(String), hint: expect.any(String) }],
    })
  })

  it.each([
    ['other', 'invalid'],
    ['material_result', 'invalid'],
    ['blocked', 'appended'],
    ['clarification_only', 'appended'],
  ])('A chain without outcomes that ends %s is %s', async (type, status) => {
    const testDiary = await openTestDiary(day)
    const answer = await testDiary.call('write_evidence', call({ outcomes: [], terminal_state: ended(type) }))
    expect(answer.status).toBe(status)
    if (status === 'invalid') {
      expect(answer.errors).toEqual([
        {
          path: 'evidence_chain.outcomes',
          message: `outcomes must not be empty when terminal_state.type is ${type}`,
          hint: expect.stringContaining('no_material, blocked'),
        },
      ])
    }
  })

  it('write_evidence keeps the words of the user with their paths, and refuses home paths only in what we say (documents, quoted messages)', async () => {
    const testDiary = await openTestDiary(day)
    const text = 'Copy /home/al/site.conf to /etc/nginx/nginx.conf, then C:\\Users\\al\\x'
    const quoted = { ...chain().trigger, quoted_messages: [{ text, citations: cite('2-2') }] }
    const ours = { agent_reactions: [{ summary: 'Edited /home/al/site.conf.', citations: cite('3-3') }] }
    expect(await testDiary.call('write_evidence', call({ trigger: quoted, ...ours }))).toEqual({
      status: 'invalid',
      errors: [
        {
          path: 'evidence_chain.agent_reactions[0].summary',
          message: 'contains an absolute path',
          hint: expect.stringContaining('~/'),
        },
      ],
    })
    const general = { agent_reactions: [{ summary: 'Edited /etc/nginx/nginx.conf.', citations: cite('3-3') }] }
    expect((await testDiary.call('write_evidence', call({ trigger: quoted, ...general }))).status).toBe('appended')
    const card = readJson(join(testDiary.root, 'projects', ledger, 'evidence', 'S0001.json'))
    expect(card).toMatchObject({ evidence_chains: [{ trigger: { quoted_messages: [{ text }] } }] })
  })

  it('write_evidence says the values of an enum once, in the hint', async () => {
    const testDiary = await openTestDiary(day)
    const { errors } = await testDiary.call('write_evidence', call({ materiality: 'high' }))
    expect(errors).toEqual([
      {
        path: 'evidence_chain.materiality',
        message: 'materiality is not one of the accepted values',
        hint: 'use one of: material, minor, none',
      },
    ])
  })

  it('write_evidence accepts a gap without citations, and the right span', async () => {
    const testDiary = await openTestDiary(day)
    const gap = { outcomes: [], terminal_state: { type: 'evidence_gap', summary: 'Unreadable.' }, materiality: 'none' }
    const args = call(gap, { span_sha256: spanHash(lines.slice(1, 11)), date: '2026-05-12' })
    expect((await testDiary.call('write_evidence', args)).status).toBe('appended')
  })

  it('write_evidence computes the span from the copy when the facts are gone', async () => {
    const testDiary = await openTestDiary(day)
    rmSync(join(testDiary.root, 'projects', ledger, 'turn-facts.jsonl'))
    expect(await testDiary.refused('write_evidence', call({}, { span_sha256: '1'.repeat(64) }))).toEqual([
      'span_sha256',
    ])
    const args = call({}, { span_sha256: spanHash(lines.slice(1, 11)) })
    expect((await testDiary.call('write_evidence', args)).status).toBe('appended')
  })

  it('write_evidence never repeats a secret, wherever it is', async () => {
    const testDiary = await openTestDiary(day)
    const secretive = {
      ...call({ turn_ref: token, [token]: 1, materiality: token }),
      project_key: token,
      session_ref: token,
      [token]: token,
    }
    expect(JSON.stringify(await testDiary.call('write_evidence', secretive))).not.toContain(token)
    const known = { ...call(), session_ref: token }
    expect(JSON.stringify(await testDiary.call('write_evidence', known))).not.toContain(token)
    expect(
      JSON.stringify(await testDiary.call('write_evidence', call({}, { project_key: `/home/al/${token}` }))),
    ).not.toContain('/home')
  })

  it('write_evidence says where a workspace is broken and how to mend it', async () => {
    const broken: Array<[file: string, text: string, path: string]> = [
      ['project.json', '{}', 'project_key'],
      ['project.json', JSON.stringify({ schema_version: 1, project_key: 'other', project_label: 'x' }), 'project_key'],
      ['project.json', JSON.stringify({ schema_version: 1, project_key: ledger, project_label: ' ' }), 'project_key'],
      ['sessions.index.jsonl', '{"session_ref":"S0001","turns":', 'project_key'],
      ['sessions.index.jsonl', '[]\n', 'project_key'],
      ['evidence/S0001.json', '[]', 'session_ref'],
      ['evidence/S0001.json', '{', 'session_ref'],
      ['evidence/S0001.json', JSON.stringify({ schema_version: 2, ...place, evidence_chains: [] }), 'session_ref'],
      [
        'evidence/S0001.json',
        JSON.stringify({ schema_version: 1, ...place, session_ref: 'S0002', evidence_chains: [] }),
        'session_ref',
      ],
      [
        'evidence/S0001.json',
        JSON.stringify({ schema_version: 1, ...place, evidence_chains: [chainFor('T0009', 2)] }),
        'session_ref',
      ],
      [
        'evidence/S0001.json',
        JSON.stringify({
          schema_version: 1,
          ...place,
          evidence_chains: [chainFor('T0002', 12), chainFor('T0002', 12)],
        }),
        'session_ref',
      ],
    ]
    for (const [file, text, path] of broken) {
      const testDiary = await openTestDiary(day)
      const folder = join(testDiary.root, 'projects', ledger)
      mkdirSync(join(folder, 'evidence'), { recursive: true })
      writeFileSync(join(folder, file), text)
      const answer = await testDiary.call('write_evidence', call())
      expect(answer.errors[0].message).toContain(`projects/${ledger}/${file}`)
      expect(await testDiary.refused('write_evidence', call())).toEqual([path])
    }
  })

  it('write_evidence keeps what a newer program put into the card', async () => {
    const testDiary = await openTestDiary(day)
    const card = join(testDiary.root, 'projects', ledger, 'evidence', 'S0001.json')
    mkdirSync(join(card, '..'))
    const older = { schema_version: 1, ...place, note: 'kept', evidence_chains: [{ ...chainFor('T0002', 12), x: 1 }] }
    writeFileSync(card, JSON.stringify(older))
    await testDiary.call('write_evidence', call())
    expect(readJson(card)).toEqual({ ...older, evidence_chains: [...older.evidence_chains, chain()] })
  })

  it('write_evidence adds what was accepted to the feed, in ids and counts', async () => {
    const testDiary = await openTestDiary(day)
    await testDiary.call('write_evidence', call())
    const entries = await testDiary.app.db.read(tx =>
      tx.raw<{ type: string; details: string }>('select * from activity'),
    )
    expect(entries.map(({ type, details }) => [type, JSON.parse(details)])).toEqual([
      ['evidence_appended', { date: '2026-05-12', ...place, turns: 1, turn_ref: 'T0001' }],
    ])
  })
})
