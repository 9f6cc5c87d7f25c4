import { describe, expect, it } from 'vitest'
import { describeOperation } from '../../src/catalog/describe.ts'
import { readArguments } from '../../src/room/protocol/arguments.ts'
import { fromPlain, isMap } from '../../src/room/protocol/strict-json.ts'
import type { ToolArgument } from '../../src/room/tools/arguments.ts'
import { runTools } from '../../src/room/tools/operations.ts'
import { executeTool, registryOf, toolOf, tools } from '../../src/room/tools/registry.ts'
import { messages, type Tool, toolIds } from '../../src/room/tools/tool.ts'
import type { Snapshot } from '../../src/room/workspace/vfs.ts'
import { contextOf, memorySnapshot, sampleContents } from './tools-context.ts'

const contents = sampleContents()
const snapshot = memorySnapshot(contents)

it('the registry lists the nine tools in their order and knows no other', () => {
  expect(tools.map(tool => tool.id)).toEqual(toolIds)
  expect(toolOf('timeline_validator')).toBeUndefined()
})

it('the registry refuses an id without an executor', () => {
  expect(() => registryOf(tools.slice(1))).toThrow('Every tool id needs one executor')
  expect(() => registryOf(tools.toReversed())).toThrow('Every tool id needs one executor')
})

it('a tool operation lists its arguments without defaults, and with limits for every list', () => {
  const [operation] = runTools.filter(({ name }) => name === 'search_issues')
  if (!operation) throw new Error('search_issues is not an operation.')
  const items = { type: 'string' }
  const list = (maxItems: number, description: string) => ({ type: 'array', items, minItems: 0, maxItems, description })
  expect(describeOperation(operation).input).toEqual({
    type: 'object',
    properties: {
      tags: list(20, 'All of these tags.'),
      assignedTo: { type: 'string', description: 'Agent id or name.' },
      status: {
        type: 'string',
        enum: ['open', 'closed', 'all'],
        description: 'open includes waiting and frozen issues.',
      },
      priority: {
        type: 'string',
        enum: ['low', 'normal', 'high', 'urgent'],
        description: 'Exactly this priority.',
      },
      personalTags: list(1000, "All of these in the agent's own tags."),
      personalAgent: { type: 'string', description: 'Whose memory counts; the caller by default.' },
      excludePersonalTags: list(1000, "None of these in the agent's own tags."),
      minInterestLevel: {
        type: 'integer',
        minimum: 1,
        maximum: 5,
        description: 'Interest of that agent at least this.',
      },
      session_id: { type: 'string', description: 'session_id of an earlier answer, to add to its receipts' },
    },
    additionalProperties: false,
  })
})

const rows = tools.flatMap(tool => tool.args.map(arg => ({ tool, arg, name: `${tool.id} ${arg.name}` })))

describe.each(rows)('the argument $name', ({ tool, arg }) => {
  it('an argument may be left out only when it is optional', () => {
    const { [arg.name]: _, ...rest } = validArgs(tool)
    expect(errorsOf(tool, rest)).toEqual(arg.required ? [`missing-required:${arg.name}`] : [])
    expect(errorsOf(tool, { ...rest, [arg.name]: null })).toEqual(arg.required ? [`missing-required:${arg.name}`] : [])
  })

  it('an argument has one type, and no value is converted to it', () => {
    const wrong = arg.schema.type === 'string' ? 7 : arg.schema.type === 'array' ? 'text' : 'true'
    expect(errorsOf(tool, { ...validArgs(tool), [arg.name]: wrong })).toEqual([`invalid-type:${arg.name}`])
  })

  it('an argument keeps its limits', () => {
    for (const [value, error] of beyond(arg))
      expect(errorsOf(tool, { ...validArgs(tool), [arg.name]: value })).toEqual([`${error}:${arg.name}`])
  })

  it('an argument is also known by other spellings and by its aliases, and conflicts are reported', () => {
    const { [arg.name]: value, ...rest } = { ...validArgs(tool), [arg.name]: validValue(arg) }
    const spaced = arg.name.replaceAll('_', ' ').toUpperCase()
    const aliases = Object.entries(tool.argAliases).flatMap(([alias, name]) => (name === arg.name ? [alias] : []))
    for (const key of [spaced, ...aliases]) expect(errorsOf(tool, { ...rest, [key]: value })).toEqual([])
    const other =
      arg.schema.type === 'boolean'
        ? !value
        : arg.schema.type === 'integer'
          ? 2
          : arg.schema.type === 'string'
            ? 'another'
            : ['b']
    const both = { ...rest, [arg.name]: value, [spaced]: other }
    expect(errorsOf(tool, both)).toEqual([`conflicting-arg:${arg.name}`])
  })

  it('an argument has no unknown neighbours', () => {
    expect(errorsOf(tool, { ...validArgs(tool), strange: 1 })).toEqual(['unknown-arg:strange'])
  })
})

