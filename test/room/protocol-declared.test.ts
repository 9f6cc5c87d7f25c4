import { expect, it } from 'vitest'
import { foldKey } from '../../src/room/protocol/arguments.ts'
import { tools } from '../../src/room/tools/registry.ts'
import { type SpecifiedArg, specifiedTools } from './protocol-tools.ts'

it.each(specifiedTools)('the declared arguments of the tools of $id are those of the specification', specified => {
  const tool = tools.find(({ id }) => id === specified.id)
  expect(tool?.args.map(({ summary: _, ...declared }) => declared)).toEqual(specified.specified.map(declaration))
  expect(tool?.argAliases).toEqual(specified.argAliases)
})

it.each(tools)(
  'the declared arguments of the tools of $id have folded aliases that name one of them, and a summary each',
  ({ args, argAliases }) => {
    expect(Object.keys(argAliases).filter(alias => foldKey(alias) !== alias)).toEqual([])
    expect(Object.values(argAliases).filter(name => !args.some(arg => arg.name === name))).toEqual([])
    expect(args.filter(({ summary }) => summary === '')).toEqual([])
  },
)

function declaration({ name, required, type, choices, maxBytes, default: fallback, ...limits }: SpecifiedArg) {
  return {
    name,
    required,
    schema: {
      ...(type === 'string[]' ? { type: 'array', items: { type: 'string' } } : { type }),
      ...(choices && { enum: choices }),
      ...(maxBytes !== undefined && { maxLength: maxBytes }),
      ...limits,
    },
    ...(fallback !== undefined && { default: fallback }),
  }
}
