import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chainFor, claudeLines, itemFor, ledger, readJson, type Turn, turns } from './build-workspace.ts'
import { openTestDiary, type TestDiary } from './test-diary.ts'

const lines = claudeLines(12)
const sessions = [
  {
    lines,
    turns: [
      [1, 2],
      [3, 4],
      [5, 6],
    ] as Array<[number, number]>,
  },
  { lines, turns: [[1, 4]] as Array<[number, number]> },
]
const one: Turn = ['S0001', 'T0001']
const two: Turn = ['S0001', 'T0002']
const gap: Turn = ['S0001', 'T0003']
const far: Turn = ['S0002', 'T0001']

/** A day with chains for all turns but S0001/T0003. */
async function openDay(): Promise<TestDiary> {
  const testDiary = await openTestDiary({ projects: [{ sessions }] })
  for (const [session_ref, turn_ref, line] of [
    ['S0001', 'T0001', 1],
    ['S0001', 'T0002', 3],
    ['S0002', 'T0001', 1],
  ] as const) {
    const evidence_chain = chainFor(turn_ref, line)
    expect((await testDiary.call('write_evidence', { project_key: ledger, session_ref, evidence_chain })).status).toBe(
      'appended',
    )
  }
  return testDiary
}

const item = (covered: Turn[] = [one, two], parts = {}) => itemFor('W0001', covered, parts)
const call = (work_item: unknown, more = {}) => ({ project_key: ledger, work_item, ...more })
const bare = (kind: string, covered: Turn[], parts = {}) => ({
  work_item_ref: 'W0001',
  kind,
  title: 'Without a story',
  covered_turns: turns(...covered),
  confidence: 'low',
  ...parts,
})
const outcome = (parts = {}) => ({ category: 'other', summary: 'x', confidence: 'low', ...parts })

