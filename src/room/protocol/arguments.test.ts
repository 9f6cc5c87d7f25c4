import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { leastArgs, type SpecifiedArg, specifiedTools } from '../../../test/room/protocol-tools.ts'
import { describeArguments } from '../tools/arguments.ts'
import { type DeclaredTool, foldKey, readArguments } from './arguments.ts'
import { fromPlain, isMap, type JsonMap, strictObject } from './strict-json.ts'

const cases = specifiedTools.flatMap(tool =>
  tool.specified.map(spec => ({ tool, spec, name: `${tool.id}.${spec.name}` })),
)

describe('arguments, for every tool alike (room.md 7.5)', () => {
  it.each(cases)('argument $name is taken in any spelling, and keeps its value (room.md 7.5)', ({ tool, spec }) => {
    for (const key of [spec.name, ` ${spec.name.toUpperCase()} `, spec.name.replaceAll('_', '-'), foldKey(spec.name)]) {
      const { [spec.name]: _, ...others } = leastArgs[tool.id]
      const value = good(spec)
      expect(read(tool, { ...others, [key]: value })).toEqual({ args: { ...others, [spec.name]: value } })
    }
  })

  it.each(cases)('argument $name is of its type or refused (room.md 7.5)', ({ tool, spec }) => {
    for (const value of wrong(spec))
      expect(read(tool, { ...leastArgs[tool.id], [spec.name]: value })).toEqual({
        errors: [`invalid-type:${spec.name}`],
      })
  })

  it.each(cases)('argument $name given as null is as if it were not given (room.md 7.5)', ({ tool, spec }) => {
    const { [spec.name]: _, ...others } = leastArgs[tool.id]
    const expected = spec.required ? { errors: [`missing-required:${spec.name}`] } : { args: others }
    expect(read(tool, { ...others, [spec.name]: null })).toEqual(expected)
    expect(read(tool, others)).toEqual(expected)
  })

  it.each(cases.filter(({ spec }) => spec.choices))(
    'argument $name is one of its choices, in their case (room.md 7.5)',
    ({ tool, spec }) => {
      for (const value of ['', 'neither', ...(spec.choices ?? []).map(swapCase)])
        expect(read(tool, { ...leastArgs[tool.id], [spec.name]: value })).toEqual({
          errors: [`invalid-enum:${spec.name}`],
        })
    },
  )

  it.each(cases.filter(({ spec }) => spec.maxBytes))(
    'argument $name is counted in bytes (room.md 7.5)',
    ({ tool, spec }) => {
      const bytes = spec.maxBytes ?? 0
      const fits = 'é'.repeat(bytes / 2)
      expect(read(tool, { ...leastArgs[tool.id], [spec.name]: fits })).toEqual({
        args: { ...leastArgs[tool.id], [spec.name]: fits },
      })
      expect(read(tool, { ...leastArgs[tool.id], [spec.name]: `${fits}x` })).toEqual({
        errors: [`too-long:${spec.name}`],
      })
    },
  )

  it.each(cases.filter(({ spec }) => spec.type === 'integer'))(
    'argument $name is within its range (room.md 7.5)',
    ({ tool, spec }) => {
      const beyond = [(spec.minimum ?? 0) - 1, -5, ...(spec.maximum === undefined ? [] : [spec.maximum + 1])]
      for (const value of beyond)
        expect(read(tool, { ...leastArgs[tool.id], [spec.name]: value })).toEqual({
          errors: [`out-of-range:${spec.name}`],
        })
      for (const token of ['2.0', '2e0', '1E1', '9007199254740992', '-9007199254740992', '1e400'.slice(0, 3)])
        expect(readText(tool, { [spec.name]: token })).toEqual({ errors: [`invalid-type:${spec.name}`] })
    },
  )

  it.each(cases.filter(({ spec }) => spec.maxItems))(
    'argument $name has at most its number of items (room.md 7.5)',
    ({ tool, spec }) => {
      const items = (count: number) => ({ ...leastArgs[tool.id], [spec.name]: Array(count).fill('a') })
      expect(read(tool, items(spec.maxItems ?? 0))).toEqual({ args: items(spec.maxItems ?? 0) })
      expect(read(tool, items((spec.maxItems ?? 0) + 1))).toEqual({ errors: [`max-items:${spec.name}`] })
      const none = spec.minItems ? { errors: [`min-items:${spec.name}`] } : { args: items(0) }
      expect(read(tool, items(0))).toEqual(none)
    },
  )

  it.each(specifiedTools)('$id refuses an argument that it does not declare (room.md 7.5)', tool => {
    expect(read(tool, { ...leastArgs[tool.id], 'no <such>': 1 })).toEqual({ errors: ['unknown-arg:no__such_'] })
    expect(read(tool, { ...leastArgs[tool.id], constructor: null })).toEqual({ errors: ['unknown-arg:constructor'] })
  })

  const aliases = specifiedTools.flatMap(tool =>
    Object.entries(tool.argAliases).map(([alias, arg]) => ({ tool, alias, arg, name: `${tool.id}: ${alias}` })),
  )

  it.each(aliases)('alias $name is read as its argument (room.md 7.5)', ({ tool, alias, arg }) => {
    const spec = tool.specified.find(({ name }) => name === arg)
    expect(spec).toBeDefined()
    if (!spec) return
    const { [arg]: _, ...others } = leastArgs[tool.id]
    const [value, other] = [good(spec), another(spec)]
    expect(read(tool, { ...others, [alias.toUpperCase()]: value })).toEqual({ args: { ...others, [arg]: value } })
    expect(read(tool, { ...others, [alias]: value, [arg]: value })).toEqual({ args: { ...others, [arg]: value } })
    expect(read(tool, { ...others, [alias]: value, [arg]: other })).toEqual({ errors: [`conflicting-arg:${arg}`] })
    expect(read(tool, { ...others, [alias]: null, [arg]: other })).toEqual({ errors: [`conflicting-arg:${arg}`] })
  })

  it('reading the arguments of any tool prefers a declared name to an alias (room.md 7.5)', () => {
    const input = z.strictObject({ path: z.string().optional(), file: z.string().optional() })
    const argAliases = { path: 'file' }
    const tool: DeclaredTool = { id: 'file_reader', input, args: describeArguments(input), argAliases }
    expect(read(tool, { PATH: 'a', file: 'b' })).toEqual({ args: { path: 'a', file: 'b' } })
  })

  it('reading the arguments of any tool gives either arguments that read back to themselves, or errors in order (room.md 7.5)', () => {
    const keys = ['search_criteria', 'Query', 'max_results', 'maxResults', 'scan_mode', 'dry run', 'x', 'y z']
    const values = fc.oneof(fc.constantFrom('a', 'FAST_SCAN', 1, 2, 101, true, null), fc.jsonValue({ maxDepth: 1 }))
    const [tool] = specifiedTools
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), values), given => {
        if (!tool) return
        const result = read(tool, given)
        if ('args' in result) expect(read(tool, result.args)).toEqual(result)
        else expect(result.errors).toEqual([...result.errors].sort())
      }),
    )
  })
})

