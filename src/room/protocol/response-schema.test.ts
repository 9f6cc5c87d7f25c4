import { describe, expect, it } from 'vitest'
import { meets } from '../../../test/room/protocol-schema-check.ts'
import {
  leastArgs,
  nonceOf,
  type SpecifiedArg,
  type SpecifiedTool,
  specifiedTools as tools,
} from '../../../test/room/protocol-tools.ts'
import { readCall, readDecision } from './read-reply.ts'
import { callFormat, decisionFormat, type SchemaProfile } from './response-schema.ts'

type Envelope = { [key: string]: unknown }

const nonce = '00112233445566778899aabbccddeeff'
const profiles: SchemaProfile[] = ['paired', 'flat']
const cases = profiles.flatMap(profile => tools.map(tool => ({ profile, tool, id: tool.id })))

describe('the response schemas (room.md 7.12)', () => {
  it('the response schemas have the form of the specification for one tool', () => {
    const one = tools.filter(({ id }) => id === 'file_reader')
    const args = {
      type: 'object',
      properties: {
        file_path: { type: 'string' },
        start_line: { type: 'integer', minimum: 1 },
        end_line: { type: 'integer', minimum: 1 },
        include_line_numbers: { type: 'boolean' },
        dry_run: { type: 'boolean' },
      },
      required: ['file_path'],
      additionalProperties: false,
    }
    const required = ['tool', 'args', 'nonce']
    expect(callFormat({ tools: one, nonce, profile: 'paired' })).toEqual({
      type: 'json_schema',
      json_schema: {
        name: 'tool_call_envelope',
        strict: true,
        schema: {
          type: 'object',
          properties: {
            tool: { type: 'string', enum: ['file_reader'] },
            args: { type: 'object' },
            nonce: { type: 'string', const: nonce },
          },
          required,
          additionalProperties: false,
          anyOf: [
            {
              type: 'object',
              properties: {
                tool: { type: 'string', const: 'file_reader' },
                args,
                nonce: { type: 'string', const: nonce },
              },
              required,
              additionalProperties: false,
            },
          ],
        },
      },
    })
  })

  it('the response schemas are flat where an endpoint forbids alternatives at the root and properties to be left out', () => {
    for (const { json_schema } of [
      callFormat({ tools, nonce, profile: 'flat' }),
      decisionFormat({ tools, nonce, profile: 'flat' }),
    ]) {
      expect(json_schema.schema).not.toHaveProperty('anyOf')
      expect(openObjects(json_schema.schema)).toEqual([])
    }
  })

  it.each(cases)(
    '$profile: a valid call of $id meets the schema, is read as that call, and 20 mutations of it do not meet it',
    ({ tool, profile }) => {
      const { schema } = callFormat({ tools, nonce, profile }).json_schema
      const envelope = { tool: tool.id, args: fullArgs(tool, profile), nonce }
      expect(meets(schema, envelope)).toBe(true)
      expect(readCall(JSON.stringify(envelope), { tools, nonce: nonceOf(nonce), required: true })).toHaveProperty(
        'call.tool',
        tool.id,
      )
      const mutations = mutationsOf(envelope, tool, profile)
      expect(new Set(mutations.map(mutation => JSON.stringify(mutation))).size).toBeGreaterThanOrEqual(20)
      expect(mutations.filter(mutation => meets(schema, mutation))).toEqual([])
    },
  )

  it.each(cases)(
    '$profile: a valid decision for $id meets the schema, is read so, and 20 mutations of it do not meet it',
    ({ tool, profile }) => {
      const { schema } = decisionFormat({ tools, nonce, profile }).json_schema
      const decision = { action: 'tool', tool: tool.id, args: fullArgs(tool, profile), nonce }
      expect(meets(schema, decision)).toBe(true)
      expect(readDecision(JSON.stringify(decision), { tools, nonce: nonceOf(nonce) })).toHaveProperty(
        'call.tool',
        tool.id,
      )
      const mutations = [
        ...mutationsOf(decision, tool, profile),
        without(decision, 'action'),
        { ...decision, action: 'stop' },
      ]
      expect(new Set(mutations.map(mutation => JSON.stringify(mutation))).size).toBeGreaterThanOrEqual(20)
      expect(mutations.filter(mutation => meets(schema, mutation))).toEqual([])
    },
  )

  it.each(profiles)('%s: the end of calls meets the schema of decisions and is read so', profile => {
    const { name, schema } = decisionFormat({ tools, nonce, profile }).json_schema
    const flat = profile === 'flat'
    const final = flat ? { action: 'final', tool: null, args: null, nonce } : { action: 'final', nonce }
    expect(name).toBe('tool_decision_envelope')
    expect(meets(schema, final)).toBe(true)
    expect(readDecision(JSON.stringify(final), { tools, nonce: nonceOf(nonce), flat })).toEqual({ final: true })
    for (const other of [
      { ...final, nonce: 'x' },
      { ...final, more: 1 },
      without(final, 'nonce'),
      without(final, 'action'),
      [final],
      null,
    ])
      expect(meets(schema, other)).toBe(false)
  })

  it('the response schemas pair a tool with its own arguments, where they may', () => {
    const { schema } = callFormat({ tools, nonce, profile: 'paired' }).json_schema
    expect(meets(schema, { tool: 'file_reader', args: leastArgs.task_router, nonce })).toBe(false)
    const { schema: decision } = decisionFormat({ tools, nonce, profile: 'paired' }).json_schema
    expect(meets(decision, { action: 'final', tool: 'file_reader', args: leastArgs.file_reader, nonce })).toBe(false)
    expect(meets(decision, { action: 'tool', nonce })).toBe(false)
  })
})

