import { describe, expect, it } from 'vitest'
import { executeTool } from '../../src/room/tools/registry.ts'
import type { ToolIssue } from '../../src/room/tools/tool.ts'
import { type Contents, contextOf, memorySnapshot, sampleContents, sampleIssues } from './tools-context.ts'

const sample = sampleContents()

describe('problems of an outline', () => {
  const summary = 'Ines rings and must not stop while the boats come home tonight.'
  const entry = (heading: string, text = summary) => `## ${heading}\n\n${text}\n\n`
  const scene = (number: number, pov: string) => `---\nscene: ${number}\npov: ${pov}\n---\n\nIt rang.\n`
  const card = { 'Compendium/Characters/ines.md': '# Ines Varga\n' }
  const cases: [code: string, files: Contents][] = [
    ['duplicate_title', { 'Story/outline.md': entry('The Bell') + entry('the bell!') }],
    ['number_gap', { 'Story/outline.md': entry('Scene 1: Aaaa') + entry('Scene 3: Bbbb') }],
    ['number_order', { 'Story/outline.md': entry('Scene 2: Aaaa') + entry('Scene 1: Bbbb') }],
    ['number_duplicate', { 'Story/outline.md': entry('Scene 1: Aaaa') + entry('Scene 1: Bbbb') }],
    ['entry_without_scene', { 'Story/outline.md': entry('Alone') }],
    ['pov_conflict', { 'Story/outline.md': entry('Dawn (POV: Ines)'), 'Story/SCN-01-dawn.md': scene(1, 'Tobin') }],
    ['missing_summary', { 'Story/outline.md': entry('Alone', '') }],
    ['scene_without_entry', { 'Story/outline.md': entry('Alone'), 'Story/SCN-x.md': 'It rang.' }],
    [
      'scene_order',
      {
        'Story/outline.md': entry('Dawn') + entry('Dusk'),
        'Story/dawn.md': scene(2, 'Ines'),
        'Story/dusk.md': scene(1, 'Ines'),
      },
    ],
    ['missing_pov', { 'Story/outline.md': entry('Dawn (POV: Ines)') + entry('Dusk') }],
    ['unknown_pov', { ...card, 'Story/outline.md': entry('Dawn (POV: Nobody)') }],
    ['thin_summary', { 'Story/outline.md': entry('Dawn', 'It rang.') }],
    [
      'length_outlier',
      { 'Story/outline.md': ['A1', 'B2', 'C3'].map(title => entry(title)).join('') + entry('D4', summary.repeat(5)) },
    ],
    [
      'pov_run',
      { 'Story/outline.md': [1, 2, 3, 4].map(number => entry(`Scene ${number}: T${number} (POV: Ines)`)).join('') },
    ],
    [
      'absent_character',
      { ...card, 'Story/outline.md': entry('Dawn', 'Nobody rings and all must wait for the boats.') },
    ],
    ['no_stakes_word', { 'Story/outline.md': entry('Dawn', 'Somebody rings and the boats all come home again.') }],
  ]

  it.each(cases)('problems of an outline: %s is reported when it is there', async (code, files) => {
    expect(await problems(files)).toContain(code)
  })

  it('problems of an outline are none where all is well', async () => {
    const files = {
      ...card,
      'Story/outline.md': entry('Scene 1: Dawn (POV: Ines)') + entry('Scene 2: Dusk (POV: Ines)'),
      'Story/SCN-01-dawn.md': scene(1, 'Ines'),
      'Story/SCN-02-dusk.md': scene(2, 'Ines'),
    }
    expect(await problems(files)).toEqual([])
  })

  async function problems(files: Contents): Promise<string[]> {
    const { problems: found } = await answer('outline_analyzer', {}, files)
    return found.map((each: { code: string }) => each.code)
  }
})

describe('matching a scene to its entry', () => {
  const outline = '## Scene 4: The Causeway\n\n## Scene 9: Dusk (POV: Tobin)\n\n## Low\n'

  it.each([
    ['SCN-04-the-causeway.md', 'title_slug', 4],
    ['01-causeway.md', 'title_slug', 4],
    ['tobin-alone.md', 'pov_name', 9],
    ['scene 4 draft.md', 'scene_number', 4],
    ['SCN-003-x.md', 'scene_number', 3],
    ['elsewhere.md', undefined, undefined],
  ])('matching a scene to its entry: %s', async (name, method, number) => {
    const files = { 'Story/outline.md': outline, [`Story/${name}`]: 'It rang.' }
    const { outline_match } = await answer('scene_draft_validator', { scene_path: name }, files)
    expect([outline_match.match_method, outline_match.number]).toEqual([method, number])
  })
})

