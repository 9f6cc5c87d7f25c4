import { z } from 'zod'
import type { AppContext } from '../../src/app.ts'
import { Fault } from '../../src/kernel/fault.ts'
import { operationsOf } from '../../src/kernel/operation.ts'

const fixture = operationsOf<AppContext>('records')

const input = z.strictObject({})
const output = z.object({ text: z.string() })

/** The tools the conformance suite calls by name, as operations behind the product's own face. */
export const fixtureOperations = [
  fixture({
    name: 'test_simple_text',
    summary: 'Answers with a text.',
    effect: 'read',
    input,
    output,
    run: async () => ({ text: 'A simple text.' }),
  }),
  fixture({
    name: 'test_error_handling',
    summary: 'Always fails.',
    effect: 'read',
    input,
    output,
    run: async () => {
      throw new Fault('INVALID_INPUT', 'This operation always fails.')
    },
  }),
  fixture({
    name: 'test_streaming_elicitation',
    summary: 'Answers at once: the face never asks back.',
    effect: 'read',
    input,
    output,
    run: async () => ({ text: 'Nothing was asked.' }),
  }),
  fixture({
    name: 'test_logging_tool',
    summary: 'Answers at once: the face sends no log messages.',
    effect: 'read',
    input,
    output,
    run: async () => ({ text: 'Nothing was logged.' }),
  }),
]
