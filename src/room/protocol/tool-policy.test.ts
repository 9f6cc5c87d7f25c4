import { describe, expect, it } from 'vitest'
import { toolIds } from '../tools/tool.ts'
import { callRequired, readToolPolicy, toolsOfTurn } from './tool-policy.ts'

describe('the tool policy of a caller (room.md 7.9)', () => {
  it.each([
    [{}, {}],
    [{ requireTool: false }, { requireTool: false }],
    [{ allowedTools: ['file_reader', 'list_files', 'File-Reader'] }, { allowedTools: ['file_locator', 'file_reader'] }],
    [
      { allowedTools: ['task_router'], requireTool: true },
      { allowedTools: ['task_router'], requireTool: true },
    ],
  ])('the tool policy %j is taken', (given, policy) => {
    expect(readToolPolicy(given)).toEqual({ policy })
  })

  it.each<[given: unknown, fault: object]>([
    [null, { problem: 'not-an-object' }],
    ['file_reader', { problem: 'not-an-object' }],
    [[], { problem: 'not-an-object' }],
    [{ allowed: ['file_reader'] }, { problem: 'unknown-key', names: ['allowed'] }],
    [{ allowedTools: 'file_reader' }, { problem: 'allowed-tools-not-a-list' }],
    [{ allowedTools: null }, { problem: 'allowed-tools-not-a-list' }],
    [{ allowedTools: [] }, { problem: 'allowed-tools-empty' }],
    [{ allowedTools: ['file_reader', 1] }, { problem: 'allowed-tools-not-names' }],
    [{ allowedTools: [' '] }, { problem: 'allowed-tools-not-names' }],
    [
      { allowedTools: ['file_reader', 'eater', 'line_editor'] },
      { problem: 'unknown-tool', names: ['eater', 'line_editor'] },
    ],
    [{ requireTool: 1 }, { problem: 'require-tool-not-boolean' }],
    [{ requireTool: null }, { problem: 'require-tool-not-boolean' }],
  ])('the tool policy %j is refused', (given, fault) => {
    expect(readToolPolicy(given)).toEqual({ fault })
  })

  it('the tool policy of a caller meets the list of the agent (room.md 7.9)', () => {
    expect(toolsOfTurn({})).toEqual({ tools: [...toolIds] })
    expect(toolsOfTurn({ allowedTools: ['file_reader'] })).toEqual({ tools: ['file_reader'] })
    const own = [
      { id: 'task_router', enabled: true },
      { id: 'file_reader', enabled: true },
      { id: 'file_locator', enabled: false },
    ]
    expect(toolsOfTurn({}, own)).toEqual({ tools: ['file_reader', 'task_router'] })
    expect(toolsOfTurn({ allowedTools: ['file_locator', 'file_reader'] }, own)).toEqual({ tools: ['file_reader'] })
    expect(toolsOfTurn({ allowedTools: ['file_locator'] }, own)).toEqual({ fault: { problem: 'no-tool-left' } })
    expect(toolsOfTurn({}, [])).toEqual({ fault: { problem: 'no-tool-left' } })
  })
})

describe('when a call is required (room.md 7.10)', () => {
  const phrases = true

  it.each([
    'Please USE the file_locator tool FIRST, then tell me.',
    'Return only the JSON tool call object.',
    'respond with exactly one json object',
  ])('when a call is required %j asks for one (room.md 7.10)', message => {
    expect(callRequired({ message, phrases })).toBe(true)
    expect(callRequired({ message, phrases: false })).toBe(false)
    expect(callRequired({ message, phrases, requireTool: false })).toBe(false)
  })

  it('when a call is required is as the caller says, else not (room.md 7.10)', () => {
    expect(callRequired({ message: 'What rings?', phrases })).toBe(false)
    expect(callRequired({ message: 'What rings?', phrases: false, requireTool: true })).toBe(true)
    expect(callRequired({ message: 'use the file_reader tool first', phrases })).toBe(false)
  })
})