/** Every argument, so that every one of them can be spoiled; what may be null is so in turn. */
function fullArgs(tool: SpecifiedTool, profile: SchemaProfile): Envelope {
  const isNull = ({ required }: SpecifiedArg, at: number) => profile === 'flat' && !required && at % 2 === 1
  return Object.fromEntries(tool.specified.map((spec, at) => [spec.name, isNull(spec, at) ? null : goodValue(spec)]))
}

function goodValue(spec: SpecifiedArg): unknown {
  if (spec.type === 'string') return spec.choices?.at(-1) ?? 'a'
  if (spec.type === 'integer') return spec.maximum ?? 7
  return spec.type === 'boolean' ? false : ['a', 'b']
}

function mutationsOf(envelope: Envelope & { args: Envelope }, tool: SpecifiedTool, profile: SchemaProfile): unknown[] {
  const { args } = envelope
  const spoiled = tool.specified.flatMap(spec =>
    badValues(spec, profile).map(value => ({ ...envelope, args: { ...args, [spec.name]: value } })),
  )
  const left = tool.specified.filter(({ required }) => required || profile === 'flat')
  return [
    null,
    'text',
    [envelope],
    { ...envelope, more: 1 },
    { ...envelope, Tool: tool.id },
    without(envelope, 'tool'),
    without(envelope, 'args'),
    without(envelope, 'nonce'),
    { ...envelope, tool: 1 },
    { ...envelope, tool: 'eater' },
    { ...envelope, tool: tool.id.toUpperCase() },
    { ...envelope, nonce: null },
    { ...envelope, nonce: '' },
    { ...envelope, nonce: ` ${nonce}` },
    { ...envelope, nonce: nonce.toUpperCase() },
    { ...envelope, args: [] },
    { ...envelope, args: 'x' },
    { ...envelope, args: { ...args, more: 1 } },
    { ...envelope, args: { ...args, [`${tool.specified[0]?.name} `]: 'a' } },
    ...spoiled,
    ...left.map(({ name }) => ({ ...envelope, args: without(args, name) })),
  ]
}

function badValues(spec: SpecifiedArg, profile: SchemaProfile): unknown[] {
  const none = spec.required || profile === 'paired' ? [null] : []
  const long = spec.maxBytes !== undefined && profile === 'paired' ? ['x'.repeat(spec.maxBytes + 1)] : []
  const beyond = spec.maximum === undefined ? [] : [spec.maximum + 1]
  const many = spec.maxItems === undefined ? [] : [Array(spec.maxItems + 1).fill('a')]
  const few = spec.minItems === undefined ? [] : [[]]
  const values: { [type in SpecifiedArg['type']]: unknown[] } = {
    string: [1, ['a'], ...long, ...(spec.choices ? ['neither'] : [])],
    integer: ['1', 1.5, (spec.minimum ?? 0) - 1, ...beyond],
    boolean: ['true', 0],
    'string[]': ['a', [1], ...many, ...few],
  }
  return [...none, ...values[spec.type]]
}

function without(object: Envelope, key: string): Envelope {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key))
}

/** Objects in a schema that leave something out or let something in. */
function openObjects(schema: unknown): unknown[] {
  if (Array.isArray(schema)) return schema.flatMap(openObjects)
  if (typeof schema !== 'object' || schema === null) return []
  const parts: Envelope = { ...schema }
  const names = typeof parts.properties === 'object' && parts.properties !== null ? Object.keys(parts.properties) : []
  const closed = JSON.stringify(parts.required) === JSON.stringify(names) && parts.additionalProperties === false
  return [...(parts.type === 'object' && !closed ? [schema] : []), ...Object.values(parts).flatMap(openObjects)]
}
