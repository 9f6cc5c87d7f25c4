import { expect, test } from 'vitest'
import { contextFailure } from '../../../../src/context/failure.ts'
import { Fault, type FaultCode } from '../../../../src/kernel/fault.ts'
import { remedyOf } from './remedies.ts'

/** The remedy of a failure as the context part itself words it. */
function wayOut(code: FaultCode, details: { [key: string]: unknown } = {}) {
  return remedyOf({ code, message: contextFailure(new Fault(code, 'Message.', { details })).text })
}

test('every failure with a remedy gets it as a button', () => {
  expect(wayOut('PATH_MISSING', { path: '/gone' })).toEqual({ way: 'clear-path' })
  expect(wayOut('INSTRUCTION_AMBIGUOUS', { instruction: 'task', candidates: ['task-a', 'task-b'] })).toEqual({
    way: 'choose-prompt',
    keys: ['task-a', 'task-b'],
  })
  const largest = [{ name: 'state', estimatedTokens: 2600 }]
  expect(wayOut('BUDGET_TOO_SMALL', { estimate: 2801, budget: 200, largest })).toEqual({
    way: 'raise-budget',
    tokens: 2801,
  })
  const file = "/home/o'hara/.daybook/prompts.md"
  const broken = { file, problem: 'a fence is never closed', remedy: 'close it' }
  expect(wayOut('PROMPT_FILE_INVALID', broken)).toEqual({ way: 'copy-file', file })
  expect(wayOut('PROMPT_FILE_INVALID', { ...broken, line: 12 })).toEqual({ way: 'copy-file', file })
  expect(wayOut('PROJECT_NOT_FOUND', { given: 'x' })).toEqual({ way: 'list-projects' })
  expect(wayOut('TEMPLATE_NOT_FOUND', { given: 'x' })).toEqual({ way: 'list-prompts' })
  expect(wayOut('PROJECT_IN_USE', { id: 'x', sessions: ['s'] })).toEqual({ way: 'force-delete' })
  expect(wayOut('SUMMARY_REQUIRED')).toEqual({ way: 'clear-summary' })
  expect(wayOut('BUSY')).toBe(undefined)
})
