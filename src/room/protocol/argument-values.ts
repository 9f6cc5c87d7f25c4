import type { ArgSpec } from '../tools/tool.ts'
import { isNumber, type JsonValue } from './json-value.ts'

export type ArgValue = string | number | boolean | readonly string[]

type ValueProblem = 'invalid-type' | 'invalid-enum' | 'out-of-range' | 'too-long' | 'max-items' | 'min-items'

type Read = { value: ArgValue } | { problems: ValueProblem[] }

/** A value of the declared type within the declared limits, never converted from another. */
export function readValue(spec: ArgSpec, value: JsonValue): Read {
  return readers[spec.type](spec, value)
}

const readers: { [type in ArgSpec['type']]: (spec: ArgSpec, value: JsonValue) => Read } = {
  string: (spec, value) => (typeof value === 'string' ? checked(value, textProblems(spec, [value])) : wrongType),
  boolean: (_, value) => (typeof value === 'boolean' ? { value } : wrongType),
  integer: (spec, value) => {
    const number = integerOf(value)
    return number === undefined ? wrongType : checked(number, rangeProblems(spec, number))
  },
  'string[]': (spec, value) => {
    if (!Array.isArray(value)) return wrongType
    const items = value.filter(item => typeof item === 'string')
    if (items.length < value.length) return wrongType
    return checked(items, [...countProblems(spec, items.length), ...textProblems(spec, items)])
  },
}

const wrongType: Read = { problems: ['invalid-type'] }

function checked(value: ArgValue, problems: ValueProblem[]): Read {
  return problems.length > 0 ? { problems } : { value }
}

/** An integer is written as one: no fraction, no exponent, nothing a double would round. */
function integerOf(value: JsonValue): number | undefined {
  if (!isNumber(value) || !/^-?[0-9]+$/.test(value.token)) return undefined
  const number = Number(value.token)
  return Number.isSafeInteger(number) ? number : undefined
}

function textProblems({ choices, maxBytes = Infinity }: ArgSpec, texts: readonly string[]): ValueProblem[] {
  const strange = choices !== undefined && texts.some(text => !choices.includes(text))
  const long = texts.some(text => Buffer.byteLength(text) > maxBytes)
  return [...(strange ? (['invalid-enum'] as const) : []), ...(long ? (['too-long'] as const) : [])]
}

function rangeProblems({ minimum = -Infinity, maximum = Infinity }: ArgSpec, value: number): ValueProblem[] {
  return value < minimum || value > maximum ? ['out-of-range'] : []
}

function countProblems({ minItems = 0, maxItems = Infinity }: ArgSpec, count: number): ValueProblem[] {
  if (count < minItems) return ['min-items']
  return count > maxItems ? ['max-items'] : []
}
