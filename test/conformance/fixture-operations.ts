import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { AppContext } from '../../src/app.ts'
import { Fault } from '../../src/kernel/fault.ts'
import { operationsOf } from '../../src/kernel/operation.ts'
import { promptsOf } from '../../src/kernel/prompt.ts'
import type { Resource } from '../../src/kernel/resource.ts'

const fixture = operationsOf<AppContext>('records')

const input = z.strictObject({})
const output = z.object({ text: z.string() })

/** The tools the conformance suite calls by name, as operations behind the product's own face. */
export const fixtureOperations = [
  fixture({
    name: 'test_simple_text',
    summary: 'Answers with a text.',
    effect: 'read',
    access: 'anyone',
    input,
    output,
    run: async () => ({ text: 'A simple text.' }),
  }),
  fixture({
    name: 'test_error_handling',
    summary: 'Always fails.',
    effect: 'read',
    access: 'anyone',
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
    access: 'anyone',
    input,
    output,
    run: async () => ({ text: 'Nothing was asked.' }),
  }),
  fixture({
    name: 'test_logging_tool',
    summary: 'Answers at once: the face sends no log messages.',
    effect: 'read',
    access: 'anyone',
    input,
    output,
    run: async () => ({ text: 'Nothing was logged.' }),
  }),
  fixture({
    name: 'test_tool_with_progress',
    summary: 'Tells three times how far it is.',
    effect: 'read',
    access: 'anyone',
    input,
    output,
    run: async (_, { call }) => {
      for (const files of [0, 50, 100]) {
        call.onProgress?.({ phase: 'count', files, files_total: 100, bytes: 0, bytes_total: 0 })
        // Longer than the face waits between two notifications.
        await setTimeout(150)
      }
      return { text: 'Counted to a hundred.' }
    },
  }),
]

const prompt = promptsOf<AppContext>('records')

/** The prompts it asks for. */
export const fixturePrompts = [
  prompt({
    name: 'test_simple_prompt',
    summary: 'A prompt without arguments.',
    arguments: z.strictObject({}),
    render: async () => 'A simple prompt.',
  }),
  prompt({
    name: 'test_prompt_with_arguments',
    summary: 'A prompt that repeats its arguments.',
    arguments: z.strictObject({
      arg1: z.string().describe('The first argument'),
      arg2: z.string().describe('The second argument'),
    }),
    render: async ({ arg1, arg2 }) => `The arguments are ${arg1} and ${arg2}.`,
  }),
]

const resource = { toolset: 'records', description: 'A resource of the suite.', mimeType: 'text/plain' }

/** The resources it reads. */
export const fixtureResources: readonly Resource[] = [
  {
    ...resource,
    name: 'static',
    title: 'A text',
    uriTemplate: 'test://static-text',
    read: async (_, ask) => String((await ask('test_simple_text', {}))?.text),
    list: async () => ({ listed: [{ parts: {}, title: 'A text' }] }),
  },
  {
    ...resource,
    name: 'template',
    title: 'A text by its id',
    uriTemplate: 'test://template/{id}/data',
    mimeType: 'application/json',
    read: async ({ id }, ask) => JSON.stringify({ id, ...(await ask('test_simple_text', {})) }),
  },
]
