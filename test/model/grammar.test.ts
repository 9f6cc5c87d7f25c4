import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { after, isWhole, startOf } from '../../scripts/model/grammar.ts'
import { fitting, vocabularyTree } from '../../scripts/model/vocabulary-tree.ts'
import { callFormat, decisionFormat } from '../../src/room/protocol/response-schema.ts'
import { describeArguments } from '../../src/room/tools/arguments.ts'
import { schemaErrors } from '../../src/room/turns/json-schema.ts'

const nonce = '0123456789abcdef0123456789abcdef'
const input = z.strictObject({ file_path: z.string(), start_line: z.int().min(1).optional() })
const tools = [{ id: 'file_reader' as const, input, args: describeArguments(input), argAliases: {} }]
const pieces = [
  '{',
  '}',
  '"',
  ':',
  ',',
  '{"',
  '":',
  '","',
  'a',
  'B',
  '7',
  ' once',
  'tool',
  ...`${nonce}_/.cdefghilnoprstu`,
]
const tree = vocabularyTree(pieces)

it('a model that is held to a grammar says nothing but texts that fit the schemas we send, whatever is chosen', () => {
  const asked = { tools, nonce }
  const schemas = [callFormat, decisionFormat].flatMap(format =>
    (['paired', 'flat'] as const).map(profile => format({ ...asked, profile }).json_schema.schema),
  )
  fc.assert(
    fc.property(fc.constantFrom(...schemas), fc.infiniteStream(fc.nat()), (schema, choices) => {
      let text = ''
      for (let place = startOf(schema); !isWhole(place); ) {
        const open = [...fitting(tree, place)]
        const [token, next] = open[(choices.next().value ?? 0) % open.length] ?? []
        if (token === undefined || next === undefined) throw new Error(`Nothing may follow ${text}`)
        text += pieces[token]
        place = next
      }
      expect(schemaErrors(schema, JSON.parse(text))).toEqual([])
    }),
  )
})

it('a grammar goes nowhere with a character that does not fit', () => {
  const place = startOf({ const: 'final' })
  expect(after(place, '"')).toHaveLength(1)
  expect(after(place, 'f')).toEqual([])
})