function read(tool: DeclaredTool, given: { [name: string]: unknown }) {
  return readArguments(tool, mapOf(fromPlain(given)))
}

/** With values as they are written in a reply. */
function readText(tool: DeclaredTool, tokens: { [name: string]: string }) {
  const least = Object.entries(leastArgs[tool.id]).map(([name, value]) => [name, JSON.stringify(value)])
  const members = Object.entries({ ...Object.fromEntries(least), ...tokens })
  const scanned = strictObject(`{${members.map(([name, token]) => `"${name}":${token}`).join(',')}}`)
  return readArguments(tool, 'object' in scanned ? scanned.object : new Map())
}

function mapOf(value: ReturnType<typeof fromPlain>): JsonMap {
  return isMap(value) ? value : new Map()
}

function good(spec: SpecifiedArg): unknown {
  if (spec.type === 'string') return spec.choices?.[0] ?? 'a'
  if (spec.type === 'integer') return spec.minimum ?? 0
  return spec.type === 'boolean' ? true : ['a']
}

function another(spec: SpecifiedArg): unknown {
  if (spec.type === 'string') return spec.choices?.[1] ?? 'b'
  if (spec.type === 'integer') return (spec.minimum ?? 0) + 1
  return spec.type === 'boolean' ? false : ['b']
}

function wrong(spec: SpecifiedArg): unknown[] {
  const values: { [type in SpecifiedArg['type']]: unknown[] } = {
    string: [1, true, ['a'], {}],
    integer: ['1', true, 1.5, [1], {}],
    boolean: ['true', 0, 1, [], {}],
    'string[]': ['a', 1, true, [1], ['a', null], [['a']], Array(21).fill(1), {}],
  }
  return values[spec.type]
}

function swapCase(text: string): string {
  return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase()
}