describe('a path that gives no file', () => {
  const odd = memorySnapshot({
    ...contents,
    'Story/Scenes/a/twin.md': 'One.',
    'Story/Scenes/b/twin.md': 'Two.',
    'Story/Scenes/large.md': 'x'.repeat(2_097_153),
    'Story/Scenes/latin.md': Uint8Array.from([0x43, 0xe9]),
  })
  const codes = [
    ['', 'path_invalid'],
    ['../secret.md', 'path_denied'],
    ['.control-room/keys.json', 'path_denied'],
    ['nowhere.md', 'file_not_found'],
    ['twin.md', 'path_ambiguous'],
    ['large.md', 'file_too_large'],
    ['latin.md', 'file_not_text'],
  ] as const
  const pathTools = [
    ['file_reader', 'file_path'],
    ['outline_analyzer', 'outline_path'],
    ['canon_checker', 'scene_path'],
    ['prose_analyzer', 'scene_path'],
    ['scene_draft_validator', 'scene_path'],
  ] as const

  it.each(pathTools.flatMap(([tool, arg]) => codes.map(([path, code]) => ({ tool, arg, path, code }))))(
    'a path that gives no file: $tool of "$path" is $code, with a fixed sentence and no content',
    async ({ tool, arg, path, code }) => {
      const run = await executeTool(tool, { [arg]: path }, contextOf(odd))
      expect(run).toMatchObject({ ok: false, error: { code, message: messages[code] }, fileRefs: [], spans: [] })
      expect(JSON.parse(run.text)).toMatchObject({
        tool,
        tool_version: toolOf(tool)?.version,
        error: { code, message: messages[code] },
      })
    },
  )

  it('of several paths one that gives no file is reported in its row, and is a failure only when no file is left', async () => {
    const paths = codes.map(([path]) => path)
    const none = await executeTool('consistency_checker', { file_paths: paths }, contextOf(odd))
    expect(none.error?.code).toBe('no_readable_files')
    const some = await executeTool(
      'consistency_checker',
      { file_paths: [...paths, 'SCN-01-the-keeper.md'] },
      contextOf(odd),
    )
    const { files, notes } = JSON.parse(some.text)
    expect(files.slice(0, -1).map((row: { error: string }) => row.error)).toEqual(codes.map(([, code]) => code))
    expect(notes).toEqual(['single file'])
  })

  it('a path that gives no file names candidates where it has them', async () => {
    const run = await executeTool('file_reader', { file_path: 'twin.md' }, contextOf(odd))
    expect(JSON.parse(run.text).error.candidates).toEqual(['Story/Scenes/a/twin.md', 'Story/Scenes/b/twin.md'])
  })
})

describe('a workspace without the parts a tool needs', () => {
  const bare = memorySnapshot({ 'Story/Scenes/SCN-01-a.md': 'Ines rang.', 'Story/SCN-outline.md': '# Nothing yet' })
  const empty = memorySnapshot({ 'Story/Scenes/SCN-01-a.md': 'Ines rang.' })

  it.each([
    ['outline_analyzer', {}, empty, 'outline_not_found'],
    ['outline_analyzer', {}, bare, 'outline_empty'],
    ['canon_checker', { scene_path: 'SCN-01-a.md' }, bare, 'canon_files_missing'],
    ['canon_checker', { scene_path: 'SCN-01-the-keeper.md', canon_paths: ['x.md'] }, snapshot, 'canon_files_missing'],
  ] as const)('a workspace without the parts a tool needs: %s %j says so', async (tool, args, tree, code) => {
    const run = await executeTool(tool, args, contextOf(tree))
    expect(run).toMatchObject({ ok: false, error: { code, message: messages[code] } })
  })

  it('a workspace without the parts a tool needs leaves a draft unmatched, and checks the rest of it', async () => {
    const run = await executeTool('scene_draft_validator', { scene_path: 'SCN-01-a.md' }, contextOf(empty))
    const { status, outline_match, checks } = JSON.parse(run.text)
    expect({ status, outline_match, checks }).toEqual({
      status: 'unmatched',
      outline_match: { matched: false, error: 'outline_not_found' },
      checks: [{ code: 'length', result: 'pass', detail: '2 words; too few scenes to compare.' }],
    })
  })
})