describe('write_work_item', () => {
  it('write_work_item creates the envelope with what the users said, and answers what is left', async () => {
    const testDiary = await openDay()
    expect(await testDiary.call('write_work_item', call(item()))).toEqual({
      status: 'appended',
      project_key: ledger,
      work_item_ref: 'W0001',
      uncovered_turns: turns(gap, far),
    })
    const envelope = join(testDiary.root, 'projects', ledger, 'project-synthesis.json')
    const messages = [
      { session_ref: 'S0001', turn_ref: 'T0001', messages: ['Please do part 1.'] },
      { session_ref: 'S0001', turn_ref: 'T0002', messages: ['Please do part 3.'] },
      { session_ref: 'S0002', turn_ref: 'T0001', messages: ['Please do part 1.'] },
    ]
    expect(JSON.stringify(readJson(envelope))).toBe(
      JSON.stringify({
        schema_version: 1,
        project_key: ledger,
        project_label: 'ledger',
        work_items: [item()],
        source_user_messages: messages,
      }),
    )

    // A chain that comes later changes nothing of what the users said.
    await testDiary.call('write_evidence', {
      project_key: ledger,
      session_ref: 'S0001',
      evidence_chain: chainFor('T0003', 5),
    })
    const rest = { ...bare('excluded_with_reason', [gap, far], { reason: 'Not ours.' }), work_item_ref: 'W10000' }
    expect((await testDiary.call('write_work_item', call(rest))).uncovered_turns).toEqual([])
    expect(readJson(envelope)).toMatchObject({
      work_items: [item(), { ...rest, outcomes: [], terminal_states: [], limits: [] }],
      source_user_messages: messages,
    })
  })

  it('write_work_item takes empty parts for absent ones and leaves them out', async () => {
    const testDiary = await openDay()
    const empty = {
      trigger: {},
      agent_reaction: { summary: ' ', main_actions: [] },
      outcomes: [],
      terminal_states: null,
      reason: '',
    }
    expect((await testDiary.call('write_work_item', call(bare('evidence_gap_item', [gap], empty)))).status).toBe(
      'appended',
    )
    const minor = {
      ...bare('no_material_work_item', [one], { ...empty, outcomes: [{}], limits: ['Short.'] }),
      work_item_ref: 'W0002',
    }
    expect((await testDiary.call('write_work_item', call(minor))).status).toBe('appended')
    const { work_items } = readJson(join(testDiary.root, 'projects', ledger, 'project-synthesis.json')) as {
      work_items: object[]
    }
    expect(work_items).toEqual([
      { ...bare('evidence_gap_item', [gap]), outcomes: [], terminal_states: [], limits: [] },
      {
        ...bare('no_material_work_item', [one]),
        work_item_ref: 'W0002',
        outcomes: [],
        terminal_states: [],
        limits: ['Short.'],
      },
    ])
  })

  it('write_work_item lets refs be absent, which means all covered turns', async () => {
    const testDiary = await openDay()
    const open = item([one], {
      trigger: { summary: 'Asked.' },
      agent_reaction: { summary: 'Did.' },
      outcomes: [outcome({ evidence_refs: null })],
      terminal_states: undefined,
    })
    expect((await testDiary.call('write_work_item', call(open))).status).toBe('appended')
  })

  it.each<[what: string, args: object, ...paths: string[]]>([
    ['a gap over a turn with a chain', call(bare('evidence_gap_item', [one])), 'work_item.covered_turns[0]'],
    [
      'a material item over a turn without one',
      call(item([gap], { trigger: { summary: 'x' }, outcomes: [outcome()], terminal_states: [] })),
      'work_item.covered_turns[0]',
    ],
    ['a gap with a story', call(bare('evidence_gap_item', [gap], { trigger: { summary: 'x' } })), 'work_item.trigger'],
    [
      'an exclusion with a story and no reason',
      call(
        bare('excluded_with_reason', [one], {
          agent_reaction: 5,
          outcomes: [outcome()],
          terminal_states: [{ type: 'other' }],
          reason: ' ',
        }),
      ),
      'work_item.agent_reaction',
      'work_item.outcomes',
      'work_item.terminal_states',
      'work_item.reason',
    ],
    [
      'a material item without its parts',
      call(bare('material_work_item', [one])),
      'work_item.trigger',
      'work_item.agent_reaction',
      'work_item.outcomes',
    ],
    [
      'a cited turn that is not covered',
      call(item([one], { trigger: { summary: 'x', evidence_refs: turns(two) } })),
      'work_item.trigger.evidence_refs[0]',
    ],
    [
      'cited turns of all parts, each turn once',
      call(
        item([one, gap], {
          outcomes: [outcome(), outcome({ evidence_refs: turns(one, far) })],
          terminal_states: [{ type: 'other', summary: 'x', evidence_refs: turns(gap) }],
        }),
      ),
      'work_item.covered_turns[1]',
      'work_item.outcomes[1].evidence_refs[1]',
    ],
    [
      'a bad kind and an unknown project',
      call(item([one], { kind: 'task' }), { project_key: 'nowhere' }),
      'work_item.kind',
    ],
    ['a short ref', call(item([one], { work_item_ref: 'W1' })), 'work_item.work_item_ref'],
    ['a long ref with zeros', call(item([one], { work_item_ref: 'W00001' })), 'work_item.work_item_ref'],
    ['a path in the title', call(item([one], { title: 'Fixed /home/al/x' })), 'work_item.title'],
    [
      'secrets anywhere',
      call(
        item([one], {
          limits: ['password=hunter2hunter2'],
          agent_reaction: { summary: 'x', main_actions: ['ok', 'C:\\Users\\al'] },
          reason: '/root/x',
        }),
      ),
      'work_item.limits[0]',
      'work_item.agent_reaction.main_actions[1]',
      'work_item.reason',
    ],
    [
      'values outside the enums',
      call(
        item([one], {
          outcomes: [outcome({ category: 'done', confidence: 'sure' })],
          terminal_states: [{ type: 'fine', summary: 'x' }],
          confidence: 1,
        }),
      ),
      'work_item.outcomes[0].category',
      'work_item.outcomes[0].confidence',
      'work_item.terminal_states[0].type',
      'work_item.confidence',
    ],
    [
      'blank texts',
      call(
        item([one], {
          title: '',
          trigger: { summary: ' ', evidence_refs: turns(one) },
          outcomes: [outcome({ summary: '' })],
          terminal_states: [{ type: 'other', summary: ' ' }],
          limits: [''],
        }),
      ),
      'work_item.title',
      'work_item.trigger.summary',
      'work_item.outcomes[0].summary',
      'work_item.terminal_states[0].summary',
      'work_item.limits[0]',
    ],
    ['no covered turns', call(item([], { trigger: { summary: 'x' } })), 'work_item.covered_turns'],
    [
      'malformed covered turns',
      call(
        item([one], {
          covered_turns: [
            { session_ref: 'S0001' },
            { session_ref: 'S1', turn_ref: 'T0001' },
            'S0001',
            { session_ref: 'S0001', turn_ref: 'T0001', x: 1 },
          ],
        }),
      ),
      'work_item.covered_turns[0].turn_ref',
      'work_item.covered_turns[1].session_ref',
      'work_item.covered_turns[2]',
      'work_item.covered_turns[3].x',
    ],
    ['a turn named twice', call(item([one, two, one])), 'work_item.covered_turns[2]'],
    [
      'turns that are not indexed',
      call(
        item(
          [
            ['S0001', 'T0009'],
            ['S0003', 'T0001'],
          ],
          { trigger: { summary: 'x' }, outcomes: [outcome()], terminal_states: [] },
        ),
      ),
      'work_item.covered_turns[0]',
      'work_item.covered_turns[1]',
    ],
    [
      'unknown keys',
      call(item([one], { status: 'done', trigger: { summary: 'x', why: 'y' } }), { force: true }),
      'work_item.status',
      'work_item.trigger.why',
      'force',
    ],
    ['no item', { project_key: ledger }, 'work_item'],
    ['an item that is none', call('W0001'), 'work_item'],
    ['an unknown project', call(item(), { project_key: 'nowhere' }), 'project_key'],
    ['a day that is not prepared', call(item(), { date: '2026-05-11' }), 'date'],
  ])('write_work_item refuses %s, naming where', async (_, args, ...paths) => {
    const testDiary = await openDay()
    expect((await testDiary.refused('write_work_item', args)).sort()).toEqual(paths.sort())
  })

  it('write_work_item refuses a ref that is used and a turn that is covered', async () => {
    const testDiary = await openDay()
    await testDiary.call('write_work_item', call(item([one])))
    expect(await testDiary.refused('write_work_item', call(item([two])))).toEqual(['work_item.work_item_ref'])
    const again = { ...item([two, one]), work_item_ref: 'W0002' }
    expect(await testDiary.refused('write_work_item', call(again))).toEqual(['work_item.covered_turns[1]'])
  })

  it('write_work_item says which file is broken', async () => {
    const envelope = {
      schema_version: 1,
      project_key: ledger,
      project_label: 'ledger',
      work_items: [],
      source_user_messages: [],
    }
    const broken: Array<[file: string, text: string, path: string]> = [
      ['project-synthesis.json', '"x"', 'project_key'],
      ['project-synthesis.json', JSON.stringify({ ...envelope, project_key: 'other' }), 'project_key'],
      ['project-synthesis.json', JSON.stringify({ ...envelope, schema_version: 2 }), 'project_key'],
      ['project-synthesis.json', JSON.stringify({ ...envelope, work_items: [item(), item()] }), 'project_key'],
      [
        'project-synthesis.json',
        JSON.stringify({ ...envelope, work_items: [item([['S0009', 'T0001']])] }),
        'project_key',
      ],
      ['sessions.index.jsonl', '{"session_ref"', 'project_key'],
      ['evidence/S0002.json', '{}', 'session_ref'],
    ]
    for (const [file, text, path] of broken) {
      const testDiary = await openDay()
      writeFileSync(join(testDiary.root, 'projects', ledger, file), text)
      expect((await testDiary.call('write_work_item', call(item()))).errors[0].message).toContain(
        `projects/${ledger}/${file}`,
      )
      expect(await testDiary.refused('write_work_item', call(item()))).toEqual([path])
    }
  })

  it('write_work_item takes missing and empty cards for gaps', async () => {
    const testDiary = await openTestDiary({ projects: [{ sessions }] })
    const folder = join(testDiary.root, 'projects', ledger, 'evidence')
    mkdirSync(folder)
    const card = { schema_version: 1, project_key: ledger, session_ref: 'S0001', evidence_chains: [] }
    writeFileSync(join(folder, 'S0001.json'), JSON.stringify(card))
    const all = bare('evidence_gap_item', [one, two, gap, far])
    expect((await testDiary.call('write_work_item', call(all))).uncovered_turns).toEqual([])
    expect(readJson(join(testDiary.root, 'projects', ledger, 'project-synthesis.json'))).toMatchObject({
      source_user_messages: [],
    })
  })

  it('write_work_item refuses to work where nothing is prepared', async () => {
    const testDiary = await openDay()
    testDiary.app.diary.workspace = testDiary.home
    expect(await testDiary.refused('write_work_item', call(item()))).toEqual(['workspace'])
    expect(
      await testDiary.refused('write_evidence', {
        project_key: ledger,
        session_ref: 'S0001',
        evidence_chain: chainFor('T0003', 5),
      }),
    ).toEqual(['workspace'])
    expect(await testDiary.refused('read_session_lines', {})).toEqual(['workspace'])
    writeFileSync(join(testDiary.root, 'metadata.json'), '[]')
    testDiary.app.diary.workspace = testDiary.root
    expect(await testDiary.refused('write_work_item', call(item()))).toEqual(['workspace'])
  })

  it('write_work_item lets only the owner of the machine in', async () => {
    const testDiary = await openDay()
    const outcomes = []
    for (const name of ['write_work_item', 'read_session_lines']) {
      const { invoke } = await import('../../src/invoke.ts')
      const { operationNamed } = await import('../../src/operations.ts')
      const operation = operationNamed(name)
      if (operation) outcomes.push(await invoke(testDiary.app, operation, {}, { principal: 'guest' }))
    }
    expect(outcomes.map(each => !each.ok && each.fault.code)).toEqual(['FORBIDDEN', 'FORBIDDEN'])
  })
})