describe('matching a scene by what it says of itself', () => {
  const outline =
    '## Scene 4: The Causeway (POV: Ines)\n\n## Scene 9: Dusk (POV: Tobin Ash)\n\n## Scene 10: Low (POV: Ines)\n'

  it.each([
    ['scene: 4', 'scene_number', 4],
    ['scene: 10\npov: Ines', 'scene_number', 10],
    ['pov: Tobin', 'pov_name', 9],
    ['pov: Tobin Ash', 'pov_name', 9],
    ['pov: Ines', undefined, undefined],
    ['pov: Edda', undefined, undefined],
    ['scene: 77', undefined, undefined],
  ])('matching a scene by what it says of itself: %s', async (head, method, number) => {
    const files = { 'Story/outline.md': outline, 'Story/draft.md': `---\n${head}\n---\nIt rang.` }
    const { outline_match } = await answer('scene_draft_validator', { scene_path: 'draft.md' }, files)
    expect([outline_match.match_method, outline_match.number]).toEqual([method, number])
  })

  it('the file name comes first when a scene is matched to its entry', async () => {
    const files = { 'Story/outline.md': outline, 'Story/the-causeway.md': '---\nscene: 9\npov: Tobin\n---\nIt rang.' }
    const { outline_match } = await answer('scene_draft_validator', { scene_path: 'the-causeway.md' }, files)
    expect([outline_match.match_method, outline_match.number]).toEqual(['title_slug', 4])
  })
})

it.each([
  ['Draft the dialogue of the last scene', 'writer', 'writer', 'QUOTE', 'LOW', 'NORMAL'],
  ['Fix the outline and the canon today', 'continuity', 'planner > continuity', 'QUOTE', 'MEDIUM', 'HIGH'],
  ['Is there any grammar slip? urgent', 'editor', 'editor', 'SCOPE', 'LOW', 'URGENT'],
  ['Outline, critique and canon, later', 'continuity', 'planner > continuity > critic', 'QUOTE', 'HIGH', 'LOW'],
  ['hello', 'chief', 'chief', 'LINE_REF', 'LOW', 'NORMAL'],
  ['Summarize the issues', 'chief', 'chief', 'LINE_REF', 'LOW', 'NORMAL'],
])('the request “%s” is routed', async (request, route, order, evidence, complexity, priority) => {
  const run = await executeTool('task_router', { user_request: request }, contextOf(memorySnapshot(sample)))
  const said = Object.fromEntries(run.text.split('\n').map(line => line.split(': ', 2)))
  expect([said.ROUTE, said.ORDER, said.EVIDENCE_TYPE, said.COMPLEXITY, said.PRIORITY]).toEqual([
    route,
    order,
    evidence,
    complexity,
    priority,
  ])
})

describe('searching issues', () => {
  const issue = (id: number, more: Partial<ToolIssue>): ToolIssue => {
    const [first] = sampleIssues()
    if (!first) throw new Error('The sample has issues.')
    return { ...first, id, tags: [], assignedTo: null, assignedName: null, priority: 'normal', ...more }
  }
  const issues = [
    issue(1, { tags: ['Canon', 'bell'], createdAt: '2026-01-01T00:00:00.000Z' }),
    issue(2, { status: 'frozen', personal: { critic: { interest: 5, tags: ['mine'] } } }),
    issue(3, { status: 'closed', assignedTo: 'a1', assignedName: 'Edith' }),
    issue(4, { conferenceId: 'conf_1', priority: 'urgent' }),
  ]
  const search = async (args: object, more: object = {}) => {
    const context = contextOf(memorySnapshot({}), { issues: { list: async () => issues }, ...more })
    const run = await executeTool('search_issues', { ...args }, context)
    return { run, ...JSON.parse(run.text) }
  }

  it.each([
    [{}, [4, 2, 1]],
    [{ status: 'closed' }, [3]],
    [{ status: 'all', assignedTo: 'EDITH' }, [3]],
    [{ tags: ['canon', 'BELL'] }, [1]],
    [{ tags: ['canon', 'other'] }, []],
    [{ priority: 'urgent' }, [4]],
    [{ personalAgent: 'critic', personalTags: ['mine'] }, [2]],
    [{ personalAgent: 'critic', excludePersonalTags: ['mine'] }, [4, 1]],
    [{ personalAgent: 'critic', minInterestLevel: 4 }, [2]],
    [{ personalAgent: 'critic', minInterestLevel: 3 }, [4, 2, 1]],
  ])('searching issues: %j', async (args, ids) => {
    const { run } = await search(args)
    expect(run.issueRefs).toEqual(ids)
  })

  it('searching issues leaves out what the same conference archived, and says how much', async () => {
    const { run, excluded } = await search({}, { conferenceId: 'conf_1' })
    expect([run.issueRefs, excluded]).toEqual([[2, 1], 1])
  })

  it('searching issues drops personal filters where there is no agent, and says so', async () => {
    const { filters, notes } = await search({ minInterestLevel: 5 })
    expect([filters, notes]).toEqual([{ status: 'open' }, ['personal filters ignored: no agent']])
  })

  it('searching issues says when the store cannot be read', async () => {
    const { run } = await search({}, { issues: { list: () => Promise.reject(new Error('locked')) } })
    expect(run.error?.code).toBe('store_unavailable')
  })
})