describe('a dry run', () => {
  const counted: Snapshot = { ...snapshot, read: () => Promise.reject(new Error('A dry run reads nothing.')) }

  it.each(tools.filter(tool => tool.id !== 'search_issues'))(
    'a dry run of $id says what would be read and reads nothing',
    async tool => {
      const run = await executeTool(tool.id, { ...validArgs(tool), dry_run: true }, contextOf(counted))
      const output = JSON.parse(run.text)
      expect(output).toMatchObject({ tool: tool.id, tool_version: tool.version, dry_run: true })
      expect(Array.isArray(output.would_read) && Array.isArray(output.missing)).toBe(true)
      expect(run.fileRefs).toEqual([])
    },
  )

  it('a dry run does not know search_issues', () => {
    const tool = toolOf('search_issues')
    expect(tool && errorsOf(tool, { dry_run: true })).toEqual(['unknown-arg:dry_run'])
  })
})

describe('the executor', () => {
  const hanging: Snapshot = { ...snapshot, read: () => new Promise(() => {}) }
  const args = { scene_path: 'SCN-01-the-keeper.md' }

  it('the executor answers unknown tools without repeating what they were called', async () => {
    const run = await executeTool('rm -rf <b>', {}, contextOf(snapshot))
    expect(run).toMatchObject({ ok: false, toolId: 'rm-rfb', toolVersion: '0.0.0', error: { code: 'unknown-tool' } })
  })

  it('the executor ends a run that takes longer than its time', async () => {
    const run = await executeTool('prose_analyzer', args, contextOf(hanging), 20)
    expect(run).toMatchObject({ ok: false, error: { code: 'timeout' }, fileRefs: [] })
  })

  it('the executor ends a run that is cancelled, before it starts or while it reads', async () => {
    const before = await executeTool('prose_analyzer', args, contextOf(snapshot, { signal: AbortSignal.abort() }))
    expect(before.error?.code).toBe('cancelled')
    const controller = new AbortController()
    const running = executeTool('prose_analyzer', args, contextOf(hanging, { signal: controller.signal }))
    setImmediate(() => controller.abort())
    expect((await running).error?.code).toBe('cancelled')
  })

  it('the executor answers a failure inside as one, without its words', async () => {
    const broken: Snapshot = { ...snapshot, read: () => Promise.reject(new Error('disk of a person')) }
    const run = await executeTool('prose_analyzer', args, contextOf(broken))
    expect(run.error?.code).toBe('internal')
    expect(run.text).not.toContain('person')
  })
})

function errorsOf(tool: Tool, given: object): string[] {
  const map = fromPlain(given)
  if (!isMap(map)) throw new Error('An object is a map.')
  const read = readArguments(tool, map)
  return 'errors' in read ? read.errors : []
}

function validArgs(tool: Tool): { [name: string]: unknown } {
  return Object.fromEntries(tool.args.filter(arg => arg.required).map(arg => [arg.name, validValue(arg)]))
}

function validValue({ schema: { type, enum: choices } }: ToolArgument): unknown {
  if (choices) return choices[0]
  if (type === 'string') return 'SCN-01-the-keeper.md'
  return type === 'array' ? ['SCN-01-the-keeper.md'] : type === 'integer' ? 1 : true
}

function beyond({ schema }: ToolArgument): [value: unknown, error: string][] {
  const limits: [limit: number | undefined, value: (limit: number) => unknown, error: string][] = [
    [schema.enum?.length, () => `${schema.enum?.[0]} `, 'invalid-enum'],
    [schema.maxLength, limit => 'é'.repeat(limit / 2 + 1), 'too-long'],
    [schema.minimum, limit => limit - 1, 'out-of-range'],
    [schema.maximum, limit => limit + 1, 'out-of-range'],
    [schema.minItems, () => [], 'min-items'],
    [schema.maxItems, limit => Array(limit + 1).fill('a'), 'max-items'],
  ]
  return limits.flatMap(([limit, value, error]) => (limit === undefined ? [] : [[value(limit), error]]))
}
