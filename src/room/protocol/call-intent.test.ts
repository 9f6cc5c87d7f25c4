import { describe, expect, it } from 'vitest'
import { toolIds } from '../tools/tool.ts'
import { callIntent, holdsCall } from './read-reply.ts'
import { toolAliases, toolNamed } from './tool-policy.ts'

describe('call intent (room.md 7.7)', () => {
  it.each([
    ['[{"tool":"x"}]', 'array'],
    ['[ \n{', 'array'],
    ['```json', 'fenced'],
    ['~~~', 'fenced'],
    ['I send {"tool":"x","args":{}}.', 'leading-text'],
    ['I send {"action":"final","nonce":"n"}.', 'leading-text'],
    ['I send {"a":{"action":"tool","args":{}}}.', 'leading-text'],
    ['I send {"\\u0061ction":"final","nonce":"n"}.', 'leading-text'],
    ['{ "not": closed, {"action":"final","nonce":"n"}', 'leading-text'],
    ['the "tool": is', 'leading-text'],
    ["the 'tool'  : is", 'leading-text'],
    ['so file_reader(', 'function-syntax'],
    ['so File_Reader(x)', 'function-syntax'],
    ['(listfiles())', 'function-syntax'],
    ['<tool_call>', 'tool-markup'],
    ['a <function=x>', 'tool-markup'],
    ['<function_call', 'tool-markup'],
    ['<|tool_call|>', 'tool-markup'],
    ['[TOOL_CALLS]', 'tool-markup'],
    ['x <invoke name="y">', 'tool-markup'],
  ])('call intent %j shows %s (room.md 7.7)', (text, intent) => {
    expect(callIntent(text)).toBe(intent)
    expect(holdsCall(text)).toBe(true)
  })

  it.each([
    'prose',
    '[1] {"a":1}',
    'a ``` fence later',
    '{"tool"}',
    'the tool: a hammer',
    'an action {"action":"x"} alone',
    'my_file_reader(x)',
    'étask_router(x)',
    'file_reader (x)',
    'file_reader',
    'tool_call',
    '[]',
  ])('call intent %j shows none (room.md 7.7)', text => {
    expect(callIntent(text)).toBeUndefined()
    expect(holdsCall(text)).toBe(false)
  })

  it.each([...toolIds, ...toolAliases.map(({ alias }) => alias)])(
    'call intent %s( is a call in prose (room.md 7.7)',
    name => {
      expect(callIntent(`Then ${name}(x).`)).toBe('function-syntax')
    },
  )

  it.each([
    ['{"tool":"x"}', true],
    ['{"action":"final","nonce":"n"}', true],
    ['{"action":"final","nonce":"n"} and prose', true],
    ['{"action":"fin', true],
    ['{"tool":', true],
    ['{"answer":"file_reader(x)"}', true],
    ['{"answer":1}', false],
    ['{"act', false],
  ])('call intent %j holds a call: %s (room.md 7.7)', (text, holds) => {
    expect(holdsCall(text)).toBe(holds)
  })

  it('call intent stays fast on texts made of braces (room.md 7.7)', () => {
    for (const piece of ['{', '{"', '{"a":', '{"{"', '{"a":[{"b', '{ \n'])
      expect(callIntent(`tool ${piece.repeat(20_000)}`)).toBeUndefined()
  })
})

it.each([
  ['file_locator', { id: 'file_locator' }],
  [' File-Locator ', { id: 'file_locator', requested: ' File-Locator ' }],
  ['SCENE DRAFT VALIDATOR', { id: 'scene_draft_validator', requested: 'SCENE DRAFT VALIDATOR' }],
  ['Read-File', { id: 'file_reader', requested: 'Read-File' }],
  ['listFiles', { id: 'file_locator', requested: 'listFiles' }],
  ['outline__analyzer', undefined],
  ['', undefined],
  ['constructor', undefined],
  ['timeline_check', undefined],
])('tool ids %j is %j (room.md 7.4)', (name, named) => {
  expect(toolNamed(name)).toEqual(named)
})

it.each(toolAliases.map(({ alias, id }) => [alias, id]))('tool ids %s means %s (room.md 7.4)', (alias, id) => {
  expect(toolNamed(alias)).toEqual({ id, requested: alias })
})

it('tool ids knows the aliases of the specification, each for one tool and with a reason (room.md 7.4)', () => {
  expect(toolAliases).toHaveLength(24)
  expect(new Set(toolAliases.map(({ alias }) => alias)).size).toBe(24)
  expect(toolAliases.filter(({ alias }) => toolIds.some(id => id === alias))).toEqual([])
  expect(toolAliases.filter(({ reason }) => reason === '')).toEqual([])
})