describe('comparing files', () => {
  const cast = { 'Compendium/Characters/ines.md': '# Ines Varga\n\nPronouns: she/her\n' }
  const scenes = {
    ...cast,
    'Story/SCN-01-a.md': "Ines drowned at dusk. Ines's gray eyes closed.\n",
    'Story/SCN-02-b.md': "Ines said nothing. Ines's green eyes opened by the bell-house.\n\nThe bell house stood.\n",
  }

  it.each([
    ['general', ['acts_after_death', 'attribute', 'terminology']],
    ['characters', ['attribute']],
    ['terminology', ['terminology']],
    ['events', ['acts_after_death']],
  ])('comparing files with focus on %s', async (focus, kinds) => {
    const { candidates } = await answer(
      'consistency_checker',
      { file_paths: ['SCN-01-a.md', 'SCN-02-b.md'], focus },
      scenes,
    )
    expect(candidates.map((each: { kind: string }) => each.kind).sort()).toEqual(kinds)
  })

  it('comparing files does not mind a life before a death', async () => {
    const files = { ...cast, 'Story/SCN-01-a.md': 'Ines said nothing.', 'Story/SCN-02-b.md': 'Ines drowned.' }
    const { candidates } = await answer('consistency_checker', { file_paths: ['SCN-01-a.md', 'SCN-02-b.md'] }, files)
    expect(candidates).toEqual([])
  })
})

it('canon of the index is the cards it lists that the scene mentions, with their hardness', async () => {
  const card = 'Compendium/Characters/CHAR-tobin-ash.md'
  const index = [
    '| Path | Type | Scope | Hardness | Key Terms | Summary |',
    '|---|---|---|---|---|---|',
    `| ${card} | character | project | hard | Tobin | He pilots. |`,
  ]
  const files = { ...sample, 'Canon.md': index.join('\n') }
  const { canon_files, findings } = await answer(
    'canon_checker',
    { scene_path: 'SCN-05-the-crack.md', canon_paths: ['Canon.md'] },
    files,
  )
  expect(canon_files).toEqual([
    { path: card, category: 'Characters', title: 'Tobin Ash', facts: 3, expanded_from: 'Canon.md' },
  ])
  expect(findings.map((each: { attribute: string; severity: string }) => [each.attribute, each.severity])).toEqual([
    ['kin:Ines Varga', 'hard'],
    ['name', 'hard'],
  ])
})

it.each([
  ['Story/Scenes/SCN-04-the-causeway.md', 100],
  ['scn-04-the-causeway.md', 90],
  ['SCN-04-the-causeway', 80],
  ['Scenes/SCN-04', 60],
  ['scenes causeway', 50],
])('a file located by %s scores %i', async (search_criteria, score) => {
  const { files } = await answer('file_locator', { search_criteria }, sample)
  expect([files[0].path, files[0].score]).toEqual(['Story/Scenes/SCN-04-the-causeway.md', score])
})

it('locating finds cards by alias, patterns by glob and everything by a star', async () => {
  const alias = await answer('file_locator', { search_criteria: 'ines keeper' }, sample)
  expect(alias.files[0]).toMatchObject({ path: 'Compendium/Characters/CHAR-ines-varga.md', score: 40 })
  const glob = await answer('file_locator', { search_criteria: 'Story/**/*-0?-*.md', include_globs: true }, sample)
  expect(glob.files.map((each: { score: number }) => each.score)).toEqual([70, 70, 70, 70, 70, 70, 50])
  const all = await answer('file_locator', { search_criteria: '*', max_results: 100 }, sample)
  expect([all.total_matches, all.files[0].path, all.files[0].score]).toEqual([15, 'Story/SCN-outline.md', 1])
})

it.each(['FAST_SCAN', 'DEEP_SCAN'])(
  'locating lists as many files as fit, with %s too, and says how many those are',
  async scan_mode => {
    const many = Object.fromEntries(
      Array.from({ length: 90 }, (_, n) => [
        `Story/Scenes/SCN-${n + 10}-bell.md`,
        `# Scene ${n}\n\n${'The bell rang over the low water and nobody counted how often it did. '.repeat(4)}\n\n`.repeat(
          5,
        ),
      ]),
    )
    const asked = { search_criteria: 'bell', scan_mode, max_results: 90 }
    const { text } = await executeTool('file_locator', asked, contextOf(memorySnapshot(many)))
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(20_000)
    const { files, notes, total_matches } = JSON.parse(text)
    expect(total_matches).toBe(90)
    expect(notes).toEqual([`${files.length} of 90 files listed; narrow search_criteria`])
  },
)

async function answer(tool: string, args: { [name: string]: unknown }, files: Contents) {
  const run = await executeTool(tool, args, contextOf(memorySnapshot(files)))
  return JSON.parse(run.text)
}
