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

const answered = (content: Record<string, unknown>) => content

/** Asks for a text until it is given. */
function nameQuestion(key: string, message: string) {
  return {
    ask: ({ text }: { text: string }) => (text === '' ? { key, message } : undefined),
    forms: { [key]: { schema: z.object({ name: z.string() }), answered } },
  }
}

const asking = {
  summary: 'Asks before it answers.',
  effect: 'read',
  access: 'anyone',
  input: z.strictObject({ name: z.string().optional() }),
  output,
  run: async ({ name }: { name?: string | undefined }) => ({ text: name === undefined ? '' : `Hello, ${name}!` }),
} as const

/** The tools the conformance suite calls by name, as operations behind the product's own interface. */
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
    summary: 'Answers at once: the interface never asks back.',
    effect: 'read',
    access: 'anyone',
    input,
    output,
    run: async () => ({ text: 'Nothing was asked.' }),
  }),
  fixture({
    name: 'test_logging_tool',
    summary: 'Answers at once: the interface sends no log messages.',
    effect: 'read',
    access: 'anyone',
    input,
    output,
    run: async () => ({ text: 'Nothing was logged.' }),
  }),
  fixture({
    ...asking,
    name: 'test_input_required_result_elicitation',
    questions: nameQuestion('user_name', 'What is your name?'),
  }),
  fixture({
    ...asking,
    name: 'test_input_required_result_tampered_state',
    questions: nameQuestion('confirm', 'What is your name?'),
  }),
  fixture({
    ...asking,
    name: 'test_input_required_result_capabilities',
    questions: nameQuestion('user_name', 'What is your name?'),
  }),
  fixture({
    ...asking,
    name: 'test_input_required_result_request_state',
    input: z.strictObject({ ok: z.boolean().optional() }),
    run: async ({ ok }) => ({ text: ok ? 'state-ok' : '' }),
    questions: {
      ask: ({ text }) => (text === '' ? { key: 'confirm', message: 'Please confirm' } : undefined),
      forms: { confirm: { schema: z.object({ ok: z.boolean() }), answered } },
    },
  }),
  fixture({
    ...asking,
    name: 'test_input_required_result_multi_round',
    input: z.strictObject({ name: z.string().optional(), color: z.string().optional() }),
    run: async ({ name, color }) => ({ text: name === undefined ? 'name' : color === undefined ? 'color' : 'Thanks.' }),
    questions: {
      ask: ({ text }) =>
        text === 'name'
          ? { key: 'step1', message: 'Step 1: What is your name?' }
          : text === 'color'
            ? { key: 'step2', message: 'Step 2: What is your favorite color?' }
            : undefined,
      forms: {
        step1: { schema: z.object({ name: z.string() }), answered },
        step2: { schema: z.object({ color: z.string() }), answered },
      },
    },
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
        // Longer than the interface waits between two notifications.
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
