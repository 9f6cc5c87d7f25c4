import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { describeOperation } from '../../catalog/describe.ts'
import { failureOf } from '../../invoke.ts'
import { Fault } from '../../kernel/fault.ts'
import { type Effect, type Operation, operationsOf } from '../../kernel/operation.ts'
import { operations } from '../../operations.ts'
import { toolsOf } from './tools.ts'

const declare = operationsOf<unknown>('records')

describe('hints', () => {
  it.each([
    ['read', true, false],
    ['append', false, false],
    ['change', false, true],
    ['destroy', false, true],
  ] as const)('hints of an operation that may %s are all four', (effect, readOnlyHint, destructiveHint) => {
    for (const repeatable of [true, false]) {
      const tool = announced({}, { effect, repeatable })
      expect(tool.annotations).toEqual({
        readOnlyHint,
        destructiveHint,
        idempotentHint: repeatable,
        openWorldHint: false,
      })
    }
  })
})

describe('input schemas', () => {
  it('input schemas keep names, types, choices, ranges, defaults and descriptions', () => {
    const tool = announced({
      name: z.string().max(20).describe('What to call it'),
      kind: z.enum(['a', 'b']),
      parent: z.string().nullable().optional(),
      limit: z.int().min(1).max(100).default(20),
      size: z.int().min(3).optional(),
      tags: z.array(z.string().max(5).describe('A tag')).max(9).optional(),
      extra: z.record(z.string(), z.json()).optional(),
      force: z.boolean().default(false),
    })
    expect(tool.inputSchema).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string', maxLength: 20, description: 'What to call it' },
        kind: { type: 'string', enum: ['a', 'b'] },
        parent: { type: ['string', 'null'] },
        limit: { type: 'integer', maximum: 100, default: 20 },
        size: { type: 'integer', minimum: 3 },
        tags: { type: 'array', items: { type: 'string' } },
        extra: { type: 'object' },
        force: { type: 'boolean' },
      },
      required: ['name', 'kind'],
    })
  })

  it('input schemas keep what is inside an object, and show once what several lists hold', () => {
    const tool = announced({
      turn: z.strictObject({ kind: z.enum(['a']), lines: z.array(z.strictObject({ n: z.int() })).optional() }),
      more: z.array(z.strictObject({ n: z.int() })).optional(),
    })
    expect(tool.inputSchema.properties).toEqual({
      turn: {
        type: 'object',
        properties: {
          kind: { type: 'string', enum: ['a'] },
          lines: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } },
        },
        required: ['kind'],
      },
      more: { type: 'array', items: { type: 'object' } },
    })
  })

  it('input schemas explain a recurring field once', () => {
    const key = z.string().max(9).regex(/^a/).describe('Once')
    const [first, second] = announce([operation({ key }), operation({ other: key })])
    expect(first?.inputSchema.properties).toEqual({
      key: { type: 'string', maxLength: 9, pattern: '^a', description: 'Once' },
    })
    expect(second?.inputSchema.properties).toEqual({ other: { type: 'string' } })
  })

  it('input schemas leave alternatives that differ in more than their type as they are', () => {
    const tool = announced({ value: z.union([z.enum(['all']), z.int().max(5)]) })
    expect(tool.inputSchema.properties).toEqual({
      value: {
        anyOf: [
          { type: 'string', enum: ['all'] },
          { type: 'integer', maximum: 5 },
        ],
      },
    })
  })

  it('input schemas name the fields of the operation but those of a person, and require exactly its required ones', () => {
    const tools = announce(operations)
    for (const [index, { input, questions }] of operations.entries()) {
      const { properties, required } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
      const schema = tools[index]?.inputSchema
      const shown = Object.keys(properties ?? {}).filter(name => !questions?.personOnly?.includes(name))
      expect(Object.keys(schema?.properties ?? {})).toEqual(shown)
      expect(schema?.required ?? []).toEqual(required ?? [])
    }
  })

  it('input schemas write what is nested as a type where an operation shows brief schemas', () => {
    const turn = z.strictObject({ n: z.int(), note: z.string().optional(), kind: z.enum(['a', 'b']) })
    const shape = {
      text: z.string().describe('Said'),
      turn,
      turns: z.array(turn).optional(),
      tags: z.array(z.string()),
    }
    const [tool] = announce([operation(shape, { schemaDetail: 'brief' })])
    expect(tool).toEqual({
      name: 'try_it',
      description: 'Tries it.',
      inputSchema: {
        type: 'object',
        properties: {
          text: { type: 'string', description: 'Said' },
          turn: { type: 'object', description: '{n: integer, note?, kind: a|b}' },
          turns: { type: 'array', items: { type: 'object' }, description: '{n: integer, note?, kind: …}[]' },
          tags: { type: 'array', items: { type: 'string' } },
        },
        required: ['text', 'turn', 'tags'],
      },
      annotations: expect.anything(),
    })
  })
})

describe('output schemas', () => {
  it('output schemas accept a failure as well as a result, because clients check both', () => {
    const validator = new AjvJsonSchemaValidator()
    const fault = new Fault('INTERNAL', 'x', { details: { ref: 'err_1' } })
    const whole = operations.filter(({ schemaDetail, textOnly }) => schemaDetail === 'full' && !textOnly)
    for (const [index, { outputSchema }] of announce(whole).entries()) {
      if (!outputSchema) throw new Error('A tool with full schemas and structured results declares an output schema.')
      const { $schema: _, ...schema } = outputSchema
      const check = validator.getValidator(schema)
      expect(check(failureOf(whole[index]?.toolset ?? '', fault)).valid).toBe(true)
      expect(check([]).valid).toBe(false)
    }
  })
})

function operation(
  shape: z.core.$ZodLooseShape,
  kind: { effect?: Effect; repeatable?: boolean; schemaDetail?: 'brief' } = {},
) {
  return declare({
    name: 'try_it',
    summary: 'Tries it.',
    effect: 'read',
    access: 'anyone',
    ...kind,
    input: z.strictObject(shape),
    output: z.object({}),
    run: async () => ({}),
  })
}

function announced(...given: Parameters<typeof operation>) {
  const [tool] = announce([operation(...given)])
  if (!tool) throw new Error('One operation is one tool.')
  return tool
}

function announce<Ctx>(operations: readonly Operation<Ctx>[]) {
  return toolsOf(operations.map(describeOperation))
}
